import Findings
internal import Kernel

extension Provisioning {
  /// What a check found.
  package struct Check: Equatable, Sendable {
    /// The states of an installation.
    package enum State: String, Codable, Sendable {
      /// Everything is as it was installed, and the canary fired.
      case ready
      /// It is not there.
      case missing
      /// It is not what was installed; it is not run.
      case tampered
      /// It is what was installed, but does not do its work here.
      case broken
    }

    /// The tool's name as its descriptor spells it.
    package let name: String
    /// The version that the descriptor pins, installed or not.
    package let version: String
    /// What the check found; only `ready` tools are run.
    package let state: State
    /// Why it is not ready.
    package let reason: String?
    /// What was recorded when it was installed.
    package let receipt: Receipt?
  }

  /// Checks an installation: receipt, digests of every file, canary.
  package func check(_ tool: ToolSet.Tool) async -> Check {
    let installed: InstalledTool
    do throws(ScanError) {
      installed = try verified(tool)
    } catch {
      let state: Check.State = error.code == .missing ? .missing : .tampered
      return check(tool, state, error.message)
    }
    if let silence = await canary(tool, installed) {
      return check(tool, .broken, "\(tool.descriptor.name) \(silence)")
    }
    return check(tool, .ready, nil)
  }

  /// The state as far as receipts tell, without running anything: for lists.
  package func state(of tool: ToolSet.Tool) -> Check {
    do throws(ScanError) {
      _ = try folder.locate(tool)
      return check(tool, .ready, nil)
    } catch {
      return check(tool, error.code == .missing ? .missing : .tampered, error.message)
    }
  }

  /// The installed tool, after every file was held against the receipt.
  ///
  /// - Throws: `missing` or `tampered`.
  func verified(_ tool: ToolSet.Tool) throws(ScanError) -> InstalledTool {
    let installed = try folder.locate(tool)
    let receipt = try folder.receipt(of: tool, in: installed.folder)
    guard (try? Receipt.filesDigest(of: installed.folder)) == receipt.filesDigest else {
      throw folder.tampered(tool.descriptor.name, "its files are not those that were installed")
    }
    return installed
  }

  /// Runs a tool on its canary alone; gives what is wrong, or nothing.
  func canary(_ tool: ToolSet.Tool, _ installed: InstalledTool) async -> String? {
    do throws(ScanError) {
      let name = tool.descriptor.name
      let tree = try Self.scratch(for: name), work = try Self.scratch(for: name)
      defer { withExtendedLifetime((tree, work)) {} }
      let preparation = BatchPreparation(
        descriptor: tool.descriptor, installed: installed, rules: tool.rules,
        tree: FileTree(root: tree.path.bytes, files: []))
      let batch = try preparation.batch([], scratch: work.path.bytes)
      let outcome = await runner.run(batch.invocation)
      return BatchVerdict.judge(outcome, of: batch, tool.descriptor).reason
    } catch {
      return error.message
    }
  }

  /// A program that the caller names instead of the pinned one; it is asked for its version.
  ///
  /// - Throws: `missing` when no program is there.
  package func replaced(
    _ tool: ToolSet.Tool, by executable: [UInt8]
  ) async throws(ScanError) -> InstalledTool {
    let installed = try InstalledTool.replaced(tool.descriptor, by: executable)
    let version = await version(of: installed, tool.descriptor) ?? "unknown"
    return InstalledTool(
      origin: .replaced, version: version, command: installed.command,
      readable: installed.readable, folder: [], notes: installed.notes)
  }

  private func version(of tool: InstalledTool, _ descriptor: ToolDescriptor) async -> String? {
    guard let place = try? Self.scratch(for: descriptor.name) else { return nil }
    defer { withExtendedLifetime(place) {} }
    let scratch = place.path.bytes
    let values: [ArgumentTemplate.Placeholder: [UInt8]] = [.scratch: scratch]
    let outcome = await runner.run(
      ToolInvocation(
        tool: descriptor.name,
        arguments: tool.command + descriptor.command.versionArguments.map { Array($0.utf8) },
        environment: descriptor.command.environment.mapValues { $0.filled(values) },
        workingFolder: scratch, readable: tool.readable, writable: [scratch],
        profile: descriptor.command.profile, network: .none,
        limits: ToolInvocation.Limits(
          wallMilliseconds: 60_000, memoryBytes: descriptor.command.memoryBytes)))
    guard outcome.status == .exited(0) else { return nil }
    return Self.version(in: String(decoding: outcome.output, as: UTF8.self))
  }

  /// The first word that looks like a version.
  static func version(in text: String) -> String? {
    text.split { !($0.isNumber || $0.isLetter || $0 == ".") }.map(String.init).first { word in
      let parts = word.split(separator: ".", omittingEmptySubsequences: false)
      return parts.count > 1 && word.utf8.count < 40
        && parts.allSatisfy { $0.first?.isNumber == true }
    }
  }

  private func check(_ tool: ToolSet.Tool, _ state: Check.State, _ reason: String?) -> Check {
    let installation = folder.installation(of: tool)
    return Check(
      name: tool.descriptor.name, version: tool.descriptor.installation.version, state: state,
      reason: reason, receipt: try? folder.receipt(of: tool, in: installation))
  }
}

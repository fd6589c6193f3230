import Findings
internal import Kernel

/// Installs pinned tools and checks what is installed; everything foreign runs in the sandbox.
package struct Provisioning: Sendable {
  let runner: any ToolRunner
  let folder: ToolFolder
  let source: PackageSource
  let searchPath: String

  /// Makes a provisioning.
  ///
  /// - Parameters:
  ///   - runner: Runs everything.
  ///   - folder: Where installations lie.
  ///   - source: What pip needs of the machine.
  ///   - searchPath: Folders in which interpreters are looked for, joined by colons.
  package init(
    runner: any ToolRunner, folder: ToolFolder, source: PackageSource, searchPath: String
  ) {
    self.runner = runner
    self.folder = folder
    self.source = source
    self.searchPath = searchPath
  }

  /// Finds the newest interpreter for which a lock holds every wheel.
  ///
  /// - Throws: `missing` when there is none, `sandbox` when none could be asked.
  package func interpreter(for tool: ToolSet.Tool) async throws(ScanError) -> Interpreter {
    let installation = tool.descriptor.installation
    var refusal: ScanError?
    for candidate in Interpreter.candidates(in: searchPath, versions: installation.interpreters) {
      let probed: Interpreter?
      do throws(ScanError) { probed = try await probe(candidate) } catch {
        // One that only its owner can execute says nothing about the next.
        refusal = refusal ?? error
        continue
      }
      guard let found = probed else { continue }
      if installation.interpreters.contains(found.version),
        installation.architectures.contains(found.architecture)
      {
        return found
      }
    }
    if let refusal { throw refusal }
    throw ScanError(
      .missing,
      "no interpreter that the lock covers was found; install Python "
        + "\(installation.interpreters.joined(separator: ", ")) for "
        + installation.architectures.joined(separator: " or "),
      context: tool.descriptor.name)
  }

  private func probe(_ candidate: [UInt8]) async throws(ScanError) -> Interpreter? {
    guard let real = try? FileSystem.resolve(BytePath(candidate)),
      let prefix = ProgramTrust.prefix(of: real)
    else { return nil }
    let place = try Self.scratch(for: "python")
    defer { withExtendedLifetime(place) {} }
    let scratch = place.path.bytes
    let outcome = await runner.run(
      ToolInvocation(
        tool: "python",
        arguments: [candidate] + ["-I", "-c", Interpreter.probe].map { Array($0.utf8) },
        environment: ["PATH": Array(searchPath.utf8)], workingFolder: scratch,
        readable: [prefix.bytes], writable: [scratch], profile: "scanner", network: .none,
        limits: ToolInvocation.Limits(wallMilliseconds: 20_000, memoryBytes: 512 << 20)))
    if case .setupFailed(let reason) = outcome.status {
      throw ScanError(.sandbox, "the sandbox could not be set up: \(reason)", context: "python")
    }
    guard outcome.status == .exited(0), let found = Interpreter(probed: outcome.output) else {
      return nil
    }
    // It names what later runs are shown, and so can name no more than it was shown itself.
    let named = BytePath(found.prefix), program = BytePath(found.path)
    let isPart = named.normalised == named && named.isWithin(prefix) && program.isWithin(named)
    return isPart && ProgramTrust.trusts(program) ? found : nil
  }

  /// A folder for one run of a tool.
  ///
  /// It goes with the last reference, or with the next such folder where its process was killed.
  ///
  /// - Throws: `failed` when there is no place.
  static func scratch(for tool: String) throws(ScanError) -> WorkFolder {
    WorkFolder.sweep(scratchKind, in: "/tmp")
    do throws(KernelFailure) { return try WorkFolder(scratchKind, in: "/tmp") } catch {
      throw ScanError(
        .failed, "has no scratch folder: \(error.reason); free space in /tmp", context: tool)
    }
  }

  private static let scratchKind = "sentinel-tool"
}

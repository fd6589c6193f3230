internal import Kernel
internal import Sandbox
internal import Text

extension Provisioning {
  /// What came of an installation.
  package struct Installation: Equatable, Sendable {
    /// The tool, ready to run.
    package let tool: InstalledTool
    /// Whether it was there already.
    package let wasPresent: Bool
    /// What the caller has to know: what the installer could reach, and that protection was reduced.
    package let notes: [String]
  }

  /// Installs a tool from its lock, into a new folder that gets its name only when all is well.
  ///
  /// Every package comes as a wheel whose digest the lock holds; nothing is built, no code of a
  /// package runs. The canary has to fire before the installation counts.
  ///
  /// With `force` an existing installation is made anew. Throws `missing`, `failed`, `sandbox`, or
  /// `tampered` for an existing one without `force`.
  package func install(
    _ tool: ToolSet.Tool, force: Bool = false
  ) async throws(ScanError) -> Installation {
    let name = tool.descriptor.name
    let final = BytePath(folder.installation(of: tool))
    if !force, FileSystem.exists(final) {
      return Installation(tool: try folder.locate(tool), wasPresent: true, notes: [])
    }
    let interpreter = try await interpreter(for: tool)
    let work = try workFolder(for: tool)
    defer { withExtendedLifetime(work) {} }
    let aside = work.path.appending("new")
    let scratch = work.path.appending("scratch")
    let (level, reached) = try await fill(aside.bytes, scratch.bytes, tool, interpreter)
    try await requireCanary(tool, in: aside.bytes, interpreter)
    do throws(KernelFailure) {
      // Some tools start scripts of their own installation, whose first lines name its folder.
      try ScriptRelocation.move(scriptsOf: aside, to: work.base.appending(final.name))
    } catch {
      throw failure(name, "its scripts cannot be written: \(error.reason); free space")
    }
    try seal(aside, tool, interpreter, level)
    try publish(aside, as: final, old: force ? work.path.appending("old") : nil, tool)
    let hosts = reached.isEmpty ? "no server" : reached.map(\.name).joined(separator: ", ")
    let notes = ["the installer of \(name) could reach \(hosts) and nothing else"]
    return Installation(
      tool: try folder.locate(tool), wasPresent: false,
      notes: level == .full ? notes : notes + ["isolation was \(level.rawValue)"])
  }

  /// A folder beside the installations, with the lock in `scratch` and room for what is made in `new`.
  private func workFolder(for tool: ToolSet.Tool) throws(ScanError) -> WorkFolder {
    let name = tool.descriptor.name
    let parent = BytePath(folder.folder(of: name))
    do throws(KernelFailure) {
      try FileSystem.makeFolder(parent, mode: OwnFolders.mode)
      WorkFolder.sweep(Self.workKind, in: parent)
      let work = try WorkFolder(Self.workKind, in: parent, mode: OwnFolders.mode)
      let shown: UInt32 = OwnFolders.mode == 0o711 ? 0o755 : 0o700
      try FileSystem.makeFolder(work.path.appending("new"), mode: shown)
      try FileSystem.makeFolder(work.path.appending("scratch"), mode: 0o700)
      try FileSystem.write(
        tool.lock.bytes, to: work.path.appending("scratch/lock.txt"), mode: 0o600, durable: false)
      return work
    } catch {
      throw failure(
        name, "the data folder is not writable: \(error.reason); free space or choose another one")
    }
  }

  private static let workKind = ".new"

  /// Makes a virtual environment and installs the closure; gives the observed protection, and the servers
  /// that the installer could reach.
  private func fill(
    _ aside: [UInt8], _ scratch: [UInt8], _ tool: ToolSet.Tool, _ interpreter: Interpreter
  ) async throws(ScanError) -> (level: RunResult.Level, reached: [PackageHost]) {
    let program = Array(interpreter.path.utf8)
    let environment = [program] + Self.words(["-I", "-m", "venv"]) + [aside]
    _ = try await step(
      "the virtual environment", environment, .none, aside, scratch, tool, interpreter)
    let python = aside + Array("/bin/python".utf8)
    let asked = try await step(
      "a pip that says where packages come from",
      [python] + Self.words(["-I", "-c", PackageHost.probe]), .none,
      readsSource: true, aside, scratch, tool, interpreter)
    guard let builtIn = PackageHost.probed(asked.output) else {
      throw failure(tool.descriptor.name, "pip does not say where packages come from; update it")
    }
    let hosts = builtIn + source.hosts.filter { !builtIn.contains($0) }
    let install =
      [python]
      + Self.words([
        "-I", "-m", "pip", "install", "--require-hashes", "--no-deps", "--only-binary", ":all:",
        "--no-input", "--no-cache-dir", "--disable-pip-version-check", "--requirement",
      ]) + [scratch + Array("/lock.txt".utf8)]
    let outcome = try await step(
      "the packages", install, .hosts(hosts), readsSource: true, aside, scratch, tool, interpreter)
    return (outcome.level, hosts)
  }

  /// Runs a part of an installation; with `readsSource` it sees the machine's configuration of pip.
  private func step(
    _ what: String, _ arguments: [[UInt8]], _ network: ToolInvocation.Network,
    readsSource: Bool = false, _ aside: [UInt8], _ scratch: [UInt8], _ tool: ToolSet.Tool,
    _ interpreter: Interpreter
  ) async throws(ScanError) -> ToolOutcome {
    var environment = readsSource ? source.environment.mapValues { Array($0.utf8) } : [:]
    environment["HOME"] = scratch
    environment["TMPDIR"] = scratch
    environment["LANG"] = Array("C.UTF-8".utf8)
    let outcome = await runner.run(
      ToolInvocation(
        tool: tool.descriptor.name, arguments: arguments, environment: environment,
        workingFolder: scratch,
        readable: [Array(interpreter.prefix.utf8)] + (readsSource ? source.readable : []),
        writable: [aside, scratch], profile: "build", network: network,
        limits: ToolInvocation.Limits(wallMilliseconds: 900_000, memoryBytes: 2 << 30)))
    if case .setupFailed(let reason) = outcome.status {
      throw ScanError(.sandbox, "the sandbox could not be set up: \(reason)", context: what)
    }
    guard outcome.status == .exited(0) else {
      let lines = String(decoding: outcome.errors, as: UTF8.self).split(separator: "\n")
      let last = lines.last { $0.hasPrefix("ERROR") }.map { Self.withoutAddresses(String($0)) }
      throw failure(
        tool.descriptor.name, "\(what) could not be installed\(last.map { ": \($0)" } ?? "")")
    }
    return outcome
  }

  /// Writes the receipt.
  private func seal(
    _ aside: BytePath, _ tool: ToolSet.Tool, _ interpreter: Interpreter, _ level: RunResult.Level
  ) throws(ScanError) {
    let descriptor = tool.descriptor
    let program: [UInt8], files: String
    do throws(KernelFailure) {
      program = try FileSystem.read(aside.appending(descriptor.command.executable))
      files = try Receipt.filesDigest(of: aside.bytes)
    } catch {
      throw failure(descriptor.name, "its packages cannot be read: \(error)")
    }
    let receipt = Receipt(
      tool: descriptor.name, version: descriptor.installation.version,
      lockDigest: tool.lock.digest, interpreter: interpreter,
      executable: descriptor.command.executable, executableDigest: SHA256.hex(of: program),
      filesDigest: files, network: "egress", level: level)
    do { try FileSystem.write(receipt.json(), to: aside.appending(Receipt.name)) } catch {
      throw failure(descriptor.name, "the receipt cannot be written: \(error); free space")
    }
  }

  private func requireCanary(
    _ tool: ToolSet.Tool, in folder: [UInt8], _ interpreter: Interpreter
  ) async throws(ScanError) {
    let installed = InstalledTool(
      origin: .pinned, version: tool.descriptor.installation.version,
      command: ToolFolder.command(tool.descriptor, folder),
      readable: [folder, Array(interpreter.prefix.utf8)], folder: folder)
    if let silence = await canary(tool, installed) {
      throw failure(tool.descriptor.name, "the installed tool \(silence)")
    }
  }

  /// Gives the new folder its name; an older one makes room only where there is a place for it.
  private func publish(
    _ aside: BytePath, as final: BytePath, old: BytePath?, _ tool: ToolSet.Tool
  ) throws(ScanError) {
    let name = tool.descriptor.name
    do throws(KernelFailure) {
      if let old, FileSystem.exists(final) { try FileSystem.rename(final, to: old) }
    } catch {
      throw failure(name, "the old installation cannot be moved away: \(error.reason)")
    }
    do throws(KernelFailure) { try FileSystem.rename(aside, to: final) } catch {
      throw failure(
        name, "cannot be put in its place: \(error.reason); run \"sentinel tools check \(name)\"")
    }
  }

  private func failure(_ name: String, _ message: String) -> ScanError {
    ScanError(.failed, message, context: name)
  }

  private static func words(_ words: [String]) -> [[UInt8]] { words.map { Array($0.utf8) } }

  /// Addresses may carry credentials of the machine's configuration.
  static func withoutAddresses(_ line: String) -> String {
    let words = line.split(separator: " ").map { $0.contains("://") ? "…" : String($0) }
    return String(VisibleText.line(words.joined(separator: " ")).prefix(200))
  }
}

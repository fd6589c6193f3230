package import FoundationEssentials
internal import Glibc

/// One `sentinel run` with the hostile payload.
package struct SandboxCall {
  /// What a run left.
  package struct Outcome: Sendable {
    /// The result document; nothing when there is none or it cannot be read.
    package var document: RunDocument?
    /// What the payload saw.
    package var observations: [Observation]
    /// The command line's own end.
    package var finished: HostProcess.Finished
    /// Whether everything of the run was gone afterwards.
    package var isClean: Bool

    /// The observation of one attempt.
    package func observation(_ attempt: String) -> Observation? {
      observations.first { $0.attempt == attempt }
    }

    /// Everything at a glance, for failure messages.
    package var story: String {
      "exit \(finished.code.map(String.init) ?? "none"), \(document?.status ?? "no result"), "
        + "stage \(document?.stage ?? "-"), limits \(document?.limitsHit ?? []), "
        + "errors: \(finished.errors.prefix(600)), "
        + "seen: \(observations.filter { $0.result != .blocked }.prefix(12))"
    }
  }

  /// Who calls.
  package var caller: Caller
  /// The profile's name.
  package var profile = "default"
  /// What becomes of writes; the profile's own choice when absent.
  package var mode: String?
  /// Whether the command is learnt from (`sentinel profile learn`) rather than run; the document goes to
  /// standard output then, and what the payload prints to the other.
  package var learns = false
  /// Further options of the command line.
  package var options: [String] = []
  /// A wrapper that needs root, such as a network of its own; the caller begins inside.
  package var place: [String] = []
  /// Folders that must outlive the call.
  package var needs: [Scratch] = []
  /// A wrapper outside, such as a terminal.
  package var wrapper: [String] = []
  /// Variables of the caller.
  package var environment: [String: String] = [:]
  /// Groups of the caller's own that serve several runs; the test removes them.
  package var group: DelegatedGroup?
  /// Whether the caller has groups of its own.
  package var hasGroup = true
  /// What a missing layer means.
  package var isolation = "full"
  /// After how long the test gives up.
  package var seconds: Double = 60
  /// Where the result is written; outside the workspace if nothing else is said.
  package var resultFile: URL
  /// The workspace, with a copy of the payload.
  package let workspace: Scratch
  /// The caller's home, outside the workspace.
  package let home: Scratch

  /// Prepares a workspace and a home that belong to the caller.
  package init(_ caller: Caller, profile: String = "default", mode: String? = nil) throws {
    self.caller = caller
    self.profile = profile
    self.mode = mode
    workspace = try Scratch("workspace", owner: caller.owner)
    home = try Scratch("home", owner: caller.owner)
    resultFile = home.url.appending(path: "result.json")
    try workspace.copy(Executables.shared.probe, as: "probe")
    if !Caller.isRoot && !DelegatedGroup.ownIsWritable { isolation = "available" }
  }

  /// The payload's path inside and outside.
  package var probe: String { workspace.url.appending(path: "probe").path }

  /// The arguments of the command line for a command.
  package func arguments(_ command: [String]) throws -> [String] {
    let verb =
      learns ? ["profile", "learn", "--network", "--json"] : ["run", "--result", resultFile.path]
    var arguments =
      [Executables.shared.sentinel.path] + verb + [
        "--profile", try profileOption(), "--workspace", workspace.url.path, "--isolation",
        isolation, "--env", "SENTINEL_PROBE_INSIDE=1",
      ]
    if let mode { arguments += ["--mode", mode] }
    return arguments + options + ["--"] + command
  }

  /// Runs the payload with arguments such as a row's name.
  package func attempt(_ arguments: String...) throws -> Outcome {
    try run([probe] + arguments)
  }

  /// Runs any command.
  package func run(_ command: [String]) throws -> Outcome {
    try start(command) { process in process.finish(seconds: seconds) }
  }

  /// Runs a command while `body` looks at it or harms it.
  package func start(
    _ command: [String], _ body: (HostProcess) throws -> HostProcess.Finished
  ) throws -> Outcome {
    let isAlone = group == nil && caller == .user && Caller.isRoot && hasGroup
    let own = isAlone ? try DelegatedGroup(owner: caller.uid) : nil
    try? FileManager.default.removeItem(at: resultFile)
    let process = try HostProcess(
      place + caller.prefix(group: group ?? own) + wrapper + arguments(command),
      environment: variables)
    let finished = try body(process)
    let isClean = own?.remove() ?? true
    let data = FileManager.default.contents(atPath: resultFile.path)
    return Outcome(
      document: data.flatMap { try? JSONDecoder().decode(RunDocument.self, from: $0) },
      observations: Observation.parse(finished.output), finished: finished, isClean: isClean)
  }

  private var variables: [String: String] {
    [
      "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": home.url.path,
      "XDG_CACHE_HOME": Self.cache(of: caller),
      "XDG_DATA_HOME": home.url.appending(path: "data").path,
      "XDG_CONFIG_HOME": home.url.appending(path: "config").path,
      "XDG_STATE_HOME": home.url.appending(path: "state").path,
    ].merging(environment) { $1 }
  }

  /// Compiled filters are the caller's own and serve all of its runs.
  package static func cache(of caller: Caller) -> String {
    let folder = Scratch.base.appending(path: "cache-\(caller)")
    if !FileManager.default.fileExists(atPath: folder.path) {
      var attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
      if let owner = caller.owner { attributes[.ownerAccountID] = owner }
      try? FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: attributes)
    }
    return folder.path
  }

  /// Profiles that execute nothing of the workspace need one more permission to hold the payload; all
  /// else stays as it is.
  private func profileOption() throws -> String {
    guard profile == "strict" || profile == "scanner" else { return profile }
    let text = """
      schema: sentinel.profile/1
      name: \(profile)-probe
      summary: The profile \(profile), with programs of the workspace.
      inherits: \(profile)
      workspace: {mode: read-only, execute: true}

      """
    return try home.write(text, to: "\(profile)-probe.yaml").path
  }
}

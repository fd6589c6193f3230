internal import Glibc
internal import Kernel
internal import Text

/// Runs git with a configuration that nobody but Sentinel writes.
///
/// Neither the machine's nor the user's configuration is read, hooks are nowhere, no program is asked
/// for a password, and objects are taken as they are (no replacements). Whatever holds objects of others
/// is read by ``run(_:input:variables:bounds:also:)``, confined; outside there is only
/// ``reach(_:variables:)``, which needs the network and works in a folder that confined git never saw.
struct GitProcess: Sendable {
  /// What one call may take.
  struct Bounds: Sendable {
    var seconds = 120
    var outputBytes = 256 << 20
    var fileBytes = 4 << 30
  }

  /// Folders that one call sees beside the repository.
  struct Folders: Sendable {
    var readable: [BytePath] = []
    var writable: [BytePath] = []
  }

  private static let program: BytePath = "/usr/bin/git"
  private static let settings = [
    "core.hooksPath=/dev/null", "core.fsmonitor=false", "core.symlinks=true", "gc.auto=0",
    "maintenance.auto=false", "core.quotePath=false", "advice.detachedHead=false",
    "protocol.ext.allow=never", "core.autocrlf=false", "core.fileMode=true",
    "user.name=Sentinel", "user.email=sentinel@localhost", "commit.gpgSign=false",
    // What comes in is one pack, whose objects are checked.
    "fetch.fsckObjects=true", "fetch.unpackLimit=1",
  ]
  /// Mistakes that old programs made in many histories, and that harm nobody.
  private static let harmless = [
    "badDate", "badEmail", "badTimezone", "missingEmail", "missingNameBeforeEmail",
    "missingSpaceBeforeDate", "missingSpaceBeforeEmail", "missingTaggerEntry", "multipleAuthors",
    "zeroPaddedDate", "zeroPaddedFilemode",
  ].map { "fetch.fsck.\($0)=ignore" }
  private static let environment = [
    "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent", "LC_ALL": "C.UTF-8",
    "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_ATTR_NOSYSTEM": "1",
    "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_ASKPASS": "/bin/false", "SSH_ASKPASS": "/bin/false",
  ]

  /// The repository that git works in.
  let folder: BytePath
  /// What confines it.
  let confinement: any ConfinedGit
  /// Whether confined git may write to the repository.
  let isWritable: Bool

  /// Runs git to its end, confined.
  ///
  /// - Parameters:
  ///   - arguments: what git is to do; the first is its command.
  ///   - input: its standard input.
  ///   - variables: further variables; they replace those above.
  ///   - bounds: what it may take.
  ///   - also: what it sees beside the repository.
  /// - Returns: its standard output.
  /// - Throws: when git fails, passes a bound, or cannot be confined.
  func run(
    _ arguments: [String], input: [UInt8] = [], variables: [String: String] = [:],
    bounds: Bounds = Bounds(), also: Folders = Folders()
  ) throws(GitFailure) -> [UInt8] {
    try confinement.run(
      ConfinedCall(
        arguments: words(arguments), input: input,
        variables: Self.environment.merging(variables) { $1 },
        readable: also.readable + (isWritable ? [] : [folder]),
        writable: also.writable + (isWritable ? [folder] : []), seconds: bounds.seconds,
        outputBytes: bounds.outputBytes, fileBytes: bounds.fileBytes, task: arguments.first ?? ""))
  }

  private func words(_ arguments: [String]) -> [String] {
    ["--git-dir=\(folder)"] + (Self.settings + Self.harmless).flatMap { ["-c", $0] } + arguments
  }

  /// Runs git to its end outside, where it reaches remotes.
  ///
  /// - Parameters:
  ///   - arguments: what git is to do; the first is its command.
  ///   - variables: further variables; they replace those above.
  /// - Returns: its standard output.
  /// - Throws: when git fails, or passes a bound.
  func reach(
    _ arguments: [String], variables: [String: String] = [:]
  ) throws(GitFailure) -> [UInt8] {
    do {
      return try attempt(arguments, variables: variables, bounds: Bounds())
    } catch let failure as GitFailure {
      throw failure
    } catch {
      throw .file("\(error)")
    }
  }

  private func attempt(
    _ arguments: [String], variables: [String: String], bounds: Bounds
  ) throws -> [UInt8] {
    let task = arguments.first ?? ""
    let given = try Descriptor.open("/dev/null", O_RDONLY)
    let output = try Handles.scratchFile("git-out")
    let errors = try Handles.scratchFile("git-errors")
    let all = ["git"] + words(arguments)
    let environment = Self.environment.merging(variables) { $1 }
    let process = try ChildProcess.spawn(
      Self.program, arguments: all.map { Array($0.utf8) },
      environment: environment.map { Array("\($0)=\($1)".utf8) },
      descriptors: [given.number, output.number, errors.number])
    let inTime = try watch(process, output: output, bounds: bounds)
    let ending = try process.wait()
    guard inTime else { throw GitFailure.unbounded(task) }
    guard ending == .exited(0) else {
      lseek(errors.number, 0, SEEK_SET)
      let text = try errors.readAll(limit: 1 << 24)
      throw GitFailure.git(task, VisibleText.escaped(Array(text.prefix(500))))
    }
    lseek(output.number, 0, SEEK_SET)
    return try output.readAll(limit: bounds.outputBytes)
  }

  /// Ends git when a bound is passed; false then.
  private func watch(
    _ process: ChildProcess, output: borrowing Descriptor, bounds: Bounds
  ) throws -> Bool {
    let handle = try Handles.process(process.id)
    for _ in 0..<bounds.seconds * 10 {
      var watched = pollfd(fd: handle.number, events: Int16(POLLIN), revents: 0)
      if unsafe poll(&watched, 1, 100) > 0 { return true }
      if try output.status().size > bounds.outputBytes { break }
    }
    process.send(SIGKILL)
    return false
  }
}

internal import Glibc
internal import Kernel
internal import Policy
internal import ProductData
package import Sandbox
package import Scanning
internal import Text
internal import YAML

/// The shipped fixers on the pinned LibCST, in a sandbox of their own.
///
/// The sandbox has the interpreter, the installation and the fixers, read-only; no network, nothing of
/// the tree, no variable of the caller. What the fixers get to read comes by standard input.
package struct SandboxedFixers: FixerHelper {
  /// The most bytes of an answer: the request's, in base64, twice, and what is said of each finding.
  private static let mostOutputBytes = 256 << 20
  private static let memoryBytes = 2 << 30

  private let host: HostFacts
  private let isolation: RunRequest.Isolation
  private let profile: SandboxToolRunner.ProfileSource
  private let folder: ToolFolder
  private let tool: ToolSet.Tool
  private let program: [(name: String, text: [UInt8])]
  /// The digest of every fixer's name and text and of the lock of what they run on.
  package let version: String

  /// Makes a helper; what is installed is looked at when it is needed.
  ///
  /// - Parameters:
  ///   - host: what is known of the machine.
  ///   - isolation: whether a sandbox that lacks a layer may be used.
  ///   - profile: gives the profile of a name.
  ///   - folder: where tools are installed.
  ///   - tools: the tools, `libcst` among them.
  /// - Throws: `missing` when the tools are without it.
  package init(
    host: HostFacts, isolation: RunRequest.Isolation,
    profile: @escaping SandboxToolRunner.ProfileSource, folder: ToolFolder, tools: ToolSet
  ) throws(ScanError) {
    try self.init(
      host: host, isolation: isolation, profile: profile, folder: folder, tools: tools,
      program: Self.shipped)
  }

  /// The same with another program in the fixers' place.
  init(
    host: HostFacts, isolation: RunRequest.Isolation,
    profile: @escaping SandboxToolRunner.ProfileSource, folder: ToolFolder, tools: ToolSet,
    program: [(name: String, text: [UInt8])]
  ) throws(ScanError) {
    self.program = program
    guard let tool = tools["libcst"] else {
      throw ScanError(.missing, "no descriptor of libcst", context: "codemod")
    }
    self.host = host
    self.isolation = isolation
    self.profile = profile
    self.folder = folder
    self.tool = tool
    var digest = SHA256()
    for fixer in program {
      digest.add(Array("\(fixer.name.utf8.count):\(fixer.name)\(fixer.text.count):".utf8))
      digest.add(fixer.text)
    }
    digest.add(Array(tool.lock.digest.utf8))
    version = SHA256.hex(digest.digest())
  }

  /// The fixers in this binary, by their paths.
  static var shipped: [(name: String, text: [UInt8])] {
    ProductData.fixers.map { document in
      (document.name.description, document.text.withUTF8Buffer { unsafe Array($0) })
    }
  }

  /// See ``FixerHelper/answer(_:cpuMilliseconds:)``.
  package func answer(_ request: [UInt8], cpuMilliseconds: Int) async -> HelperEnd {
    let installed: InstalledTool
    do { installed = try folder.locate(tool) } catch {
      return HelperEnd(.missing("\(error)"))
    }
    guard let cancellation = try? CancellationSignal() else {
      return HelperEnd(.failed("no descriptor is left; raise ulimit -n"))
    }
    return await withTaskCancellationHandler {
      await BlockingThread.run {
        run(request, installed, cpuMilliseconds, cancellation: cancellation.number)
      }
    } onCancel: {
      cancellation.set()
    }
  }

  private func run(
    _ request: [UInt8], _ installed: InstalledTool, _ cpuMilliseconds: Int, cancellation: Int32
  ) -> HelperEnd {
    do {
      let program = try ProgramFolder(self.program)
      defer { withExtendedLifetime(program) {} }
      let input = try Handles.sealedFile("request", request)
      lseek(input.number, 0, SEEK_SET)
      let output = try Handles.scratchFile("answer"), errors = try Handles.scratchFile("errors")
      var run = try self.request(installed, program.path, cpuMilliseconds)
      run.streams = [input.number, output.number, errors.number]
      let outcome = SandboxRun(host: host).run(run, cancellation: cancellation)
      let result = outcome.result
      outcome.discard()
      let cpu = Int(result.cpuUserMilliseconds + result.cpuSystemMilliseconds)
      guard result.status == .ok else {
        lseek(errors.number, 0, SEEK_SET)
        let words = VisibleText.line(
          String(decoding: try errors.readAll(limit: 1 << 20).suffix(300), as: UTF8.self))
        let reason = result.reason ?? "\(result.status.rawValue), exit code \(result.exitCode)"
        return HelperEnd(
          .failed("the fixers ended without an answer: \(reason) \(words)"), cpuMilliseconds: cpu)
      }
      lseek(output.number, 0, SEEK_SET)
      return HelperEnd(
        .answered(try output.readAll(limit: Self.mostOutputBytes)), cpuMilliseconds: cpu)
    } catch {
      return HelperEnd(.failed("the fixers could not be started: \(error)"))
    }
  }

  private func request(
    _ installed: InstalledTool, _ program: BytePath, _ cpuMilliseconds: Int
  ) throws -> RunRequest {
    var profile = try profile("scanner")
    profile.environment.pass = []
    profile.networkMode = .none
    profile.networkRules = []
    profile.limits.memory = ByteCount(bytes: UInt64(Self.memoryBytes))
    profile.limits.output = ByteCount(bytes: UInt64(Self.mostOutputBytes))
    profile.limits.cpuTime = TimeLimit(milliseconds: UInt64(cpuMilliseconds))
    // It computes on one processor; on a busy machine that takes longer than it counts.
    profile.limits.wall = TimeLimit(milliseconds: UInt64(cpuMilliseconds) * 3 + 30_000)
    profile.limits.pids = 16
    let python = installed.folder + Array("/bin/python".utf8)
    let options = ["-I", "-B", "-X", "utf8"].map { Array($0.utf8) }
    var request = RunRequest(
      profile: profile, command: [python] + options + [program.bytes])
    request.directory = "/tmp"
    request.isolation = isolation
    let shown = profile.filesystem.mounts.filter { $0.access != .hidden }
      .map { BytePath($0.target) }
    let needed = installed.readable.map { BytePath($0) }
      .filter { path in !shown.contains { path.isWithin($0) } }
    request.extraMounts = (needed + [program]).map {
      var mount = RunRequest.ExtraMount(source: $0, target: $0, isWritable: false, execute: true)
      mount.isOwn = true
      return mount
    }
    return request
  }
}

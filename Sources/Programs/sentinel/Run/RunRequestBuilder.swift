import CommandSupport
import Egress
import Glibc
import Kernel
internal import Policy
import Sandbox

/// Turns the options of `sentinel run` into a request.
struct RunRequestBuilder {
  let options: RunOptions

  func build() throws -> RunRequest {
    let environment = Environment.current()
    let folders = OwnFolders(environment: environment)
    let workspace = try resolveWorkspace(home: environment.path(of: "HOME"))
    var profile = try Profiles(folders: folders, workspace: workspace).effective(options.profile)
    if let mode = options.mode { profile.workspace.mode = mode }
    if let network = options.network { profile.networkMode = network }
    try allowHosts(in: &profile)
    options.limits.apply(to: &profile.limits)
    var request = RunRequest(profile: profile, command: commandBytes())
    request.workspace = workspace
    request.variables = options.env.compactMap { variable($0, environment) }
    request.isolation = options.isolation
    request.hostsFile = try ownFile(options.hosts, option: "--hosts", outside: workspace)
    request.certificateBundle = try ownFile(
      options.caBundle, option: "--ca-bundle", outside: workspace)
    request.upstreamProxy = options.proxy
    try expectEffect(profile)
    request.allowsHostNetwork = options.network == .host
    request.control = try control(of: profile)
    request.wantsSelfTest = options.egressSelfTest
    request.includesProtected = options.includeProtected
    if options.egressSelfTest, profile.networkMode != .egress {
      throw ExitFailure.usage(
        "--egress-self-test needs the network mode egress: name a host with --allow-host, or leave "
          + "it out")
    }
    request.wantsChanges = options.result != nil || options.diff != nil || options.json
    request.wantsDigest = options.result != nil || options.json
    request.streams = options.json ? [0, 2, 2] : [0, 1, 2]
    if options.json || profile.terminal == .none || !isInteractive {
      request.profile.terminal = .none
    }
    return request
  }

  /// A file that says whom to trust, which what runs in the workspace must not have written.
  private func ownFile(
    _ name: String?, option: String, outside workspace: BytePath
  ) throws -> BytePath? {
    guard let name else { return nil }
    let path = try FileSystem.currentFolder().appending(BytePath(name))
    guard let resolved = try? FileSystem.resolve(path) else { return path }
    guard !resolved.isWithin(workspace) else {
      throw ExitFailure.usage(
        "\(option) \(path) lies in the workspace, from which no policy is taken; keep it elsewhere")
    }
    return resolved
  }

  /// Rules of the command line come after those of the profile, whose denials they cannot lift.
  private func allowHosts(in profile: inout EffectiveProfile) throws {
    for text in options.allowHost {
      do throws(RuleMistake) {
        profile.networkRules.append(RuleDescription(try EgressRule(allowing: text)))
      } catch {
        throw ExitFailure.usage("--allow-host: \(error.reason); \(error.remedy)")
      }
      profile.networkMode = .egress
    }
  }

  private func control(of profile: EffectiveProfile) throws -> ControlSocket? {
    guard let path = options.control else { return nil }
    guard profile.networkMode == .egress else {
      throw ExitFailure.usage(
        "--control needs the network mode egress: name a host with --allow-host, or leave it out")
    }
    do {
      return try ControlSocket(BytePath(path))
    } catch {
      throw ExitFailure.usage(error.description)
    }
  }

  /// Options that could have no effect are mistakes.
  private func expectEffect(_ profile: EffectiveProfile) throws {
    let mode = profile.workspace.mode
    if options.diff != nil, mode != .overlay {
      throw ExitFailure.usage(
        "--diff needs --mode overlay, and profile \(profile.name) has \(mode.rawValue)")
    }
    if options.includeProtected, options.diff == nil, mode != .readWrite {
      throw ExitFailure.usage("--include-protected needs --diff or --mode read-write")
    }
    if options.upstreamProxy != nil, profile.networkMode != .egress {
      throw ExitFailure.usage(
        "--upstream-proxy needs the network mode egress: allow something with --allow-host")
    }
    let isSecure = profile.networkRules.contains { $0.mode == EgressMode.tlsUp.rawValue }
    if options.caBundle != nil, profile.networkMode != .egress || !isSecure {
      throw ExitFailure.usage(
        "--ca-bundle is for rules of mode tls-up, and profile \(profile.name) has none")
    }
  }

  private var isInteractive: Bool { isatty(0) == 1 || isatty(1) == 1 || isatty(2) == 1 }

  private func resolveWorkspace(home: BytePath?) throws -> BytePath {
    do {
      let current = try FileSystem.currentFolder()
      return try Workspace.resolve(
        options.workspace.map { BytePath($0) } ?? current, current: current, home: home,
        isExplicit: options.workspace != nil)
    } catch let failure as KernelFailure {
      throw ExitFailure.usage(
        "the present folder is gone (\(failure.reason)); change to one that exists")
    } catch let refusal as Sandbox.Refusal {
      throw ExitFailure.usage(refusal.description)
    }
  }

  /// The arguments as bytes: Swift's own copies have lost what was not UTF-8.
  private func commandBytes() -> [[UInt8]] {
    let all = CommandBytes.all()
    guard let separator = all.firstIndex(of: Array("--".utf8)) else {
      return options.command.map { Array($0.utf8) }
    }
    return Array(all[(separator + 1)...])
  }

  private func variable(_ entry: String, _ environment: Environment) -> [UInt8]? {
    if entry.contains("=") { return Array(entry.utf8) }
    return environment.bytes(of: entry).map { Array("\(entry)=".utf8) + $0 }
  }
}

internal import Egress
internal import Glibc
internal import Kernel
internal import Policy

/// The credentials of the grants that rules use, read where the caller keeps them.
///
/// They go to the broker in its sealed configuration and are looked for in whatever the payload gets.
struct GrantSecrets {
  /// The grants with their credentials; only those that some rule uses.
  let carried: [CarriedGrant]
  /// All grants, used or not: none of their variables reaches the payload.
  private let all: [GrantDescription]

  /// No grants.
  static let none = GrantSecrets(carried: [], all: [])

  private init(carried: [CarriedGrant], all: [GrantDescription]) {
    self.carried = carried
    self.all = all
  }

  /// Reads them; a credential that is missing, malformed or in reach of the payload is a refusal.
  static func read(_ request: RunRequest, host: HostFacts) throws(Refusal) -> GrantSecrets {
    let profile = request.profile
    guard profile.networkMode == .egress, !profile.networkGrants.isEmpty else { return .none }
    let used = Set(profile.networkRules.filter { $0.verdict != "deny" }.compactMap(\.grant))
    var carried: [CarriedGrant] = []
    for grant in profile.networkGrants where used.contains(grant.name) {
      let bytes =
        if let file = grant.fromFile {
          try read(file, of: grant, request, host)
        } else { try variable(of: grant, host) }
      guard Secret(bytes) != nil else {
        throw Refusal("grant \(grant.name) has no valid credential", remedy: Secret.form)
      }
      carried.append(CarriedGrant(grant, secret: bytes))
    }
    return GrantSecrets(carried: carried, all: profile.networkGrants)
  }

  private static func variable(
    of grant: GrantDescription, _ host: HostFacts
  ) throws(Refusal) -> [UInt8] {
    let name = grant.fromEnv ?? ""
    guard let bytes = host.environment.bytes(of: name), !bytes.isEmpty else {
      throw Refusal(
        "grant \(grant.name) has no credential: the variable \(name) is not set",
        remedy: "set it for this command, or take the grant out of the rules")
    }
    return bytes
  }

  private static let remedy =
    "keep it in a file of your own outside of the sandbox, with mode 600"

  /// Where a credential's file is, every link resolved.
  private static func place(
    of written: String, _ host: HostFacts
  ) throws(KernelFailure) -> BytePath {
    let own = written.hasPrefix("~/") ? host.home?.appending(String(written.dropFirst(2))) : nil
    return try FileSystem.resolve(own ?? BytePath(written))
  }

  /// Refuses credentials whose files toolchains bring along, under whatever name.
  func refuse(ifShownBy toolchains: ToolchainFinder.Found, on host: HostFacts) throws(Refusal) {
    for grant in all {
      guard let file = grant.fromFile, let path = try? Self.place(of: file, host) else { continue }
      let shown = toolchains.places.first { path.isWithin((try? FileSystem.resolve($0)) ?? $0) }
      if let shown {
        throw Refusal(
          "\(path), the credential of grant \(grant.name), lies in \(shown), which PATH shows the command",
          remedy: Self.remedy)
      }
    }
  }

  private static func read(
    _ written: String, of grant: GrantDescription, _ request: RunRequest, _ host: HostFacts
  ) throws(Refusal) -> [UInt8] {
    let path: BytePath
    let status: FileStatus
    let bytes: [UInt8]
    do throws(KernelFailure) {
      path = try place(of: written, host)
      status = try FileStatus.of(path)
      bytes = status.kind == .regular ? try FileSystem.read(path, limit: 1 << 16) : []
    } catch {
      throw Refusal(
        "the credential of grant \(grant.name) cannot be read: \(error)", remedy: remedy)
    }
    guard status.kind == .regular, status.permissions & 0o022 == 0,
      [0, geteuid()].contains(status.uid)
    else {
      throw Refusal(
        "\(path), the credential of grant \(grant.name), is not a file that only you can write to",
        remedy: remedy)
    }
    if let tree = visibleTrees(request).first(where: { path.isWithin($0) }) {
      throw Refusal(
        "\(path), the credential of grant \(grant.name), lies in \(tree), which the command sees",
        remedy: remedy)
    }
    return Array(bytes.reversed().drop { $0 == 0x0A || $0 == 0x0D }.reversed())
  }

  /// What of the host the command can read; what masks cover counts too, since that is rarely exact.
  private static func visibleTrees(_ request: RunRequest) -> [BytePath] {
    let mounts = request.profile.filesystem.mounts.filter { $0.access != .hidden }
    return (request.workspace.map { [$0] } ?? []) + mounts.map { BytePath($0.source) }
      + request.extraMounts.map(\.source)
  }

  // MARK: What the payload gets

  /// The payload's variables: a grant's own holds its placeholder, git finds the way through the broker,
  /// and any other that holds a credential is a refusal.
  func variables(
    _ given: [String: [UInt8]], rules: [RuleDescription]
  ) throws(Refusal) -> [String: [UInt8]] {
    guard !all.isEmpty else { return given }
    var variables = given
    for grant in all {
      guard let name = grant.fromEnv else { continue }
      variables[name] = Array(CredentialGrant.placeholder(of: grant.name).utf8)
    }
    for (name, value) in variables {
      guard let grant = holder(of: value) else { continue }
      throw Refusal(
        "the variable \(name) would give the command the credential of grant \(grant.name)",
        remedy: "leave it out of --env and of the profile's environment")
    }
    GitRewriting(rules: rules, grants: carried.map(\.terms)).add(to: &variables)
    return variables
  }

  /// Refuses a command line that holds a credential.
  func check(_ command: [[UInt8]]) throws(Refusal) {
    for argument in command {
      guard let grant = holder(of: argument) else { continue }
      throw Refusal(
        "the command line holds the credential of grant \(grant.name)",
        remedy: "leave it out: the broker adds it to what the grant permits")
    }
  }

  private func holder(of value: [UInt8]) -> GrantDescription? {
    carried.first { value.firstRange(of: $0.secret) != nil }?.terms
  }
}

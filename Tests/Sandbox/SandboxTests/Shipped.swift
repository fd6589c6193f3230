import Testing

@testable import Policy
@testable import Sandbox

/// The shipped texts, read from the package's own folders.
enum Shipped {
  static let names = [
    "agent", "build", "dast-target", "default", "fix", "scanner", "scanner-online", "strict",
    "test",
  ]

  static let root: String = {
    let parts = #filePath.split(separator: "/").dropLast(4)
    return "/" + parts.joined(separator: "/")
  }()

  static func bytes(_ path: String) throws -> [UInt8] {
    try #require(ProfileFile.read("\(root)/\(path)"), "no file \(path)").bytes
  }

  static func groups() throws -> SyscallGroups {
    try SyscallGroups(parsing: bytes("profiles/syscalls/groups.yaml"), file: "groups.yaml")
  }

  static func catalog(
    extra: [String: String] = [:], overrides: String? = nil, workspace: String? = nil,
    load: @escaping ProfileCatalog.Loader = { _ in nil }
  ) throws -> ProfileCatalog {
    var texts = try names.map { (name: $0, bytes: try bytes("profiles/\($0).yaml")) }
    texts += extra.map { (name: $0.key, bytes: Array($0.value.utf8)) }
    return ProfileCatalog(
      builtIn: texts, overrides: overrides, workspace: workspace, load: load)
  }

  static func effective(_ name: String) throws -> EffectiveProfile {
    try catalog().effective(name, groups: groups())
  }

  static func policy(
    _ name: String, readWrite: Bool = false, listener: ListenerMode = .record
  ) throws -> SyscallPolicy {
    try source(name, readWrite: readWrite, listener: listener).policy()
  }

  static func source(
    _ name: String, readWrite: Bool = false, listener: ListenerMode = .record
  ) throws -> PolicySource {
    var syscalls = try effective(name).syscalls
    syscalls.listener = listener
    return PolicySource(syscalls, writesHost: readWrite)
  }
}

package import Autonomy
package import Kernel
internal import Sandbox
internal import YAML

/// Reads `sentinel.autonomy-policy/1`: strictly, with every mistake and its line at once.
package enum PolicyFile {
  /// The policy in a file; the default one when `path` is nil and there is no file of the user's.
  package static func read(
    _ path: BytePath?, environment: Environment
  ) throws -> AutonomyPolicy {
    let own = StateFolder.ownPolicy(environment: environment)
    guard path != nil || FileSystem.exists(own) else { return AutonomyPolicy() }
    let file = path ?? own
    return try parse(FileSystem.read(file, limit: 1 << 20), file: file.description)
  }

  /// The policy in a text; throws all mistakes together.
  package static func parse(_ bytes: [UInt8], file: String) throws -> AutonomyPolicy {
    let log = ProblemLog()
    let root = try YAMLParser.parse(bytes, file: file)
    guard let reader = MappingReader(root, name: "", log: log) else {
      try log.throwIfAny()
      return AutonomyPolicy()
    }
    let policy = PolicyReader(log: log).policy(reader)
    try log.throwIfAny()
    return policy
  }
}

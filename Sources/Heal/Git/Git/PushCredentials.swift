internal import Kernel

/// What git may use of the caller's to get into a remote.
///
/// That is the home folder with the keys and the user's own configuration, and the agent. Nothing of
/// it is the repository's.
package struct PushCredentials: Sendable {
  private static let names = [
    "HOME", "XDG_CONFIG_HOME", "SSH_AUTH_SOCK", "GIT_SSH_COMMAND", "https_proxy", "no_proxy",
  ]
  let variables: [String: String]

  /// Access for the caller whose environment this is.
  package init(_ environment: [String: String]) {
    var variables = environment.filter { Self.names.contains($0.key) }
    if let home = environment["HOME"] { variables["GIT_CONFIG_GLOBAL"] = "\(home)/.gitconfig" }
    self.variables = variables
  }

  /// The address of a remote in the caller's own configuration, `git config --global remote.NAME.url`.
  func address(of remote: String) -> String? {
    guard let file = variables["GIT_CONFIG_GLOBAL"],
      let bytes = try? FileSystem.read(BytePath(file), limit: 1 << 20)
    else { return nil }
    return GitConfiguration.remoteAddress(remote, in: String(decoding: bytes, as: UTF8.self))
  }
}

internal import Forge
package import Kernel
internal import Ledger

extension DeskSettings.Target {
  /// Branches and pull requests of the repository that a remote's address names.
  ///
  /// - Parameters:
  ///   - remote: the remote's name in the user's repository, or its address.
  ///   - path: the user's tree.
  ///   - environment: what ``GitHubSettings`` reads, and what git may use to get in.
  /// - Returns: the target.
  /// - Throws: what is missing, and where to write it.
  package static func github(
    remote: String, of path: BytePath, environment: [String: String]
  ) throws(GitHubSettings.Mistake) -> DeskSettings.Target {
    let settings = try GitHubSettings(
      environment: environment, remote: RepositoryName.address(remote, of: path) ?? "",
      readFile: { try FileSystem.read(BytePath($0), limit: 1 << 16) })
    return .github(remote: remote, access: PushAccess(environment), settings: settings)
  }
}

/// What a repository is called.
package enum RepositoryName {
  /// The address of the remote `origin`, without what a person gets in with; else the folder's name.
  package static func of(_ path: BytePath) -> String {
    let name = ((try? FileSystem.resolve(path)) ?? path).name.description
    return address("origin", of: path) ?? name
  }

  /// The address of a remote that is named, or the address itself; nil when there is none.
  static func address(_ remote: String, of path: BytePath) -> String? {
    guard let source = try? SourceRepository.find(around: path) else { return nil }
    let isAddress = remote.contains("/") || remote.contains(":")
    let found =
      try? isAddress
      ? RemoteAddress(remote, relativeTo: source.root) : source.remote(remote)
    return found?.description
  }
}

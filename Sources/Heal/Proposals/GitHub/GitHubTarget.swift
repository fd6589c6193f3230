package import Git
package import Kernel
internal import State

extension PublishingSettings.Target {
  /// Branches and pull requests of the repository that a remote's address names.
  ///
  /// - Parameters:
  ///   - remote: the remote's name in the user's own configuration of git, or its address.
  ///   - path: the user's tree.
  ///   - environment: what ``GitHubSettings`` reads, and what git may use to get in.
  /// - Returns: the target.
  /// - Throws: what is missing, and where to write it.
  package static func github(
    remote: String, of path: BytePath, environment: [String: String]
  ) throws(GitHubSettings.Mistake) -> PublishingSettings.Target {
    let access = PushCredentials(environment)
    let settings = try GitHubSettings(
      environment: environment,
      remote: RepositoryName.address(remote, of: path, for: access) ?? "",
      readFile: { try FileSystem.read(BytePath($0), limit: 1 << 16) })
    return .github(remote: remote, access: access, settings: settings)
  }
}

/// What a repository is called: by its owner's word or its place, never by what its tree says.
package enum RepositoryName {
  /// The address that it is pushed to, without what a person gets in with; else where it lies.
  ///
  /// - Parameters:
  ///   - path: a folder in it.
  ///   - remote: where the caller pushes; nil for nowhere.
  ///   - caller: whose configuration names remotes.
  /// - Returns: the address, or the path.
  package static func of(
    _ path: BytePath, pushedTo remote: String?, for caller: PushCredentials
  ) -> String {
    remote.flatMap { address($0, of: path, for: caller) }
      ?? ((try? FileSystem.resolve(path)) ?? path.normalised).description
  }

  /// The address of a remote that is named, or the address itself; nil when there is none.
  static func address(_ remote: String, of path: BytePath, for caller: PushCredentials) -> String? {
    (try? RemoteAddress.named(remote, around: path, for: caller))?.description
  }
}

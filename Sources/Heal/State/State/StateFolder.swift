package import Audit
internal import FoundationEssentials
package import Kernel
internal import Sandbox

/// Where everything lies that outlives a run: one folder, and what is kept apart from it.
package struct StateFolder: Sendable {
  /// The folder, absolute.
  package let path: BytePath
  /// The audit log in it.
  package let log: LogFolder

  /// The folder that a person names, or the user's own for fixes.
  ///
  /// The newest checkpoints are kept apart below `$XDG_STATE_HOME/sentinel`, without a home nowhere.
  package init(named name: String?, environment: Environment) throws {
    let folders = OwnFolders(environment: environment)
    if let name {
      let given = BytePath(name)
      path = given.isAbsolute ? given : try FileSystem.currentFolder().appending(given)
    } else {
      path = folders.data.appending("heal")
    }
    let state =
      environment.path(of: "XDG_STATE_HOME")
      ?? environment.path(of: "HOME")?.appending(".local/state")
    log = LogFolder(
      path.appending("audit"), anchors: state?.appending("sentinel/checkpoints"))
  }

  /// The file whose presence stops everything.
  package var haltFile: BytePath { path.appending("halt") }

  /// Where the user's policy lies when no other file is named.
  package static func ownPolicy(environment: Environment) -> BytePath {
    OwnFolders(environment: environment).configuration.appending("autonomy.yaml")
  }
}

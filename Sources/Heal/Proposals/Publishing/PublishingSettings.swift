package import Connectors
package import Git
package import Kernel
package import Patches
package import Signals
package import State
package import Text

/// What proposals are published with.
package struct PublishingSettings: Sendable {
  /// Where proposals go; the folder is written in any case.
  package enum Target: Sendable {
    /// A folder on the user's own disk: a notification.
    case folder
    /// A branch at a remote: its name in the user's own configuration of git, or its address.
    case branch(remote: String, access: PushCredentials)
    /// The same branch, and a pull request for it.
    case github(remote: String, access: PushCredentials, settings: GitHubSettings)

    /// The word for it on the command line.
    var name: String {
      switch self {
      case .folder: "folder"
      case .branch: "branch"
      case .github: "github"
      }
    }

    /// Where the branch goes; nil when there is none.
    var push: (remote: String, access: PushCredentials)? {
      switch self {
      case .folder: nil
      case .branch(let remote, let access), .github(let remote, let access, _): (remote, access)
      }
    }

    /// The service that pull requests are made at; nil when none are.
    package var github: GitHubSettings? {
      if case .github(_, _, let settings) = self { settings } else { nil }
    }
  }

  /// The user's tree, which is never written to.
  package var path: BytePath
  /// The same as candidates are for, without history and secrets.
  package var tree: any SourceTree
  /// Where the folders of proposals are made.
  package var out: BytePath
  /// Where proposals go.
  package var target: Target
  /// The state, with the log; temporary work is done in its folder too.
  package var state: StateFolder
  /// For what fixes count.
  package var keys: CaseKeys
  /// The command that runs the tests; nil without one.
  package var testCommand: String?
  /// The kinds of incidents of which the run has seen all that there are: proposals for others are
  /// not closed when the run does not name them.
  package var closes: Set<Signal.Kind> = []
  /// Who asks for approvals, and cannot give them: the account that runs the program.
  package var requester = Caller.name()
  /// What is struck from everything that is published.
  package var mask = SecretMask([:])
  /// Reads the repository of the tree.
  package var git: any ConfinedGit
  /// Facts for the manifest: versions, the sandbox's policy and the like.
  package var facts: [String: JSONValue]

  /// Settings of a publisher.
  package init(
    path: BytePath, tree: any SourceTree, out: BytePath, target: Target,
    state: StateFolder, keys: CaseKeys, git: any ConfinedGit, testCommand: String? = nil,
    facts: [String: JSONValue] = [:]
  ) {
    self.path = path
    self.tree = tree
    self.out = out
    self.target = target
    self.state = state
    self.keys = keys
    self.git = git
    self.testCommand = testCommand
    self.facts = facts
  }
}

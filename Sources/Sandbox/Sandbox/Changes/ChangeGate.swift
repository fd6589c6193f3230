internal import Kernel
internal import Patches

/// Tells which of a command's changes may leave the sandbox without being asked for by name.
struct ChangeGate {
  /// Why a change stays behind.
  enum Refusal: Equatable {
    /// Somebody outside follows it.
    case steering(Change.Class)
    /// A link out of the workspace.
    case linkOutside
    /// A device, a pipe or a socket.
    case special(Change.Class)

    /// The class that the change is reported with.
    var kind: Change.Class {
      switch self {
      case .steering(let kind), .special(let kind): kind
      case .linkOutside: .linkOutside
      }
    }
  }

  private let names: ProtectedNames
  private let classifier: ChangeClassifier
  /// Whether the caller has asked for what others follow.
  let includesProtected: Bool
  /// Folders that the changes make a repository to git, whatever their names.
  private let repositories: Set<BytePath>

  /// Takes the changes as a whole: only together they make a repository.
  init(
    _ changes: [TreeChange], layers: LayerPair, workspace: BytePath, names: ProtectedNames,
    includesProtected: Bool
  ) {
    self.names = names
    self.includesProtected = includesProtected
    classifier = ChangeClassifier(workspace: workspace)
    repositories = Self.repositories(changes, layers)
  }

  /// Why a path, with what is there after the command, stays behind; nil when it may go.
  ///
  /// Of a deletion only the name counts.
  func refusal(_ path: BytePath, _ after: TreeNode?) -> Refusal? {
    if let after {
      switch classifier.classify(path, after) {
      case .device, .fifo, .socket: return .special(classifier.classify(path, after))
      default: break
      }
      if let target = after.target, classifier.leadsOutside(target, from: path.parent) {
        return .linkOutside
      }
    }
    return includesProtected ? nil : steering(path).map { .steering($0) }
  }

  /// Whether a path is one that somebody outside follows.
  func steering(_ path: BytePath) -> Change.Class? {
    if let role = names.role(of: path) { return role }
    if repositories.isEmpty { return nil }
    let isSteering = (ProtectedNames.ancestors(of: path) + [path]).contains {
      repositories.contains($0.parent) && ProtectedNames.steersRepository($0.name)
    }
    return isSteering ? .git : nil
  }

  private static func repositories(_ changes: [TreeChange], _ layers: LayerPair) -> Set<BytePath> {
    let made = Set(changes.filter { $0.after != nil }.map(\.path))
    let gone = Set(changes.filter { $0.after == nil }.map(\.path) + changes.compactMap(\.from))
    let marks: Set<BytePath> = ["HEAD", "objects", "refs", "commondir"]
    let candidates = Set(made.filter { marks.contains($0.name) }.map(\.parent))
      .union(made.filter { ProtectedNames.steersRepository($0.name) }.map(\.parent))
      .union(
        made.flatMap { path in
          ProtectedNames.ancestors(of: path).filter { $0.name == "hooks" }.map(\.parent)
        })
    return candidates.filter { folder in
      ProtectedNames.isRepository { name in
        let path = folder.appending(name)
        return made.contains(path) || !gone.contains(path) && layers.lowerStatus(path) != nil
      }
    }
  }
}

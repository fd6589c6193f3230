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
  /// Folders that are a repository to git after the changes, whatever their names.
  private let repositories: Set<BytePath>
  /// Where the workspace lies in its project: the names on the way count as those in it do.
  private let way: BytePath
  /// What the workspace's own links make others follow, with who does.
  private let followed: [BytePath: Change.Class]

  /// Takes the changes as a whole: only together they make a repository.
  init(
    _ changes: [TreeChange], layers: LayerPair, workspace: BytePath, names: ProtectedNames,
    includesProtected: Bool
  ) throws(KernelFailure) {
    self.names = names
    self.includesProtected = includesProtected
    classifier = ChangeClassifier(workspace: workspace)
    guard !includesProtected, !changes.isEmpty else {
      (repositories, way, followed) = ([], "", [:])
      return
    }
    repositories = Self.repositories(changes, layers)
    // That packages bring much is said of what lies in them, not of whoever works in one.
    way = Self.wayInProject(of: workspace).components
      .filter { SteeringNames.folded($0) != "node_modules" }
      .reduce("") { $0.bytes.isEmpty ? BytePath($1) : $0.appending(BytePath($1)) }
    followed = try names.followed(in: workspace)
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
      if let target = after.target {
        if classifier.leadsOutside(target, from: path.parent) || isOutside(target, path.parent) {
          return .linkOutside
        }
        // Who writes to the link later would write there.
        if let role = steered(by: target, path.parent) { return .steering(role) }
        // A link in the way would put something else where others look.
        if let lost = followed.first(where: { $0.key.isWithin(path) }) {
          return .steering(lost.value)
        }
      }
    }
    return includesProtected ? nil : steering(path).map { .steering($0) }
  }

  /// Whether a link passes one of the workspace's own that leads out.
  private func isOutside(_ target: BytePath, _ folder: BytePath) -> Bool {
    let workspace = classifier.workspace
    let start = target.isAbsolute ? target : workspace.appending(folder).appending(target)
    let whole = start.normalised
    guard whole.isWithin(workspace), let own = try? FileSystem.resolve(workspace) else {
      return true
    }
    return ([whole] + ProtectedNames.ancestors(of: whole)).contains { place in
      guard place != workspace, place.isWithin(workspace),
        (try? FileStatus.of(place).kind) == .link
      else { return false }
      // One that leads nowhere could lead anywhere tomorrow.
      return !((try? FileSystem.resolve(place))?.isWithin(own) ?? false)
    }
  }

  /// Who follows what a link in the workspace leads to.
  private func steered(by target: BytePath, _ folder: BytePath) -> Change.Class? {
    let workspace = classifier.workspace
    let whole = (target.isAbsolute ? target : workspace.appending(folder).appending(target))
      .normalised
    guard whole.isWithin(workspace), whole != workspace else { return nil }
    return steering(
      whole.components.dropFirst(workspace.depth).reduce("") { $0.appending(BytePath($1)) })
  }

  /// Whether a path is one that somebody outside follows.
  func steering(_ path: BytePath) -> Change.Class? {
    if includesProtected { return nil }
    if let role = names.role(of: way.appending(path)) { return role }
    let passed = ProtectedNames.ancestors(of: path) + [path]
    let isOfRepository = passed.contains {
      repositories.contains($0.parent) && ProtectedNames.belongsToRepository($0.name)
    }
    return isOfRepository ? .git : passed.lazy.compactMap { followed[$0] }.first
  }

  private static func repositories(_ changes: [TreeChange], _ layers: LayerPair) -> Set<BytePath> {
    let made = Set(changes.filter { $0.after != nil }.map(\.path))
    let gone = Set(changes.filter { $0.after == nil }.map(\.path) + changes.compactMap(\.from))
    let candidates = Set(made.union(gone).flatMap { ProtectedNames.ancestors(of: $0) }).union([""])
    return candidates.filter { folder in
      ProtectedNames.isRepository { name in
        let path = folder.appending(name)
        return made.contains(path) || !gone.contains(path) && layers.lowerStatus(path) != nil
      }
    }
  }

  /// The names from the innermost folder with a repository of its own to the workspace; all names of
  /// its path where there is none.
  private static func wayInProject(of workspace: BytePath) -> BytePath {
    var way: BytePath = ""
    var folder = workspace
    while folder.parent != folder, !FileSystem.exists(folder.appending(".git")) {
      way = way.bytes.isEmpty ? folder.name : folder.name.appending(way)
      folder = folder.parent
    }
    return way
  }
}

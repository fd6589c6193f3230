/// Leads from the paths that a tool prints back to the files it was given.
///
/// A tool's output is hostile: a path that was not given is never taken for a file of the tree.
struct PathIndex: Sendable {
  /// What a printed path stands for.
  enum Target: Equatable {
    case file(TreePath)
    /// The canary of this name.
    case canary(String)
    case outside
  }

  private let root: String
  private let files: [String: TreePath]
  private let canaries: [String: String]
  private let acceptsAnything: Bool

  /// An index of what one batch was given; tools print paths as given, absolute, or relative to
  /// the folder in which they start.
  ///
  /// - Parameters:
  ///   - root: The folder in which the tool starts, absolute.
  ///   - inputs: What it is given.
  ///   - canaries: The path of each canary, by its name.
  init(root: [UInt8], inputs: [ToolInput], canaries: [String: [UInt8]]) {
    let root = TreePath(root).text + "/"
    self.root = root
    self.canaries = canaries.reduce(into: [:]) { names, canary in
      names[Self.simplified(TreePath(canary.value).text, below: root)] = canary.key
    }
    acceptsAnything = false
    var files: [String: TreePath] = [:]
    for input in inputs {
      files[Self.simplified(TreePath(input.argument).text, below: root)] = input.entry.path
    }
    self.files = files
  }

  /// An index for reports of trees that are not there: every relative path is a file of the tree.
  init(acceptingEverythingBelow root: String = "") {
    self.root = root
    files = [:]
    canaries = [:]
    acceptsAnything = true
  }

  /// Finds what a printed path stands for.
  func target(_ printed: String) -> Target {
    let path = Self.simplified(printed, below: root)
    if let file = files[path] { return .file(file) }
    if let canary = canaries[path] { return .canary(canary) }
    return acceptsAnything && !path.isEmpty ? .file(TreePath(path)) : .outside
  }

  /// The path relative to the folder, without the `./` that tools add or leave in place.
  private static func simplified(_ path: String, below root: String) -> String {
    var rest = path[...]
    if !root.isEmpty, rest.hasPrefix(root) { rest = rest.dropFirst(root.count) }
    while rest.hasPrefix("./") { rest = rest.dropFirst(2) }
    return String(rest)
  }
}

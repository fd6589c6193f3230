internal import Judging
internal import Patches
internal import Text

/// Asks the interpreter of the tests which modules it has of its own and of what is installed for it.
struct ModuleListing: Sendable {
  /// Interpreters before 3.10 do not know their library's names, but where it lies.
  private static let program = """
    import json, pkgutil, sys
    names = set(sys.builtin_module_names) | set(getattr(sys, "stdlib_module_names", ()))
    names.update(module.name for module in pkgutil.iter_modules())
    print(json.dumps(sorted(names)))
    """

  let interpreter: String

  /// Runs it on the tree as it is; isolated, so that no module of the tree is among the answers.
  func run(on runner: TrialRun) async -> RunRecord {
    let words = [interpreter, "-I", "-c", Self.program].map { Array($0.utf8) }
    return await runner.run(TrialRun.Request(words, milliseconds: 60_000))
  }

  /// The names; nil when there was no answer.
  func modules(_ record: RunRecord) -> Set<String>? {
    guard case .exited(0) = record.ending, let value = try? JSONValue(parsing: record.output) else {
      return nil
    }
    let names = value.elements.compactMap(\.string)
    return names.contains("sys") ? Set(names) : nil
  }
}

/// The modules that a change makes importable by a name of their own, not as part of a package.
struct AddedModules: Sequence {
  private var found: [(path: PatchPath, name: String)] = []

  /// Looks at every new file.
  ///
  /// - Parameters:
  ///   - changes: the candidate.
  ///   - tree: the tree before.
  ///   - command: what runs the tests; the folders that it names are searched for modules even where
  ///     they are packages.
  init(_ changes: ChangeSet, to tree: some SourceTree, running command: TestCommand?) {
    let base = Set(tree.paths.map(\.text))
    let new = changes.files.filter { ($0.old == nil || $0.oldPath != nil) && $0.new != nil }
    let all = base.union(new.map(\.path.text))
    let entries = Self.folders(namedBy: command, in: base)
    for file in new {
      guard let (folder, name) = Self.module(file.path.text) else { continue }
      let isPackage = all.contains(Self.join(folder, "__init__.py")) && !entries.contains(folder)
      let isThere = ["\(name).py", "\(name)/__init__.py"].contains {
        base.contains(Self.join(folder, $0))
      }
      if !isPackage && !isThere { found.append((file.path, name)) }
    }
  }

  func makeIterator() -> IndexingIterator<[(path: PatchPath, name: String)]> {
    found.makeIterator()
  }

  /// The folder that has to be searched for a file to be imported, and the name of the module.
  private static func module(_ path: String) -> (folder: String, name: String)? {
    var parts = path.split(separator: "/").map(String.init)
    guard let file = parts.popLast(),
      [".py", ".pyc", ".so"].contains(where: file.lowercased().hasSuffix)
    else { return nil }
    let stem = String(file.prefix { $0 != "." })
    if stem != "__init__" { return (parts.joined(separator: "/"), stem) }
    guard let package = parts.popLast() else { return nil }
    return (parts.joined(separator: "/"), package)
  }

  private static func folders(namedBy command: TestCommand?, in base: Set<String>) -> Set<String> {
    var folders: Set<String> = [""]
    for word in command?.words ?? [] {
      for part in word.split(separator: "=") {
        var path = part.prefix { $0 != ":" }
        while path.hasSuffix("/") { path = path.dropLast() }
        while path.hasPrefix("./") { path = path.dropFirst(2) }
        let name = String(path)
        if base.contains(name) {
          folders.insert(name.split(separator: "/").dropLast().joined(separator: "/"))
        } else if base.contains(where: { $0.hasPrefix(name + "/") }) {
          folders.insert(name)
        }
      }
    }
    return folders
  }

  private static func join(_ folder: String, _ name: String) -> String {
    folder.isEmpty ? name : "\(folder)/\(name)"
  }
}

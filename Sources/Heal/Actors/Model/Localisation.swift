internal import Healing
internal import Judging
internal import Patches
internal import Signals

/// Which files a case is about, most telling first, with the lines that its signals name.
struct Localisation: Equatable, Sendable {
  /// A file.
  struct File: Equatable, Sendable {
    var path: PatchPath
    /// Lines from 1 around which it matters; empty for all of it.
    var lines: Set<Int>
  }

  private(set) var files: [File] = []
  private let tree: any SourceTree
  private let paths: ProjectPaths
  private static let mostFiles = 12
  private static let mostFrames = 24
  /// Files that hold keys, whatever a signal says.
  private static let secretNames = [
    "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", ".netrc", ".pgpass",
  ]
  private static let secretEnds = [".pem", ".key", ".p12", ".pfx", ".jks", ".keystore", ".kdbx"]

  /// Two are equal when they name the same files and lines.
  static func == (left: Localisation, right: Localisation) -> Bool { left.files == right.files }

  /// Looks for the files of a case.
  init(of healingCase: HealingCase, in tree: any SourceTree) {
    self.tree = tree
    paths = ProjectPaths(listing: tree.paths.map(\.text))
    for place in healingCase.signal.places { add(place.path, line: place.line) }
    add(healingCase.incident.place)
    let signals = healingCase.incident.signals
    for signal in signals { add(signal.place) }
    for signal in signals {
      for frame in signal.frames.reversed().prefix(Self.mostFrames) { add(frame.place) }
      for cause in signal.causes {
        for frame in cause.frames.reversed().prefix(Self.mostFrames) { add(frame.place) }
      }
    }
    for signal in signals { signal.related.forEach { add($0) } }
    addTests(healingCase.incident.tests)
    for file in files where file.path.text.hasSuffix(".py") { addImports(of: file.path) }
    for file in files { addNamesakes(of: file.path) }
  }

  private mutating func add(_ place: Place?) {
    guard let place, let path = paths.relative(place.path).flatMap({ PatchPath($0) }) else {
      return
    }
    add(path, line: place.line)
  }

  private mutating func add(_ path: PatchPath, line: Int? = nil) {
    if let index = files.firstIndex(where: { $0.path == path }) {
      if let line, !files[index].lines.isEmpty { files[index].lines.insert(line) }
      return
    }
    guard files.count < Self.mostFiles, !Self.isSecret(path),
      case .file(let bytes, _)? = tree.entry(at: path), !bytes.contains(0)
    else { return }
    files.append(File(path: path, lines: line.map { [$0] } ?? []))
  }

  private static func isSecret(_ path: PatchPath) -> Bool {
    let name = path.name.lowercased()
    return name == ".env" || name.hasPrefix(".env.") || secretNames.contains(name)
      || secretEnds.contains(where: name.hasSuffix)
  }

  // MARK: What tests are about

  private mutating func addTests(_ tests: [TestID]) {
    for test in tests.prefix(32) {
      guard let suite = test.suite else { continue }
      if let path = paths.relative(suite).flatMap({ PatchPath($0) }) { add(path) }
      let dotted = suite.split(separator: ".").joined(separator: "/")
      if let path = paths.relative(dotted + ".py").flatMap({ PatchPath($0) }) { add(path) }
    }
  }

  /// Modules of the project that a Python file imports, one file deep.
  private mutating func addImports(of path: PatchPath) {
    guard case .file(let bytes, _)? = tree.entry(at: path) else { return }
    let folder = path.parents.last.map { $0.text + "/" } ?? ""
    for line in String(decoding: bytes.prefix(1 << 16), as: UTF8.self).split(separator: "\n") {
      let words = line.split { " \t,()".contains($0) }
      guard words.count > 1, words[0] == "from" || words[0] == "import" else { continue }
      let module = words[1].split(separator: ".").joined(separator: "/")
      guard !module.isEmpty || words[1].hasPrefix(".") else { continue }
      var names = ["\(module).py", "\(module)/__init__.py", "\(folder)\(module).py"]
      if words[0] == "from" {
        for name in words.dropFirst(3).prefix(8) where name != "as" {
          let inner = module.isEmpty ? "\(name)" : "\(module)/\(name)"
          names += ["\(inner).py", "\(folder)\(inner).py"]
        }
      }
      for name in names {
        if let found = PatchPath(name), tree.entry(at: found)?.content != nil { add(found) }
      }
    }
  }

  /// The file that a test file is named after.
  private mutating func addNamesakes(of path: PatchPath) {
    let name = path.name
    let parts = name.split(separator: ".", maxSplits: 1)
    guard parts.count == 2 else { return }
    let stem = String(parts[0])
    let bare: String
    if stem.hasPrefix("test_") {
      bare = String(stem.dropFirst(5))
    } else if stem.hasSuffix("_test") || stem.hasSuffix("Tests") {
      bare = String(stem.dropLast(5))
    } else if stem.hasSuffix("Test") {
      bare = String(stem.dropLast(4))
    } else {
      return
    }
    let wanted = "\(bare).\(parts[1])"
    for other in tree.paths where other.name == wanted { add(other) }
  }
}

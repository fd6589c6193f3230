/// Finds the files of a project behind the paths that other machines, containers and tools name.
package struct ProjectPaths: Sendable {
  private let files: Set<String>
  private let byName: [Substring: [String]]
  private let root: String?

  /// Folders in which services check a project out; a star stands for one part.
  private static let checkouts = [
    "/home/runner/work/*/*/", "/__w/*/*/", "/github/workspace/", "/Users/runner/work/*/*/",
    "/builds/*/*/",
    "/var/jenkins_home/workspace/*/", "/home/circleci/project/", "/drone/src/",
    "/bitbucket/pipelines/agent/build/",
    "/home/vsts/work/*/s/", "/home/travis/build/*/*/", "/workspaces/*/", "/workspace/",
    "/usr/src/app/", "/app/",
    "/code/", "/project/", "/src/",
  ]
  /// Parts of a path behind which nobody's own project lies.
  private static let foreign = [
    "/site-packages/", "/dist-packages/", "/node_modules/", "/usr/lib/", "/usr/include/",
    "/usr/share/",
    "/usr/local/lib/", "/usr/local/go/", "/usr/lib64/", "/rustc/", "/.cargo/", "/.rustup/",
    "/pkg/mod/", "/.pyenv/",
    "/lib/python", "/.m2/", "/.gradle/", "/opt/hostedtoolcache/", "/toolchains/", "/gems/",
    "/vendor/bundle/",
    "/.venv/", "/venv/", "/.tox/",
  ]
  private static let foreignStarts = [
    "<", "node:", "internal/", "java/", "javax/", "jdk/", "sun/", "webpack:",
  ]

  /// Makes the paths of one project.
  ///
  /// `listing` has every file relative to the project's root; where it is empty, paths are judged by
  /// their look alone. `root` is where the report was made, when that is known.
  package init(listing: [String] = [], root: String? = nil) {
    files = Set(listing)
    byName = Dictionary(grouping: listing) { Self.name(of: $0) }
    self.root = root.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
  }

  /// Gives the file of the project that a path means; `nil` for files of others.
  package func relative(_ path: String) -> String? {
    let clean = Self.normalized(path)
    guard !clean.isEmpty, clean != ".", !Self.foreignStarts.contains(where: clean.hasPrefix) else {
      return nil
    }
    if files.contains(clean) { return clean }
    if let root, clean.hasPrefix(root) {
      let rest = String(clean.dropFirst(root.count))
      if files.isEmpty || files.contains(rest) { return rest }
    }
    return files.isEmpty ? byLook(clean) : bySuffix(clean) ?? byTail(clean)
  }

  private func byLook(_ path: String) -> String? {
    for pattern in Self.checkouts {
      if let rest = Self.rest(of: path, behind: pattern) {
        return Self.isForeign("/" + rest) ? nil : rest
      }
    }
    return Self.isForeign(path.hasPrefix("/") ? path : "/" + path) ? nil : path
  }

  /// The longest end of the path that is a file of the project, unless something foreign is in front.
  private func bySuffix(_ path: String) -> String? {
    var rest = path[...]
    for _ in 0..<128 {
      guard let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
      rest = rest[rest.utf8.index(after: slash)...]
      guard files.contains(String(rest)) else { continue }
      let front = String(path[..<rest.startIndex])
      return Self.isForeign(front.hasPrefix("/") ? front : "/" + front) ? nil : String(rest)
    }
    return nil
  }

  /// The only file of the project that ends so, for paths that begin at a package and not at the root.
  private func byTail(_ path: String) -> String? {
    guard !path.hasPrefix("/"), let candidates = byName[Self.name(of: path)],
      candidates.count <= 1_000
    else { return nil }
    let fitting = candidates.filter { $0.hasSuffix("/" + path) }
    return fitting.count == 1 ? fitting.first : nil
  }

  private static func isForeign(_ path: String) -> Bool { foreign.contains { path.contains($0) } }

  private static func name(of path: String) -> Substring {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path[...] }
    return path[path.utf8.index(after: slash)...]
  }

  /// What follows a pattern at the beginning of a path.
  private static func rest(of path: String, behind pattern: String) -> String? {
    var line = ByteCursor(path)
    for (index, part) in pattern.utf8.split(
      separator: UInt8(ascii: "*"), omittingEmptySubsequences: false
    ).enumerated() {
      if index > 0, line.take(while: { $0 != UInt8(ascii: "/") }).isEmpty { return nil }
      guard line.take(String(decoding: part, as: UTF8.self)) else { return nil }
    }
    return line.isAtEnd ? nil : line.rest
  }

  /// Slashes one way, no drive, no scheme, no `.`; `..` where there is something to leave.
  private static func normalized(_ path: String) -> String {
    let bytes = Array(Place(path: path).path.utf8)
    var text = bytes[...]
    if text.count > 2, text[1] == UInt8(ascii: ":"), bytes[0].isLetter, text[2] == UInt8(ascii: "/")
    {
      text = text.dropFirst(2)
    }
    var parts: [ArraySlice<UInt8>] = []
    for part in text.split(separator: UInt8(ascii: "/")) where !part.elementsEqual(".".utf8) {
      if part.elementsEqual("..".utf8), let last = parts.last, !last.elementsEqual("..".utf8) {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    let joined = parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
    return text.first == UInt8(ascii: "/") ? "/" + joined : joined
  }

  /// Whether a file holds tests, by the customs of its language.
  static func isTest(_ path: String) -> Bool {
    let lowered = "/" + path.lowercased()
    if ["/test/", "/tests/", "/spec/", "/specs/", "/__tests__/", "/testing/"].contains(where: {
      lowered.contains($0)
    }) {
      return true
    }
    let name = String(name(of: path))
    let stem = name.utf8.firstIndex(of: UInt8(ascii: ".")).map { String(name[..<$0]) } ?? name
    return stem.hasPrefix("test_") || stem.hasSuffix("_test") || stem.hasSuffix("_spec")
      || stem.hasSuffix("Test")
      || stem.hasSuffix("Tests") || stem == "conftest" || name.contains(".test.")
      || name.contains(".spec.")
  }
}

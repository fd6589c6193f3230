internal import Patches

/// New modules that would be imported in place of the test runner, the standard library or a package.
struct ShadowingCheck: Check {
  private let names: Set<String>
  private let roots: Set<String>

  init(_ fields: inout ArticleFields) {
    names = Set(fields.texts("names"))
    roots = Set(fields.texts("roots"))
    if names.isEmpty { fields.problem("needs names") }
  }

  func breaches(in input: JudgeInput) -> [Observation] {
    input.files.compactMap { file in
      guard file.change.old == nil || file.change.oldPath != nil, file.change.new != nil else {
        return nil
      }
      var parts = file.change.path.text.lowercased().split(separator: "/").map(String.init)
      // What is imported first: the root, and the folders that runners put before the library.
      if parts.count > 1, roots.contains(parts[0]) { parts.removeFirst() }
      let module = parts.count == 1 ? Self.stem(parts[0]) : parts[0]
      guard names.contains(module), Self.isCode(file.change.path) else { return nil }
      let isOwn = input.basePaths.contains {
        $0.text.lowercased().split(separator: "/").first.map(String.init) == module
      }
      return isOwn ? nil : Observation(file.path, 0, "module \(module)")
    }
  }

  private static func stem(_ name: String) -> String {
    name.split(separator: ".").first.map(String.init) ?? name
  }

  private static func isCode(_ path: PatchPath) -> Bool {
    [".py", ".pyc", ".pyi", ".so", ".js", ".json"].contains { path.name.lowercased().hasSuffix($0) }
  }
}

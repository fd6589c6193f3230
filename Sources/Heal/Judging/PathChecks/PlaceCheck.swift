internal import Patches

/// Code of the product put where scanners and tests do not look, and imports of it.
struct PlaceCheck: Check {
  private let foreign: Set<String>
  private let tests: Set<String>

  init(_ fields: inout ArticleFields) {
    foreign = Set(fields.texts("foreign"))
    tests = Set(fields.texts("tests"))
    if foreign.isEmpty || tests.isEmpty { fields.problem("needs foreign and tests") }
  }

  func breaches(in input: JudgeInput) -> [Observation] {
    input.isExactRevert ? [] : input.files.flatMap { moves($0) + imports($0, input) }
  }

  private func moves(_ file: FileCase) -> [Observation] {
    guard file.change.new != nil, file.language != nil else { return [] }
    let folders = file.change.path.text.lowercased().split(separator: "/").map(String.init)
      .dropLast()
    if let folder = folders.first(where: foreign.contains), !file.isModified || hasMoved(file) {
      return [Observation(file.path, 0, "in \(folder)")]
    }
    if hasMoved(file), file.oldRole == .production, file.role == .test {
      return [Observation(file.path, 0, "moved among the tests")]
    }
    return []
  }

  private func hasMoved(_ file: FileCase) -> Bool { file.change.oldPath != nil }

  private func imports(_ file: FileCase, _ input: JudgeInput) -> [Observation] {
    guard file.isProduction, file.language == .python else { return [] }
    let before = Set(file.oldNames.imports.map(\.name))
    return file.newNames.imports.compactMap { name, line in
      guard !before.contains(name) else { return nil }
      let parts = Self.absolute(name, from: file.change.path)
      let root = parts.first?.lowercased() ?? ""
      let isOut = tests.contains(root) || foreign.contains(root) || leadsToTests(parts, input)
      return isOut ? Observation(file.path, line, "imports \(name)") : nil
    }
  }

  /// The parts of an imported name, leading dots resolved by the importing file's folder.
  private static func absolute(_ name: String, from path: PatchPath) -> [String] {
    let dots = name.prefix { $0 == "." }.count
    let parts = name.dropFirst(dots).split(separator: ".").map(String.init)
    if dots == 0 { return parts }
    return path.text.split(separator: "/").map(String.init).dropLast(dots) + parts
  }

  /// Whether a file among the tests is what some start of the name means.
  private func leadsToTests(_ parts: [String], _ input: JudgeInput) -> Bool {
    let made = Set(input.files.filter { $0.change.new != nil }.map(\.change.path))
    return parts.indices.contains { index in
      let stem = parts[...index].joined(separator: "/")
      return [".py", "/__init__.py"].contains { ending in
        guard let path = PatchPath(stem + ending), FileRole(path) == .test else { return false }
        return made.contains(path) || input.base.entry(at: path) != nil
      }
    }
  }
}

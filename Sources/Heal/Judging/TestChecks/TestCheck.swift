internal import Patches

/// Tests may gain and never lose: what was there must stay as it was, and nothing new may disarm it.
struct TestCheck: Check {
  private let hooks: [String]
  private let starters: Set<String>

  init(_ fields: inout ArticleFields) {
    hooks = fields.texts("hooks")
    starters = Set(fields.texts("starters"))
    if hooks.isEmpty || starters.isEmpty { fields.problem("needs hooks and starters") }
  }

  func breaches(in input: JudgeInput) -> [Observation] {
    if input.isExactRevert { return [] }
    let packages = Set(
      input.basePaths.filter { FileRole($0) == .production }
        .compactMap { $0.text.split(separator: "/").first.map(String.init) })
    let found = input.files.flatMap { breaches($0, packages) }
    guard input.signal?.kind == .wrongTest else { return found }
    // A signal that blames the test makes a person look; nothing may slip through in its shadow.
    let named = input.files.filter { $0.role == .test || $0.oldRole == .test }
    if named.isEmpty { return found }
    return found.map { observation in
      var observation = observation
      if input.signal?.places.contains(where: { $0.path.description == observation.path }) ?? false
      {
        observation.verdict = .escalate
      }
      return observation
    }
      + named.prefix(1).map {
        Observation($0.path, 0, "the signal blames a test", verdict: .escalate)
      }
  }

  private func breaches(_ file: FileCase, _ packages: Set<String>) -> [Observation] {
    guard file.oldRole == .test || file.role == .test else { return [] }
    if let oldPath = file.change.oldPath, file.oldRole == .test {
      return [Observation(oldPath.description, 0, "moved to \(file.path)")]
    }
    if file.change.old == nil {
      return file.newModule.map { module in
        PythonTests(file, hooks: hooks, old: nil, packages: packages).added(module)
      } ?? []
    }
    if file.change.new == nil { return [Observation(file.path, 0, "deleted")] }
    if let old = file.oldModule, let new = file.newModule {
      return PythonTests(file, hooks: hooks, old: old, packages: packages).changed(to: new)
    }
    return plain(file)
  }

  /// Other languages: no code may go, and what comes must begin like a test of its own.
  private func plain(_ file: FileCase) -> [Observation] {
    let isCode = file.language.map { ![.yaml, .ini].contains($0) } ?? false
    if !isCode { return [Observation(file.path, (file.blocks.first?.new.lowerBound ?? 0) + 1)] }
    let before = Dictionary(grouping: file.oldIndex.tokens) { $0.line }
    let after = Dictionary(grouping: file.newIndex.tokens) { $0.line }
    return file.blocks.compactMap { block in
      if let line = block.old.first(where: { before[$0 + 1] != nil }) {
        return Observation(file.path, line + 1)
      }
      let tokens = block.new.flatMap { after[$0 + 1] ?? [] }
      guard let first = tokens.first else { return nil }
      let depth = tokens.reduce(0) { depth, token in
        depth + (["(", "[", "{"].contains(token.text) ? 1 : 0)
          - ([")", "]", "}"].contains(token.text) ? 1 : 0)
      }
      // A diff may begin with the bracket that ends the test before.
      let opening = tokens.first { $0.kind != .op } ?? first
      if starters.contains(opening.text), depth == 0 { return nil }
      return Observation(
        file.path, block.new.lowerBound + 1, "new lines inside a test", verdict: .escalate)
    }
  }
}

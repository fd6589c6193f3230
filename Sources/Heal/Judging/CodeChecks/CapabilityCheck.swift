internal import Patches

/// Powers that the changed files did not have before: network, processes, foreign code and so on.
struct CapabilityCheck: Check {
  /// Powers by name, each with the dotted names of Python that give it.
  private let names: [String: [String]]
  /// Powers by name that are seen in the words of the code, for any language.
  private let tokens: [CodeLanguage: [String: [TokenPattern]]]

  init(_ fields: inout ArticleFields) {
    names = fields.lists("names")
    var tokens: [CodeLanguage: [String: [TokenPattern]]] = [:]
    for (key, list) in fields.lists("tokens") {
      let parts = key.split(separator: ".").map(String.init)
      guard parts.count == 2, let language = CodeLanguage(rawValue: parts[0]) else {
        fields.problem("tokens are named language.power, not \(key)")
        continue
      }
      tokens[language, default: [:]][parts[1]] = list.map { TokenPattern($0) }
    }
    self.tokens = tokens
    if names.isEmpty { fields.problem("needs names") }
  }

  func breaches(in input: JudgeInput) -> [Observation] {
    if input.isExactRevert { return [] }
    return tests(input) + production(input)
  }

  /// A file may keep its powers, and take over one that another file of the patch gives up.
  private func production(_ input: JudgeInput) -> [Observation] {
    let changed = input.files.filter { $0.role == .production || $0.oldRole == .production }
      .map { file in
        (
          file: file, old: powers(file.oldIndex, file.oldUses, file.language),
          new: powers(file.newIndex, file.newUses, file.language)
        )
      }
    let moved = Set(changed.flatMap { side in side.old.keys.filter { side.new[$0] == nil } })
    return changed.flatMap { side in
      side.new.filter { side.old[$0.key] == nil && !moved.contains($0.key) }
        .map { Observation(side.file.path, $0.value.line, "\($0.key): \($0.value.name)") }
    }
  }

  /// New powers of tests run where tests run, with whatever is in reach there; a person looks, unless
  /// some test of the base has the power already.
  private func tests(_ input: JudgeInput) -> [Observation] {
    let found = input.files.filter { $0.role == .test }.flatMap { file in
      let before = powers(file.oldIndex, file.oldUses, file.language)
      return powers(file.newIndex, file.newUses, file.language).filter { before[$0.key] == nil }
        .map { (power: $0.key, path: file.path, place: $0.value) }
    }
    if found.isEmpty { return [] }
    var known: Set<String> = []
    for path in input.basePaths where FileRole(path) == .test {
      guard let language = CodeLanguage(path: path),
        let bytes = input.base.entry(at: path)?.content,
        bytes.count < 1 << 19
      else { continue }
      let code = CodeTokens(bytes, language)
      let uses = NameIndex(PythonNames(language == .python ? code.tokens : []))
      known.formUnion(powers(TokenIndex(code), uses, language).keys)
    }
    return found.filter { !known.contains($0.power) && !Self.harmlessInTests.contains($0.power) }
      .map {
        Observation($0.path, $0.place.line, "\($0.power): \($0.place.name)", verdict: .escalate)
      }
  }

  /// Powers that tests have for good reasons.
  private static let harmlessInTests: Set<String> = ["removal", "exit", "encoding", "lifecycle"]

  /// The powers of a file, each with the place that shows it first.
  private func powers(
    _ code: TokenIndex, _ uses: NameIndex, _ language: CodeLanguage?
  ) -> [String: (line: Int, name: String)] {
    var found: [String: (line: Int, name: String)] = [:]
    guard let language else { return found }
    if language == .python {
      for (power, wanted) in names {
        let first = wanted.flatMap { uses.uses(of: $0) }
          .min { ($0.line, $0.name) < ($1.line, $1.name) }
        if let first { found[power] = (first.line, first.name) }
      }
    }
    for (power, patterns) in tokens[language] ?? [:] where found[power] == nil {
      for pattern in patterns {
        if let place = pattern.matches(code).first {
          found[power] = (code.tokens[place].line, pattern.text)
          break
        }
      }
    }
    return found
  }
}

internal import Patches

/// Refusals that hold in fewer cases, or are gone, where no signal asked for it.
struct GuardCheck: Check {
  init(_ fields: inout ArticleFields) {}

  func breaches(in input: JudgeInput) -> [Observation] {
    if input.isExactRevert { return [] }
    return input.production.flatMap { file -> [Observation] in
      guard let old = file.oldModule, let new = file.newModule else { return [] }
      let after = new.functions
      let kept = Set(Self.guards(new.statements).map(\.words))
      return old.functions.sorted { $0.key < $1.key }.flatMap { name, function in
        let isNamed = input.signal?.isAbout(function, of: file) ?? false
        return after[name].map { narrowed(function, $0, file, kept: kept, isNamed: isNamed) } ?? []
      } + lost(old, new, file, input)
    }
  }

  // MARK: Narrowed

  /// A guard that raises.
  private struct Guard {
    var condition: [CodeToken]
    var line: Int
    var words: [String] { condition.map(\.text) }
  }

  private static func guards(_ statements: [PythonModule.Statement]) -> [Guard] {
    statements.flatMap(\.all).filter {
      ["if", "elif"].contains($0.keyword) && $0.body.last?.keyword == "raise"
    }
    .map { Guard(condition: Array($0.tokens.dropFirst()), line: $0.line) }
  }

  /// The most guards of a function that are asked what became of them.
  private static let mostGuards = 64

  private func narrowed(
    _ old: PythonModule.Statement, _ new: PythonModule.Statement, _ file: FileCase,
    kept: Set<[String]>, isNamed: Bool
  ) -> [Observation] {
    let after = Self.guards([new])
    let gone = Self.guards([old]).filter { !kept.contains($0.words) }.prefix(Self.mostGuards)
    return gone.compactMap { before in
      for guarded in after.prefix(Self.mostGuards) {
        guard let rest = Self.conjunct(guarded.condition, beyond: before.words) else { continue }
        // A door for a name needs somebody to look even where the signal is about this guard.
        if !isNamed || rest.contains(where: { $0.kind == .string }) {
          return Observation(
            file.path, guarded.line,
            "refuses less: and " + rest.prefix(12).map(\.text).joined(separator: " "))
        }
      }
      return isNamed || after.isEmpty
        ? nil : Observation(file.path, before.line, "refuses otherwise")
    }
  }

  /// What is joined to a condition by `and`; nil when that is not what was done to it.
  private static func conjunct(_ tokens: [CodeToken], beyond old: [String]) -> [CodeToken]? {
    let words = tokens.map(\.text)
    for form in [old, ["("] + old + [")"]] {
      if words.starts(with: form + ["and"]) { return Array(tokens[(form.count + 1)...]) }
      if words.count > form.count, Array(words.suffix(form.count + 1)) == ["and"] + form {
        return Array(tokens.dropLast(form.count + 1))
      }
    }
    return nil
  }

  // MARK: Lost

  /// Errors that the file raises less often than before, counted by what is raised.
  private func lost(
    _ old: PythonModule, _ new: PythonModule, _ file: FileCase, _ input: JudgeInput
  ) -> [Observation] {
    let before = Self.raised(old)
    let after = Self.raised(new)
    let functions = old.definitions.filter { !$0.isClass }.map(\.statement)
    let named = functions.filter { input.signal?.isAbout($0, of: file) ?? false }
    return before.sorted { $0.key < $1.key }.compactMap { name, lines in
      guard lines.count > after[name]?.count ?? 0 else { return nil }
      let isNamed = lines.prefix(Self.mostGuards).contains { line in
        named.contains { $0.line <= line && line <= $0.lastLine }
      }
      return isNamed ? nil : Observation(file.path, lines[0], "no longer raises \(name)")
    }
  }

  private static func raised(_ module: PythonModule) -> [String: [Int]] {
    var found: [String: [Int]] = [:]
    for statement in module.all where statement.keyword == "raise" {
      guard statement.tokens.count > 1 else { continue }
      found[statement.tokens[1].text, default: []].append(statement.line)
    }
    return found
  }
}

extension JudgeSignal {
  /// Whether a place of the signal is within a function.
  func isAbout(_ function: PythonModule.Statement, of file: FileCase) -> Bool {
    let lines = function.line...max(function.line, function.lastLine)
    return places.contains { place in
      place.path == file.change.oldPath ?? file.change.path
        && place.line.map(lines.contains) ?? false
    }
  }
}

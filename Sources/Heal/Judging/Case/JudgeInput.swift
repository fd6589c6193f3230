internal import Patches
internal import Text

/// A case as the checks see it: the changed files, what was signalled, and the tests of the base.
struct JudgeInput: Sendable {
  let files: [FileCase]
  let signal: JudgeSignal?
  let rationale: String?
  /// Whether the patch takes back exactly what the signal's culprit had done.
  let isExactRevert: Bool
  /// The paths of the base.
  let basePaths: [PatchPath]
  let base: any SourceTree
  /// Numbers and the values of strings in the base's tests.
  let testLiterals: Set<String>

  /// The most bytes of tests that are read for their literals.
  private static let mostTestBytes = 16 << 20

  init(base: any SourceTree, changes: ChangeSet, signal: JudgeSignal?, rationale: String?) {
    files = changes.files.map { FileCase($0) }
    self.base = base
    self.signal = signal
    self.rationale = rationale
    basePaths = base.paths
    isExactRevert = Self.isRevert(changes, of: signal, base: base)
    testLiterals = Self.literals(of: base, paths: basePaths)
  }

  /// The files of the product after the patch.
  var production: [FileCase] { files.filter(\.isProduction) }

  /// Text of a patch for a message: escaped and cut.
  static func shown(_ text: String) -> String {
    let line = VisibleText.line(text)
    return line.count > 160 ? line.prefix(160) + "…" : line
  }

  /// Whether the culprit, applied to what the patch makes, gives the base again.
  private static func isRevert(
    _ changes: ChangeSet, of signal: JudgeSignal?, base: any SourceTree
  ) -> Bool {
    guard let signal, signal.kind == .regression, let culprit = signal.culprit else { return false }
    func check(_ base: some SourceTree) -> Bool {
      guard let candidate = try? Candidate(reading: culprit),
        let redone = try? candidate.applied(to: PatchedTree(base, changes))
      else { return false }
      // Every file of the patch is one of the culprit's, and is the base's again.
      let mine = Set(changes.files.flatMap { [$0.path, $0.oldPath].compactMap { $0 } })
      let theirs = Set(redone.files.flatMap { [$0.path, $0.oldPath].compactMap { $0 } })
      return mine == theirs
        && redone.files.allSatisfy { $0.new == base.entry(at: $0.path)?.content }
    }
    return check(base)
  }

  private static func literals(of base: any SourceTree, paths: [PatchPath]) -> Set<String> {
    var literals: Set<String> = []
    var left = mostTestBytes
    for path in paths where FileRole(path) == .test {
      guard let language = CodeLanguage(path: path), let bytes = base.entry(at: path)?.content,
        bytes.count <= left
      else { continue }
      left -= bytes.count
      for token in CodeTokens(bytes, language).tokens {
        if let literal = literal(token) { literals.insert(literal) }
      }
    }
    return literals
  }

  /// A number in plain form, or the value of a string; nil for anything else.
  static func literal(_ token: CodeToken) -> String? {
    switch token.kind {
    case .number:
      let text = token.text.filter { $0 != "_" }.lowercased()
      return Double(text).map { "#\($0)" } ?? "#" + text
    case .string: return token.stringValue.map { "\"" + $0 }
    default: return nil
    }
  }
}

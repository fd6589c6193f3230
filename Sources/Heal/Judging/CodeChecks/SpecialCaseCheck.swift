internal import Patches

/// Answers for the inputs of the tests instead of a fix, and doors for one name.
///
/// What a literal means is decided by where else it stands: in the base's tests it is an input or an
/// expected value; in the file's own past it belongs to the product.
struct SpecialCaseCheck: Check {
  private let trivial: Set<String>

  init(_ fields: inout ArticleFields) {
    trivial = Set(fields.texts("trivial"))
    if trivial.isEmpty { fields.problem("needs trivial") }
  }

  func breaches(in input: JudgeInput) -> [Observation] {
    input.production.flatMap { file -> [Observation] in
      if let module = file.newModule {
        return PythonCases(file: file, input: input, trivial: trivial).observations(module)
      }
      return plain(file, input)
    }
  }

  /// Other languages: new literals of the tests behind `==` or `case`.
  private func plain(_ file: FileCase, _ input: JudgeInput) -> [Observation] {
    let known = Set(file.old.tokens.compactMap(JudgeInput.literal))
    let tokens = file.newIndex.tokens
    return tokens.indices.compactMap { index in
      guard let literal = JudgeInput.literal(tokens[index]), index > 0, !trivial.contains(literal),
        ["==", "===", "case"].contains(tokens[index - 1].text),
        file.addedLines.contains(tokens[index].line), !known.contains(literal)
      else { return nil }
      if input.testLiterals.contains(literal) {
        return Observation(file.path, tokens[index].line, tokens[index].text)
      }
      return literal.hasPrefix("\"")
        ? Observation(file.path, tokens[index].line, tokens[index].text, verdict: .escalate) : nil
    }
  }
}

/// The search in one Python file.
private struct PythonCases {
  let file: FileCase
  let input: JudgeInput
  let trivial: Set<String>
  private let known: Set<String>
  private let added: Set<Int>
  private let oldStatements: Set<String>

  init(file: FileCase, input: JudgeInput, trivial: Set<String>) {
    self.file = file
    self.input = input
    self.trivial = trivial
    known = Set(file.old.tokens.compactMap(JudgeInput.literal))
    added = file.addedLines
    oldStatements = Set(
      (file.oldModule?.all ?? []).map { $0.tokens.map(\.text).joined(separator: " ") })
  }

  func observations(_ module: PythonModule) -> [Observation] {
    var found: [Observation] = []
    func visit(_ statements: [PythonModule.Statement]) {
      for (index, statement) in statements.enumerated() {
        let text = statement.tokens.map(\.text).joined(separator: " ")
        let isNew =
          statement.tokens.contains { added.contains($0.line) }
          && !oldStatements.contains(text)
        let isGuardOfNew = statement.body.contains { added.contains($0.line) }
        if isNew || isGuardOfNew && ["if", "elif", "case"].contains(statement.keyword) {
          let next = index + 1 < statements.count ? statements[index + 1] : nil
          if let seen = judge(statement, next: next, isNew: isNew) { found.append(seen) }
        }
        visit(statement.body)
      }
    }
    visit(module.statements)
    return found
  }

  private func isDistinctive(_ literal: String) -> Bool {
    !trivial.contains(literal) && literal.utf8.count > 1
  }

  private func literals(_ tokens: [CodeToken]) -> [String] {
    tokens.compactMap(JudgeInput.literal).filter(isDistinctive)
  }

  private func judge(
    _ statement: PythonModule.Statement, next: PythonModule.Statement?, isNew: Bool
  ) -> Observation? {
    let equal = equalities(statement)
    let inTests = equal.filter { input.testLiterals.contains($0) }
    let result = results(statement)
    let givesConstant = !result.isEmpty
    let line = statement.line
    let detail = statement.tokens.prefix(24).map(\.text).joined(separator: " ")
    if !inTests.isEmpty, givesConstant { return Observation(file.path, line, detail) }
    if isNew {
      let fresh = equal.filter { !known.contains($0) }
      if inTests.contains(where: { fresh.contains($0) && isTelling($0) }) {
        return Observation(file.path, line, detail)
      }
      if givesConstant, !fresh.isEmpty { return Observation(file.path, line, detail) }
      if fresh.contains(where: { $0.hasPrefix("\"") }), !isGuardThatRaises(statement) {
        return Observation(file.path, line, detail, verdict: .escalate)
      }
      if isLookup(statement) || isFactor(statement) { return Observation(file.path, line, detail) }
      if !isDecision(statement), statement.keyword != "assert", !isComparedInLoop(statement),
        !fresh.isEmpty || isRemainder(statement)
      {
        return Observation(file.path, line, detail, verdict: .escalate)
      }
      if isDecision(statement), isRemainder(statement) {
        return Observation(file.path, line, detail, verdict: .escalate)
      }
      if isPinch(statement) { return Observation(file.path, line, detail) }
    }
    if isDecision(statement), answersFromTests(statement, result) {
      return Observation(file.path, line, detail)
    }
    return isNew && isTable(statement) ? Observation(file.path, line, detail) : nil
  }

  /// A text, or a number that nobody writes by chance.
  private func isTelling(_ literal: String) -> Bool {
    if literal.hasPrefix("\"") { return true }
    guard let value = Double(literal.dropFirst()) else { return true }
    return abs(value) >= 10 || value != value.rounded()
  }

  private func isGuardThatRaises(_ statement: PythonModule.Statement) -> Bool {
    statement.keyword == "if" && statement.body.last?.keyword == "raise"
  }

  private func isDecision(_ statement: PythonModule.Statement) -> Bool {
    ["if", "elif", "while", "case"].contains(statement.keyword)
      || statement.tokens.contains { $0.is("if") }
  }

  // MARK: Equalities

  /// The literals that something is compared for equality with.
  private func equalities(_ statement: PythonModule.Statement) -> [String] {
    let tokens = statement.tokens
    if statement.keyword == "case" { return literals(tokens) }
    // How long something is, or of what type, says nothing about which one it is.
    let isMeasured = tokens.contains { $0.is("len") || $0.is("type") }
    var found: [String] = []
    if statement.tokens.contains(where: { $0.is("not") }) || isDecision(statement) {
      // `not x - 100` is an equality as well.
      for index in tokens.indices.dropFirst().dropLast()
      where tokens[index].is("-") || tokens[index].is("^") {
        let isZero = index + 2 >= tokens.count || tokens[index + 2].is(")")
        guard isZero, tokens[index - 1].kind == .name else { continue }
        found += literals([tokens[index + 1]]).filter { input.testLiterals.contains($0) }
      }
    }
    for (index, token) in tokens.enumerated() {
      let isIn = token.is("in") && statement.keyword != "for" && !isComprehension(tokens, index)
      guard token.is("==") || token.is("is") || isIn || isMembership(tokens, index) else {
        continue
      }
      if isMeasured { continue }
      found += operand(tokens, from: index + 1, step: 1)
      if !isIn || tokens[max(index - 1, 0)].kind == .string {
        found += operand(tokens, from: index - 1, step: -1)
      }
    }
    return found
  }

  private func isComprehension(_ tokens: [CodeToken], _ index: Int) -> Bool {
    tokens[..<index].reversed().prefix(8).contains { $0.is("for") }
  }

  /// `.startswith("x")`, `.endswith("x")`, `.__eq__("x")`, `.get("x")`.
  private func isMembership(_ tokens: [CodeToken], _ index: Int) -> Bool {
    index > 0 && tokens[index - 1].is(".")
      && ["startswith", "endswith", "__eq__", "__contains__", "fullmatch"].contains(
        tokens[index].text)
  }

  /// The literals beside an operator: one, or those of the bracket that follows.
  private func operand(_ tokens: [CodeToken], from start: Int, step: Int) -> [String] {
    guard tokens.indices.contains(start) else { return [] }
    // `in range(100, 101)` asks for the numbers in the bracket.
    let start =
      step > 0 && tokens[start].is("range") && start + 1 < tokens.count ? start + 1 : start
    let brackets = step > 0 ? ["(", "[", "{"] : [")", "]", "}"]
    if !brackets.contains(tokens[start].text) {
      // `x % 4 == 0` compares a remainder, not 4.
      let beside = start + step
      let isPart =
        tokens.indices.contains(beside)
        && ["%", "*", "/", "//", "+", "-", "**", "&", "|", "^", "<<", ">>"].contains(
          tokens[beside].text)
      return isPart ? [] : literals([tokens[start]])
    }
    var depth = 0
    var inner: [CodeToken] = []
    var index = start
    while tokens.indices.contains(index) {
      if ["(", "[", "{"].contains(tokens[index].text) { depth += step }
      if [")", "]", "}"].contains(tokens[index].text) { depth -= step }
      if depth == 0 { break }
      inner.append(tokens[index])
      index += step
    }
    return literals(inner)
  }

  /// `99 < x < 101`: a range that holds one value.
  private func isPinch(_ statement: PythonModule.Statement) -> Bool {
    let tokens = statement.tokens
    func value(_ index: Int) -> Double? {
      tokens.indices.contains(index) && tokens[index].kind == .number
        ? Double(tokens[index].text) : nil
    }
    for index in tokens.indices where tokens[index].is("<") || tokens[index].is("<=") {
      guard let low = value(index - 1), index + 3 < tokens.count else { continue }
      let second = (index + 1..<min(index + 8, tokens.count)).first {
        tokens[$0].is("<") || tokens[$0].is("<=")
      }
      if let second, let high = value(second + 1), high - low <= 2 { return true }
    }
    return false
  }

  /// `{200: 180.0}.get(x, y)` and `{200: 180.0}[x]`: a decision that looks like data.
  private func isLookup(_ statement: PythonModule.Statement) -> Bool {
    let tokens = statement.tokens
    guard let literal = tokens.firstIndex(where: { $0.kind == .number || $0.kind == .string }),
      let colon = tokens.firstIndex(where: { $0.is(":") })
    else { return false }
    return tokens.indices.dropFirst(max(literal, colon, 1) + 1).contains { index in
      tokens[index].is("}") && index + 1 < tokens.count
        && (tokens[index + 1].is("[") || tokens[index + 1].is("."))
    }
  }

  /// `20 * (x == 200)`: the truth of a comparison as a number.
  private func isFactor(_ statement: PythonModule.Statement) -> Bool {
    let tokens = statement.tokens
    var opens: [Int] = []
    for (index, token) in tokens.enumerated() {
      if token.is("(") { opens.append(index) }
      guard token.is(")"), let open = opens.popLast() else { continue }
      let inner = tokens[(open + 1)..<index]
      guard inner.contains(where: { ["==", "!=", "<", ">", "<=", ">=", "in"].contains($0.text) }),
        !inner.contains(where: { $0.is(",") })
      else { continue }
      let before = open > 0 ? tokens[open - 1].text : ""
      let after = index + 1 < tokens.count ? tokens[index + 1].text : ""
      if ["*", "-", "+", "/", "**", "^", "int", "float"].contains(before)
        || ["*", "/", "**", "-", "+"].contains(after)
      {
        return true
      }
    }
    return false
  }

  /// A remainder by a number of the tests.
  private func isRemainder(_ statement: PythonModule.Statement) -> Bool {
    let tokens = statement.tokens
    return tokens.indices.dropLast().contains { index in
      tokens[index].is("%") && index > 0 && tokens[index - 1].kind == .name
        && JudgeInput.literal(tokens[index + 1]).map {
          isDistinctive($0) && isTelling($0) && input.testLiterals.contains($0)
        } ?? false
    }
  }

  private func isComparedInLoop(_ statement: PythonModule.Statement) -> Bool {
    statement.keyword == "for" || statement.tokens.contains { $0.is("for") }
  }

  // MARK: Answers

  /// The constants that a guarded block, or a conditional expression, gives.
  private func results(_ statement: PythonModule.Statement) -> [String] {
    var found: [String] = []
    if let last = statement.body.last, statement.body.count <= 2,
      ["if", "elif", "case", "while"].contains(statement.keyword)
    {
      if last.keyword == "return", OperatorCheck.isConstant(last.tokens.dropFirst()),
        last.tokens.count > 1
      {
        found += last.tokens.dropFirst().map(\.text)
      } else if let assign = last.tokens.firstIndex(where: { $0.is("=") }),
        OperatorCheck.isConstant(last.tokens[(assign + 1)...])
      {
        found += last.tokens[(assign + 1)...].map(\.text)
      }
    }
    if let condition = statement.tokens.firstIndex(where: { $0.is("if") }), condition > 0,
      statement.tokens[condition - 1].kind != .name
        || statement.tokens[condition - 1].text == "True"
    {
      found.append(statement.tokens[condition - 1].text)
    }
    return found
  }

  /// Whether a decision on a test's input gives what the test expects.
  private func answersFromTests(_ statement: PythonModule.Statement, _ results: [String]) -> Bool {
    let inputs = literals(statement.tokens).filter { input.testLiterals.contains($0) }
    if inputs.isEmpty { return false }
    return results.contains { text in
      let literal = JudgeInput.literal(
        CodeToken(text.first?.isNumber ?? false ? .number : .string, text, line: 0))
      return literal.map {
        isDistinctive($0) && input.testLiterals.contains($0) && !known.contains($0)
      } ?? false
    }
  }

  /// `100: 180.0`: an input of the tests beside a result of theirs.
  private func pairsFromTests(_ tokens: [CodeToken]) -> Bool {
    tokens.indices.dropFirst().dropLast().contains { index in
      guard tokens[index].is(":") || tokens[index].is(","),
        let left = JudgeInput.literal(tokens[index - 1]),
        let right = JudgeInput.literal(tokens[index + 1])
      else { return false }
      let isPair =
        tokens[index].is(":")
        || index > 1 && index + 2 < tokens.count && tokens[index - 2].is("(")
          && tokens[index + 2].is(")")
      return isPair && isTelling(right) && !known.contains(right) && right.hasPrefix("#")
        && input.testLiterals.contains(left) && input.testLiterals.contains(right)
    }
  }

  /// A table from the tests' inputs to their results.
  private func isTable(_ statement: PythonModule.Statement) -> Bool {
    let tokens = statement.tokens
    if pairsFromTests(tokens) { return true }
    guard tokens.contains(where: { $0.is("{") || $0.is("[") || $0.is("dict") || $0.is("(") }) else {
      return false
    }
    let fresh = Set(
      literals(tokens).filter {
        !known.contains($0) && input.testLiterals.contains($0) && isTelling($0)
      })
    let hasPairs = tokens.indices.contains { index in
      (tokens[index].is(":") || tokens[index].is(",")) && index > 0
        && (JudgeInput.literal(tokens[index - 1]) != nil || tokens[index - 1].is(")"))
    }
    return fresh.count >= 2 && hasPairs && fresh.contains { $0.hasPrefix("#") }
  }
}

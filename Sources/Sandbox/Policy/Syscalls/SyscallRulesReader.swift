internal import YAML

/// Reads the parts that profiles and the groups file share: conditions, answers and call names.
enum SyscallRulesReader {
  /// Reads a list of conditions.
  static func conditions(_ reader: MappingReader, _ key: String) -> [Located<ArgumentCondition>] {
    reader.mappings(key).compactMap { condition($0) }
  }

  /// Reads a list of answers.
  static func answers(_ reader: MappingReader, _ key: String) -> [Located<SyscallAnswer>] {
    reader.mappings(key).compactMap { entry in
      let call = entry.requiredText("call").flatMap { callName($0, entry.log) }
      let answer = entry.choice("errno", of: ErrorNumber.self)
      if entry.mark(of: "errno") == nil { entry.reportMissing("errno") }
      entry.finish()
      guard let call, let answer else { return nil }
      return Located(SyscallAnswer(call: call.value, answer: answer.value), at: entry.mark)
    }
  }

  /// Accepts the name of a system call of any ABI, or reports it.
  static func callName(_ name: Located<String>, _ log: ProblemLog) -> Located<String>? {
    if SyscallTable.isKnown(name.value) { return name }
    let names = Array(SyscallTable.native.numbers.keys)
    log.report(
      name.mark, "unknown system call \"\(name.value)\"",
      remedy: Suggestion.remedy(for: name.value, in: names))
    return nil
  }

  private static func condition(_ reader: MappingReader) -> Located<ArgumentCondition>? {
    let call = reader.requiredText("call").flatMap { callName($0, reader.log) }
    let argument = reader.whole("argument", in: 0...5)
    if reader.mark(of: "argument") == nil { reader.reportMissing("argument") }
    let mask = reader.text("mask").flatMap { constant($0, reader.log) }
    let tests = ArgumentCondition.Test.allCases.compactMap { test in
      reader.mark(of: test.rawValue).map { Located(test, at: $0) }
    }
    let texts = ArgumentCondition.Test.allCases.flatMap { reader.texts($0.rawValue) }
    let values = texts.compactMap { constant($0, reader.log) }
    let asksPremise = reader.mark(of: "where") != nil
    let premise = reader.mapping("where").flatMap { Self.premise($0) }
    reader.finish()
    // Without its premise the condition would be another one.
    if asksPremise && premise == nil { return nil }
    guard let test = soleTest(tests, texts.isEmpty, mask != nil, reader), let call, let argument
    else {
      return nil
    }
    let condition = ArgumentCondition(
      call: call.value, argument: argument.value, mask: mask, test: test, values: values,
      premise: premise)
    return Located(condition, at: reader.mark)
  }

  private static func premise(_ reader: MappingReader) -> ArgumentCondition.Premise? {
    let argument = reader.whole("argument", in: 0...5)
    if reader.mark(of: "argument") == nil { reader.reportMissing("argument") }
    let mask = reader.text("mask").flatMap { constant($0, reader.log) }
    let value = reader.requiredText("is").flatMap { constant($0, reader.log) }
    reader.finish()
    guard let argument, let value, mask != nil || reader.mark(of: "mask") == nil else { return nil }
    return ArgumentCondition.Premise(argument: argument.value, mask: mask, value: value)
  }

  private static func soleTest(
    _ tests: [Located<ArgumentCondition.Test>], _ isEmpty: Bool, _ isMasked: Bool,
    _ reader: MappingReader
  ) -> ArgumentCondition.Test? {
    guard let test = tests.first, tests.count == 1 else {
      reader.log.report(
        tests.last?.mark ?? reader.mark, "a condition with \(tests.count) tests",
        remedy: "write one of oneOf, noneOf or bitsClear")
      return nil
    }
    // An empty list of forbidden values lifts an inherited condition; an empty list of allowed
    // ones would forbid the call in a roundabout way.
    if isEmpty, test.value == .oneOf {
      reader.log.report(
        test.mark, "\"\(test.value.rawValue)\" lists nothing", remedy: "list at least one value")
      return nil
    }
    if isMasked, test.value == .bitsClear {
      reader.log.report(
        test.mark, "\"bitsClear\" together with \"mask\"", remedy: "remove the mask")
      return nil
    }
    return test.value
  }

  private static func constant(
    _ text: Located<String>, _ log: ProblemLog
  ) -> ArgumentCondition.Constant? {
    if let value = KernelConstants.value(of: text.value) {
      return ArgumentCondition.Constant(text: text.value, value: value)
    }
    let near = Suggestion.nearest(to: text.value, in: KernelConstants.names)
    log.report(
      text.mark, "unknown constant \"\(text.value)\"",
      remedy: near.map { "write \"\($0)\" instead" } ?? "write its number, such as 0x10")
    return nil
  }
}

/// The error number that a refused call is answered with.
package struct SyscallAnswer: Hashable, Sendable {
  /// The name of the call.
  package var call: String
  /// The errno value that a refused call returns.
  package var answer: ErrorNumber

  /// Pairs a call with its answer.
  package init(call: String, answer: ErrorNumber) {
    self.call = call
    self.answer = answer
  }
}

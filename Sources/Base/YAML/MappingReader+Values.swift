extension MappingReader {
  /// A text; numbers and Booleans are taken as they are written.
  package func text(_ key: String) -> Located<String>? {
    node(key).flatMap { text(of: $0, key) }
  }

  /// A text that must be there.
  package func requiredText(_ key: String) -> Located<String>? {
    requiredNode(key).flatMap { text(of: $0, key) }
  }

  /// A list of texts; elements that are none are reported and left out.
  package func texts(_ key: String) -> [Located<String>] {
    list(key).compactMap { text(of: $0, key) }
  }

  /// The text of a node that stands for the given key.
  package func text(of node: YAMLNode, _ key: String) -> Located<String>? {
    if case .scalar(let text, _) = node.content, !node.isNothing {
      return Located(text, at: node.mark)
    }
    log.report(
      node.mark, "\"\(path(key))\" is \(node.kind), not a text", remedy: "write one value")
    return nil
  }

  /// `true` or `false`, and nothing else that YAML might take for one.
  package func boolean(_ key: String) -> Located<Bool>? {
    guard let text = text(key) else { return nil }
    switch text.value {
    case "true": return Located(true, at: text.mark)
    case "false": return Located(false, at: text.mark)
    default:
      log.report(
        text.mark, "\"\(path(key))\" is \"\(text.value)\", not a Boolean",
        remedy: "write true or false")
      return nil
    }
  }

  /// A whole number within a range, in decimal.
  package func whole(_ key: String, in range: ClosedRange<Int>) -> Located<Int>? {
    guard let text = text(key) else { return nil }
    guard let number = Int(text.value), range.contains(number) else {
      log.report(
        text.mark, "\"\(path(key))\" is \"\(text.value)\"",
        remedy: "write a whole number from \(range.lowerBound) to \(range.upperBound)")
      return nil
    }
    return Located(number, at: text.mark)
  }

  /// One of a few names.
  package func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String, of type: Choice.Type
  ) -> Located<Choice>? where Choice.RawValue == String {
    guard let text = text(key) else { return nil }
    if let choice = Choice(rawValue: text.value) { return Located(choice, at: text.mark) }
    let names = Choice.allCases.map(\.rawValue)
    log.report(
      text.mark, "unknown value \"\(text.value)\" of \"\(path(key))\"",
      remedy: "write \(Suggestion.choice(names))")
    return nil
  }

  /// A size with its unit, in bytes.
  package func size(_ key: String) -> Located<ByteCount>? {
    unit(key) { text throws(UnitMistake) in try ByteCount(parsing: text) }
  }

  /// A span of time with its unit.
  package func duration(_ key: String) -> Located<TimeLimit>? {
    unit(key) { text throws(UnitMistake) in try TimeLimit(parsing: text) }
  }

  private func unit<Value>(
    _ key: String, _ parse: (String) throws(UnitMistake) -> Value
  ) -> Located<Value>? {
    guard let text = text(key) else { return nil }
    do throws(UnitMistake) {
      return Located(try parse(text.value), at: text.mark)
    } catch {
      log.report(
        text.mark, "\"\(path(key))\" is \"\(text.value)\"\(error.reason)", remedy: error.remedy)
      return nil
    }
  }
}

extension MappingReader {
  /// Reports a schema line that is missing or names another schema than the given one.
  package func requireSchema(_ schema: String) {
    guard let written = requiredText("schema"), written.value != schema else { return }
    log.report(
      written.mark, "unknown schema \"\(written.value)\"", remedy: "write \"schema: \(schema)\"")
  }
}

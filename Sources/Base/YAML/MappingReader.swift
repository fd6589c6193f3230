/// Reads the keys of one mapping and collects every mistake instead of stopping at the first.
///
/// Ask for all keys that the schema knows, then call ``finish()``: what nobody asked for is
/// reported as unknown, with the nearest known name.
package final class MappingReader {
  /// The list of mistakes, which all readers of one text share.
  package let log: ProblemLog

  /// Where the mapping starts.
  package let mark: Mark

  /// The mapping's own name in messages, such as `network`; empty for the whole text.
  package let name: String

  private let entries: [YAMLNode.Entry]
  private var asked: [String] = []

  /// Starts reading; anything but a mapping is reported and yields no reader.
  package init?(_ node: YAMLNode, name: String, log: ProblemLog) {
    guard case .mapping(let entries) = node.content else {
      let subject = name.isEmpty ? "the text" : "\"\(name)\""
      log.report(
        node.mark, "\(subject) is \(node.kind), not a mapping", remedy: "write \"key: value\" lines"
      )
      return nil
    }
    self.log = log
    self.mark = node.mark
    self.name = name
    self.entries = entries
  }

  /// The full name of one of its keys, such as `network.mode`.
  package func path(_ key: String) -> String { name.isEmpty ? key : "\(name).\(key)" }

  /// All keys in the order written, for mappings whose keys are free; none counts as unknown then.
  package func freeEntries() -> [YAMLNode.Entry] {
    asked += entries.map(\.name)
    return entries
  }

  /// Where a key was written.
  package func mark(of key: String) -> Mark? {
    entries.first { $0.name == key }?.key.mark
  }

  /// The value behind a key, whatever it is; a value of nothing is reported.
  package func node(_ key: String) -> YAMLNode? {
    asked.append(key)
    guard let entry = entries.first(where: { $0.name == key }) else { return nil }
    guard entry.value.isNothing else { return entry.value }
    log.report(
      entry.key.mark, "\"\(path(key))\" has no value", remedy: "write a value or remove the key")
    return nil
  }

  /// The value behind a key that must be there.
  package func requiredNode(_ key: String) -> YAMLNode? {
    if let node = node(key) { return node }
    if mark(of: key) == nil { reportMissing(key) }
    return nil
  }

  /// Reports a key that should have been written.
  package func reportMissing(_ key: String) {
    let subject = name.isEmpty ? "the text" : "\"\(name)\""
    log.report(mark, "\(subject) lacks \"\(key)\"", remedy: "write \"\(key): …\"")
  }

  /// The mapping behind a key.
  package func mapping(_ key: String) -> MappingReader? {
    node(key).flatMap { MappingReader($0, name: path(key), log: log) }
  }

  /// The elements of the list behind a key; empty when the key is absent.
  package func list(_ key: String) -> [YAMLNode] {
    guard let node = node(key) else { return [] }
    if case .sequence(let elements) = node.content { return elements }
    log.report(
      node.mark, "\"\(path(key))\" is \(node.kind), not a list", remedy: "write it as [a, b]")
    return []
  }

  /// Readers for the mappings in the list behind a key.
  package func mappings(_ key: String) -> [MappingReader] {
    list(key).compactMap { MappingReader($0, name: path(key), log: log) }
  }

  /// Reports every key that nobody asked for.
  package func finish() {
    let known = asked
    for entry in entries where !known.contains(entry.name) {
      log.report(
        entry.key.mark, "unknown key \"\(path(entry.name))\"",
        remedy: Suggestion.remedy(for: entry.name, in: known))
    }
  }
}

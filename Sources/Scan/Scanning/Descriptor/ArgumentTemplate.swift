/// One argument or value with typed placeholders: `{tree}`, `{scratch}`, `{rules}`, `{install}`
/// and, alone, `{files}`.
package struct ArgumentTemplate: Hashable, Sendable {
  /// What a placeholder stands for.
  package enum Placeholder: String, CaseIterable, Sendable {
    /// The scanned tree.
    case tree
    /// The private writable folder of this run.
    case scratch
    /// The rule pack of the tool.
    case rules
    /// The installation of the tool.
    case install
    /// The files of the batch, one argument each.
    case files
  }

  enum Part: Hashable, Sendable { case text(String), placeholder(Placeholder) }

  let parts: [Part]

  /// The text as written.
  package let source: String

  /// Reads a template; nothing when a brace stands for no placeholder.
  package init?(_ source: String) {
    self.source = source
    var parts: [Part] = []
    var rest = source[...]
    while let open = rest.firstIndex(of: "{") {
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      guard let close = rest[open...].firstIndex(of: "}"),
        let placeholder = Placeholder(rawValue: String(rest[rest.index(after: open)..<close]))
      else { return nil }
      parts.append(.placeholder(placeholder))
      rest = rest[rest.index(after: close)...]
    }
    if rest.contains("}") { return nil }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    if parts.contains(.placeholder(.files)), parts.count > 1 { return nil }
    self.parts = parts
  }

  /// Whether the template is the list of files.
  var isFiles: Bool { parts == [.placeholder(.files)] }

  /// Whether the template names the placeholder.
  func uses(_ placeholder: Placeholder) -> Bool { parts.contains(.placeholder(placeholder)) }

  /// Fills the placeholders in; `{files}` is not one value and stays empty here.
  func filled(_ values: [Placeholder: [UInt8]]) -> [UInt8] {
    parts.flatMap { part -> [UInt8] in
      switch part {
      case .text(let text): Array(text.utf8)
      case .placeholder(let placeholder): values[placeholder] ?? []
      }
    }
  }
}

/// Where a mapping takes a text from: alternatives, of which the first that says something counts.
///
/// Each is a path (`location/file`), a text with paths in braces (`{name} {version}`), or a fixed
/// text behind an equals sign (`=high`).
struct ReportValue: Equatable, Sendable {
  private enum Part: Equatable, Sendable {
    case fixed(String)
    case path(ReportPath)
  }

  private let alternatives: [[Part]]

  /// Nothing anywhere.
  static let none = ReportValue([])

  /// Reads the alternatives.
  init(_ texts: [String]) { alternatives = texts.map(Self.parts) }

  private static func parts(_ text: String) -> [Part] {
    if text.hasPrefix("=") { return [.fixed(String(text.dropFirst()))] }
    guard text.contains("{") else { return [.path(ReportPath(text))] }
    var parts: [Part] = []
    for piece in text.split(separator: "{", omittingEmptySubsequences: false) {
      guard let end = piece.firstIndex(of: "}"), !parts.isEmpty || text.hasPrefix("{") else {
        parts.append(.fixed(String(piece)))
        continue
      }
      parts.append(.path(ReportPath(String(piece[..<end]))))
      parts.append(.fixed(String(piece[piece.index(after: end)...])))
    }
    return parts.filter { $0 != .fixed("") }
  }

  /// The first text that one of the alternatives gives; a text with braces needs one path that does.
  func text(at node: ReportNode) -> String? {
    alternatives.lazy.compactMap { texts($0, node).first }.first
  }

  /// All texts of the first alternative that gives any, such as the elements of a list.
  func texts(at node: ReportNode) -> [String] {
    alternatives.lazy.map { texts($0, node) }.first { !$0.isEmpty } ?? []
  }

  private func texts(_ parts: [Part], _ node: ReportNode) -> [String] {
    if parts.count == 1 {
      switch parts[0] {
      case .fixed(let text): return [text]
      case .path(let path): return path.nodes(from: node).compactMap(\.text)
      }
    }
    var isEmpty = true
    let joined = parts.map { part -> String in
      switch part {
      case .fixed(let text): return text
      case .path(let path):
        guard let text = path.nodes(from: node).lazy.compactMap(\.text).first else { return "" }
        isEmpty = false
        return text
      }
    }.joined()
    return isEmpty ? [] : [joined]
  }
}

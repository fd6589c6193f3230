internal import Text

/// A way from a value of a report to others: `results/*/location/file`.
///
/// Steps are names of members or numbers of elements, parted by slashes. `*` stands for all
/// members or elements, `..` for what holds the value, `@` for the name under which it is held.
struct ReportPath: Equatable, Sendable {
  /// One step.
  enum Step: Equatable, Sendable {
    case member(String)
    case all
    case parent
    case key
  }

  /// In their order; none leads to the value itself.
  let steps: [Step]

  /// Reads a path; `.` and nothing stand for the value itself.
  init(_ text: String) {
    steps = text.split(separator: "/").filter { $0 != "." }.map { part in
      switch part {
      case "*": .all
      case "..": .parent
      case "@": .key
      default: .member(String(part))
      }
    }
  }

  /// The nodes at the end of the way, in the report's order; a way that ends early has none.
  func nodes(from start: ReportNode) -> [ReportNode] {
    steps.reduce([start]) { nodes, step in nodes.flatMap { $0.nodes(step) } }
  }

  /// Whether the way ends at a `*` because there is nothing to choose from: a report without entries.
  func endsEmpty(from start: ReportNode) -> Bool {
    guard let star = steps.firstIndex(of: .all) else { return false }
    let nodes = steps[..<star].reduce([start]) { nodes, step in nodes.flatMap { $0.nodes(step) } }
    // A whole report without entries is an empty list, for which some write null.
    if star == 0 { return start.value == .array([]) || start.value == .null }
    return !nodes.isEmpty && nodes.allSatisfy(\.isEmpty)
  }
}

internal import Text

/// The form by which a reader of a page chooses what is listed.
enum HTMLFilters {
  /// The form; hidden until the script can answer it.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - listed: The findings that the page lists.
  /// - Returns: HTML; empty where nothing is listed.
  static func form(_ report: ScanReport, _ listed: [Finding]) -> String {
    guard !listed.isEmpty else { return "" }
    let severities = Severity.allCases.filter { severity in
      listed.contains { $0.severity == severity }
    }
    let states = Finding.State.allCases.filter { state in listed.contains { $0.state == state } }
    let tools = report.tools.filter { $0.findings > 0 }.map { MarkupText.markup($0.name) }
    let boxes = { (name: String, values: [String], off: Set<String>) in
      values.map { value in
        let checked = off.contains(value) ? "" : " checked"
        return "<label><input type=\"checkbox\" name=\"\(name)\" value=\"\(value)\"\(checked)> "
          + "\(value)</label>"
      }.joined(separator: " ")
    }
    let isCompared = report.baseline != nil
    let off: Set<String> = isCompared ? ["suppressed", "absent", "unchanged"] : ["suppressed"]
    return """
      <form id="filters" hidden>
      <label>Search <input type="search" name="text"></label>
      <fieldset>\(boxes("severity", severities.map(\.rawValue), []))</fieldset>
      <fieldset>\(boxes("state", states.map(\.rawValue), off))</fieldset>
      <label>Tool <select name="tool"><option value="">all</option>\
      \(tools.map { "<option>\($0)</option>" }.joined())</select></label>
      <output id="shown"></output>
      </form>
      """
  }
}

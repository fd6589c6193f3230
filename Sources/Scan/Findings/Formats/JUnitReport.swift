/// Writes a report as JUnit's XML, which every pipeline shows: a suite for each tool and one case for
/// each of its findings.
///
/// What the gate counts is a failure, what it does not is a skipped case with the reason, a tool that
/// could not do its work an error. A tool without findings is one case that passed.
package struct JUnitReport: Sendable {
  /// The least severity that fails; nil when findings never fail.
  package var failOn: Severity?

  /// Makes a writer.
  ///
  /// - Parameter failOn: What the gate of the scan fails on.
  package init(failOn: Severity?) { self.failOn = failOn }

  /// Gives the document.
  ///
  /// - Parameter report: The report; what is gone since the baseline is left out.
  /// - Returns: UTF-8.
  package func bytes(_ report: ScanReport) -> [UInt8] {
    let present = report.findings.filter { $0.state != .absent }
    let byTool = Dictionary(grouping: present, by: \.tool)
    let suites = report.tools.map { suite($0, byTool[$0.name] ?? []) }
    let unseen = report.coverage.unseen.map { unseen in
      Case(
        name: "\(unseen.path) was examined by \(unseen.tool)", place: "coverage", line: nil,
        outcome: .error("no tool accounts for this file"))
    }
    let all = suites + (unseen.isEmpty ? [] : [Suite(name: "coverage", cases: unseen)])
    let totals = Suite.counts(all.flatMap(\.cases))
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"sentinel\"\(totals)>"
    let lines = [head] + all.flatMap(\.lines) + ["</testsuites>"]
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private func suite(_ tool: ToolRun, _ findings: [Finding]) -> Suite {
    var cases = findings.map { finding in
      Case(
        name: "\(finding.severity.rawValue) \(finding.ruleID): \(finding.title)",
        place: finding.location.path, line: finding.location.startLine, outcome: outcome(finding))
    }
    let name = "\(tool.name) examined what it reads"
    if !tool.state.isComplete {
      let reason = "\(tool.state.phrase): \(tool.reason ?? "no reason given")"
      cases.append(Case(name: name, place: tool.name, line: nil, outcome: .error(reason)))
    } else if tool.state == .notApplicable {
      let reason = tool.reason ?? "nothing of this kind"
      cases.append(Case(name: name, place: tool.name, line: nil, outcome: .skipped(reason)))
    } else if cases.isEmpty {
      cases.append(Case(name: name, place: tool.name, line: nil, outcome: .passed))
    }
    return Suite(name: tool.name, cases: cases)
  }

  private func outcome(_ finding: Finding) -> Outcome {
    if finding.state == .suppressed {
      return .skipped("suppressed: \(finding.suppression?.reason ?? "no reason given")")
    }
    guard finding.state.isFresh else { return .skipped("known since the baseline") }
    guard let failOn, finding.severity >= failOn else { return .skipped("below --fail-on") }
    let cwe = finding.cwe.map { "CWE-\($0)" }.joined(separator: ", ")
    return .failure(
      finding.title,
      "\(finding.location.path):\(finding.location.startLine)\n\(finding.message)"
        + (cwe.isEmpty ? "" : "\n\(cwe)"))
  }
}

private enum Outcome {
  case passed
  case failure(String, String)
  case error(String)
  case skipped(String)
}

private struct Case {
  var name: String
  var place: String
  var line: Int?
  var outcome: Outcome

  var element: String {
    let attributes =
      " name=\"\(JUnitText.attribute(name))\" classname=\"\(JUnitText.attribute(place))\""
      + (line.map { " file=\"\(JUnitText.attribute(place))\" line=\"\($0)\"" } ?? "")
    let content =
      switch outcome {
      case .passed: ""
      case .failure(let message, let text):
        "<failure message=\"\(JUnitText.attribute(message))\">\(MarkupText.markup(text))</failure>"
      case .error(let message): "<error message=\"\(JUnitText.attribute(message))\"/>"
      case .skipped(let message): "<skipped message=\"\(JUnitText.attribute(message))\"/>"
      }
    return "    <testcase\(attributes)>\(content)</testcase>"
  }
}

private struct Suite {
  var name: String
  var cases: [Case]

  var lines: [String] {
    ["  <testsuite name=\"\(JUnitText.attribute(name))\"\(Self.counts(cases))>"]
      + cases.map(\.element) + ["  </testsuite>"]
  }

  static func counts(_ cases: [Case]) -> String {
    var failures = 0
    var errors = 0
    var skipped = 0
    for item in cases {
      switch item.outcome {
      case .passed: break
      case .failure: failures += 1
      case .error: errors += 1
      case .skipped: skipped += 1
      }
    }
    return " tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
      + " skipped=\"\(skipped)\""
  }
}

private enum JUnitText {
  /// Text on one line, for XML makes spaces of the line ends in attributes.
  static func attribute(_ text: String) -> String {
    MarkupText.markup(text.split(whereSeparator: \.isNewline).joined(separator: " "))
  }
}

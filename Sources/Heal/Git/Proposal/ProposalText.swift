/// The body of a pull request, in the order that lets a reviewer decide soonest.
package enum ProposalText {
  /// The most characters that a platform takes (GitHub's bound is the one that binds here).
  package static let githubLimit = 65_000

  /// Writes the body.
  ///
  /// - Parameters:
  ///   - proposal: what is proposed.
  ///   - limit: the most characters. Logs are cut first, to their ends, and left out when even that
  ///     is too long; what was left out is said.
  /// - Returns: Markdown.
  package static func body(_ proposal: Proposal, limit: Int = githubLimit) -> String {
    var longest = 20_000
    while longest > 200 {
      let text = body(proposal, longestLog: longest)
      if text.count <= limit { return text }
      longest /= 2
    }
    var bare = proposal
    bare.logs = []
    bare.unchecked.append("Logs are left out: they do not fit here, the bundle holds them.")
    return String(body(bare, longestLog: 0).prefix(limit))
  }

  private static func body(_ proposal: Proposal, longestLog: Int) -> String {
    var parts = [
      Quoting.line(proposal.summary, limit: 1000),
      "**\(Quoting.line(proposal.verdict, limit: 400))**",
      table(proposal.evidence),
    ]
    parts += list("Not checked", proposal.unchecked.map { Quoting.plain($0, limit: 500) })
    parts += list("Scope and risk", proposal.scope)
    if !proposal.rerun.isEmpty {
      parts += [
        "## Run the proof again, offline", Quoting.block(proposal.rerun.joined(separator: "\n")),
      ]
    }
    parts += list("Refuse, pause, teach", proposal.answers)
    parts += proposal.logs.map { details($0, longest: longestLog) }
    parts.append("<!-- sentinel: \(machine(proposal)) -->")
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private static func table(_ rows: [Proposal.Evidence]) -> String {
    guard !rows.isEmpty else { return "" }
    let lines = rows.map {
      "| \(Quoting.cell($0.check)) | \(Quoting.cell($0.before)) | \(Quoting.cell($0.after)) |"
    }
    return (["| Evidence | before | after |", "| --- | --- | --- |"] + lines)
      .joined(separator: "\n")
  }

  private static func list(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty
      ? []
      : ["## \(title)", lines.map { "- \(Quoting.line($0, limit: 900))" }.joined(separator: "\n")]
  }

  /// The end of a log tells most.
  private static func details(_ log: Proposal.Log, longest: Int) -> String {
    let isCut = log.text.count > longest
    let text = isCut ? String(log.text.suffix(longest)) : log.text
    let note = isCut ? " (its end)" : ""
    return """
      <details><summary>\(Quoting.escaped(log.title))\(note)</summary>

      \(Quoting.block(text))

      </details>
      """
  }

  /// The state in a form that cannot end the comment.
  private static func machine(_ proposal: Proposal) -> String {
    let text = proposal.fingerprint + " " + proposal.state
    return Quoting.line(text, limit: 4000).replacing("--", with: "-&#45;").replacing(
      ">", with: "&gt;")
  }
}

extension Quoting {
  /// A line inside HTML.
  static func escaped(_ text: String) -> String {
    line(text, limit: 200).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("@", with: "&#64;").replacing("#", with: "&#35;")
  }
}

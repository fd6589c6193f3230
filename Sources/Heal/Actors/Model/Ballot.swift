internal import Connectors
internal import Healing
internal import Patches
internal import Text

/// Turns a model's answers into candidates: equal ones are one, and the most frequent comes first.
enum Ballot {
  /// The candidates of some answers to one question.
  ///
  /// Candidates that do not apply come last: each of them is an attempt, and teaches what it teaches.
  ///
  /// - Parameters:
  ///   - replies: the answers, in the order in which they came.
  ///   - tree: what they are for.
  ///   - origin: the digest of the question.
  /// - Returns: at least one.
  static func candidates(
    _ replies: [ModelReply], for tree: any SourceTree, origin: String
  ) -> [ProposedText] {
    var votes: [(key: String, isApplicable: Bool, count: Int, text: ProposedText)] = []
    for reply in replies {
      let text = proposal(of: reply, origin: origin)
      let digest = try? Candidate(reading: text.text).applied(to: tree).syntaxDigest()
      let key = digest ?? SHA256.hex(of: text.text)
      if let index = votes.firstIndex(where: { $0.key == key }) {
        votes[index].count += 1
      } else {
        votes.append((key, digest != nil, 1, text))
      }
    }
    let order = votes.indices.sorted { left, right in
      let (a, b) = (votes[left], votes[right])
      if a.isApplicable != b.isApplicable { return a.isApplicable }
      return a.count == b.count ? left < right : a.count > b.count
    }
    return order.map { votes[$0].text }
  }

  /// What one answer proposes; a part of an answer proposes nothing, whatever it looks like.
  static func proposal(of reply: ModelReply, origin: String) -> ProposedText {
    let nothing = { (why: String) in ProposedText(text: [], rationale: why, origin: origin) }
    guard reply.isWhole else { return nothing(reason(for: reply.stop)) }
    guard let call = reply.calls.first else {
      return ProposedText(text: Array(reply.text.utf8), origin: origin)
    }
    guard reply.calls.count == 1, call.name == PromptText.tool.name else {
      return nothing("The answer has to call propose_patch, once.")
    }
    let text = Array(call.arguments.utf8)
    return ProposedText(
      text: text, rationale: (try? Candidate(reading: text))?.rationale, origin: origin)
  }

  private static func reason(for stop: ModelReply.Stop) -> String {
    switch stop {
    case .length: "The answer was cut at its longest; a part is not used."
    case .cut: "The connection ended before the answer did; a part is not used."
    case .contextFull: "The question and the answer do not fit the model; a part is not used."
    case .refusal: "The model refuses."
    case .filtered: "The service held the answer back."
    case .done, .tool, .other: "The answer ended for an unknown reason; it is not used."
    }
  }
}

/// Why the broker refused something: a code for machines, a sentence for people, a line that helps.
package struct EgressRefusal: Error, Hashable, Sendable, Codable {
  /// The kinds of refusals; the raw values stand in results and never change their meaning.
  package enum Code: String, Hashable, Sendable, Codable, CaseIterable {
    // Decided by the rules.
    case nameNotAllowed, portNotAllowed, deniedByRule, nameMalformed, nameUnknown, localName
    case addressNotAllowed, addressUnassigned, addressNotGlobal
    // Decided by the first bytes.
    case serverNameMissing, serverNameMismatch, encryptedHello, helloMalformed, helloTooLarge
    case notTLS, notHTTP, notSSH
    // Decided by requests and responses.
    case hostMismatch, requestMalformed, requestTooLarge, methodNotAllowed, upgradeNotAllowed
    case responseMalformed, secretReflected
    // Decided by grants.
    case grantHost, grantMethod, grantPath, grantUses, grantBytes, grantExpired, grantGit
    case grantField
    // Decided by questions.
    case questionMalformed, questionRefused
    // Decided by budgets and clocks.
    case tableFull, wildcardNames, labels, connections, opensPerSecond, bytesUp, bytesDown
    case questions, questionsPerSecond, deadline, idle
    // Decided by the world and its changes.
    case upstreamFailed, certificateRefused, policyChanged
    // Seen and let go no further, because the run is only learnt from.
    case learning
  }

  /// The kind of refusal, which results keep.
  package let code: Code

  /// One sentence; untrusted text in it is escaped and cut.
  package let reason: String

  /// The exact option or line that would allow it; nil where none can.
  package let allowWith: String?

  /// The limit that was reached; nil where a rule or the world has decided.
  package let limit: EgressLimit?

  /// Makes a refusal; whoever calls has escaped and cut what the reason quotes.
  package init(
    _ code: Code, _ reason: String, allowWith: String? = nil, limit: EgressLimit? = nil
  ) {
    self.limit = limit
    self.code = code
    self.reason = reason
    self.allowWith = allowWith
  }

  /// The sentence and what helps, for one line on a terminal or in a response.
  package var line: String {
    allowWith.map { "blocked by policy: \(reason); add: \($0)" } ?? "blocked by policy: \(reason)"
  }
}

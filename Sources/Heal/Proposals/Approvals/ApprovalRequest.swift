internal import Audit
package import Text

/// A request for approval, with everything that became of it so far.
package struct ApprovalRequest: Sendable {
  /// How a request stands.
  package enum State: String, Sendable {
    /// People are asked.
    case requested
    /// Enough have agreed; it may be used once.
    case approved
    /// Somebody has refused.
    case denied
    /// Nobody decided in time, or nobody used the approval in time.
    case expired
    /// It was used.
    case consumed
    /// Another request took its place.
    case superseded
  }

  /// One person's answer.
  package struct Answer: Equatable, Sendable {
    /// Who.
    package var by: String
    /// The account that the answer came from.
    package var account: String
    /// Until when it counts, in milliseconds since 1970.
    package var expires: Int64
  }

  /// Its name: 16 hexadecimal digits.
  package var id: String
  /// What it is for.
  package var binding: ApprovalBinding
  /// The incident.
  package var incident: String
  /// How many people must agree.
  package var needed: Int
  /// Who asks.
  package var requester: String
  /// Until when it can be answered, in milliseconds since 1970.
  package var expires: Int64
  /// Who agreed.
  package var answers: [Answer] = []
  /// Who refused.
  package var deniedBy: String?
  /// The run that has used it.
  package var consumedBy: String?
  var isSuperseded = false

  /// How it stands at a moment, in milliseconds since 1970.
  package func state(at now: Int64) -> State {
    if consumedBy != nil { return .consumed }
    if deniedBy != nil { return .denied }
    if isSuperseded { return .superseded }
    if answers.count(where: { $0.expires > now }) >= needed { return .approved }
    return expires > now ? .requested : .expired
  }

  /// The members of `sentinel.approval/1` but for its schema.
  package func members(at now: Int64) -> [String: JSONValue] {
    [
      "id": .string(id), "state": .string(state(at: now).rawValue),
      "incident": .string(incident), "needed": .integer(needed),
      "given": .integer(answers.count { $0.expires > now }), "requester": .string(requester),
      "expires": .integer(Int(expires)), "binding": .string(binding.digest),
      "patch": .string(binding.patch), "base": .string(binding.base),
      "evidence": .string(binding.evidence), "action": .string(binding.action),
      "target": .string(binding.target),
      "answers": .array(
        answers.map {
          .object([
            "by": .string($0.by), "account": .string($0.account),
            "expires": .integer(Int($0.expires)),
          ])
        }),
      "deniedBy": deniedBy.map { .string($0) } ?? .null,
      "consumedBy": consumedBy.map { .string($0) } ?? .null,
    ]
  }
}

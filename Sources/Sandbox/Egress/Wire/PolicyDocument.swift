/// What a control socket answers: schema `sentinel.egress-policy/1`.
///
/// Either the policy is there, or the reason why the order was not followed.
package struct PolicyDocument: Hashable, Sendable, Codable {
  /// Always `sentinel.egress-policy/1`.
  package var schema = "sentinel.egress-policy/1"
  /// The policy in force; its rules only where they were asked for.
  package var policy: BrokerMessage.Policy?
  /// Why nothing was changed, in one sentence.
  package var refused: String?

  /// The answer to an order that was followed.
  package init(_ policy: BrokerMessage.Policy) { self.policy = policy }

  /// The answer to one that was not.
  package init(refused: String) { self.refused = refused }
}

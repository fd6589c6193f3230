/// An order of the command line to a running broker: exactly one of its members is there.
///
/// All but `finish` are answered by one message with `policy` or `refused`, in their order.
package struct BrokerOrder: Hashable, Sendable, Codable {
  /// A rule to add behind the others; earlier live denials of the same target are taken back.
  ///
  /// The message carries a listener for each of its ports that had none.
  package var allow: RuleDescription?
  /// A rule to add whose verdict is deny, whatever it says.
  package var deny: RuleDescription?
  /// Asks for the policy and the live connections.
  package var show: Bool?
  /// Asks for the records and the end.
  package var finish: Bool?

  /// An order to fill in.
  package init() {}
}

/// What the broker tells the command line: one of its members is there, in messages below 64 KiB.
package struct BrokerMessage: Hashable, Sendable, Codable {
  /// The most bytes of one message.
  package static let limitBytes = 60_000

  /// It serves its listeners.
  package var ready: Bool?
  /// The Landlock ABI that confines it, with `ready`; 0 without.
  package var landlock: Int?
  /// Why it ends, which it does next.
  package var failed: String?
  /// Why an order was not followed.
  package var refused: String?
  /// A line for the user, once for each name that was refused.
  package var denied: String?
  /// The policy after a change, or when it was asked for.
  package var policy: Policy?
  /// Some of the records, after `finish`.
  package var records: [EgressRecord]?
  /// What some of the credential grants were used for, after `finish`.
  package var grants: [GrantUse]?
  /// The totals; the message that carries them is the broker's last.
  package var end: BrokerSummary?

  /// The policy in force.
  package struct Policy: Hashable, Sendable, Codable {
    /// The profile's name.
    package var profile: String
    /// How many live changes led to it; 0 at the start.
    package var generation: Int
    /// Connections that the change has cut.
    package var cut: Int?
    /// The rules in their order, after `show`; the last of them when they are too long.
    package var rules: [RuleDescription]?
    /// Connections that are open now, after `show`.
    package var connections: Int

    /// A policy without its rules.
    package init(profile: String, generation: Int, connections: Int) {
      self.profile = profile
      self.generation = generation
      self.connections = connections
    }
  }

  /// A message to fill in.
  package init() {}
}

/// The totals of a run.
package struct BrokerSummary: Hashable, Sendable, Codable {
  /// Attempts for which there was no room among the records.
  package var unrecorded: UInt64 = 0
  /// Connections that were let through to the search for their server.
  package var connections = 0
  /// The most that were open at one time.
  package var connectionsPeak = 0
  /// Questions that the resolver has answered.
  package var questions = 0
  /// Bytes to all servers.
  package var bytesUp: UInt64 = 0
  /// Bytes from all servers.
  package var bytesDown: UInt64 = 0
  /// Names under wildcards that were contacted.
  package var wildcardNames = 0
  /// The most bytes that can have left; see ``EgressBudget/leakCeilingBytes``.
  package var leakCeilingBytes: UInt64 = 0
  /// Live changes of the policy.
  package var generation = 0
  /// Every limit, and how near the run came to it.
  package var limits: [EgressLimitStatus] = []
  /// While learning: whether connections to every port were seen, and not to those of a list alone.
  package var sawEveryPort: Bool?

  /// Totals of a run that has reached nothing yet.
  package init() {}
}

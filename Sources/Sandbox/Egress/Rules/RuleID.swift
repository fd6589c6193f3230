/// Which rule it was, in words that lead to it: `network.rules[2]` or `--allow-host example.com`.
package struct RuleID: Hashable, Sendable, CustomStringConvertible {
  /// The words as messages and results show them.
  package let text: String

  /// Names a rule; nobody checks that it exists.
  package init(_ text: String) { self.text = text }

  /// The words as messages and results show them.
  package var description: String { text }
}

/// Which rule it was, in words that lead to it: `network.rules[2]` or `--allow-host example.com`.
package struct RuleID: Hashable, Sendable, CustomStringConvertible {
  /// The words.
  package let text: String

  /// Names a rule.
  package init(_ text: String) { self.text = text }

  /// The words.
  package var description: String { text }
}

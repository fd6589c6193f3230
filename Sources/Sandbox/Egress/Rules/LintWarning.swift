/// A rule that says more, or less, than its writer may think.
package struct LintWarning: Hashable, Sendable {
  /// The kinds of warnings.
  package enum Kind: String, Sendable, CaseIterable {
    case everything, publicSuffix, multiTenant, uploadHost, resolver, resolverPort, shadowed
    case overlap, deniedWhole, wideBlock, weakMode, addressMode, exemption, addressUnchecked
  }

  /// The rule that the warning is about.
  package let rule: RuleID
  /// The kind of warning, by which tests and documents tell them apart.
  package let kind: Kind
  /// What is to be known, as a sentence without its end.
  package let text: String
  /// What to do about it.
  package let remedy: String
}

/// What the judge can say of the code after a finding of a rule was fixed.
package enum PostCondition: Equatable, Sendable {
  /// The code must have the shape of this name.
  case shape(String)
  /// The rule is known to have no form to look for: that the scanner falls silent and the tests pass is
  /// all there is.
  case scannerAndTestsOnly
  /// The data of the judge do not name the rule.
  case unknownRule
}

extension Constitution {
  /// What is asked of the code once a finding of a rule is fixed.
  package func postCondition(of rule: String) -> PostCondition {
    let checks = articles.compactMap { $0.check as? SafeShapeCheck }
    return checks.lazy.map { $0.postCondition(of: rule) }.first { $0 != .unknownRule }
      ?? .unknownRule
  }
}

/// How an attempt to heal ended; a closed list.
package enum AttemptOutcome: String, CaseIterable, Codable, Sendable {
  /// Every check passed.
  case accepted
  /// The same change, up to comments and blank space, was tried before; it was not run again.
  case duplicate
  /// The answer holds no patch in a form that is accepted.
  case unparsable
  /// The patch does not fit the tree.
  case unappliable
  /// A changed file cannot be parsed any more.
  case syntax
  /// The code cannot be built or its tests cannot be collected any more.
  case build
  /// The trouble is still there.
  case stillReproduces = "still-reproduces"
  /// A test that passed before does not pass any more, or is gone.
  case regression
  /// A scanner reports something that it did not report before.
  case newFinding = "new-finding"
  /// The code has not the safe shape that the rule asks for, though its finding may be gone.
  case postCondition = "post-condition"
  /// The judge has something against it.
  case judgeArticle = "judge-article"
  /// A held-back check fails; which one is never said.
  case hiddenCheck = "hidden-check"
  /// The trial did not end in time.
  case timeout
  /// The same trial ended in different ways.
  case flaky
  /// The machine, not the candidate, was at fault.
  case environment
}

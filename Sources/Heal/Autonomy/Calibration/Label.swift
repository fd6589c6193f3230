/// A raw score of a patch and what became of the patch.
package struct Label: Sendable, Equatable, Codable {
  /// The raw score, 0 to 1.
  package var score: Double
  /// Whether it succeeded in the end.
  package var success: Bool

  /// A score with its outcome.
  package init(score: Double, success: Bool) {
    self.score = score
    self.success = success
  }
}

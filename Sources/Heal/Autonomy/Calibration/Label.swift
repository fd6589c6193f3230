/// A raw score of a patch and what became of the patch.
public struct Label: Sendable, Equatable, Codable {
  /// The raw score, 0 to 1.
  public var score: Double
  /// Whether it succeeded in the end.
  public var success: Bool

  /// A score with its outcome.
  public init(score: Double, success: Bool) {
    self.score = score
    self.success = success
  }
}

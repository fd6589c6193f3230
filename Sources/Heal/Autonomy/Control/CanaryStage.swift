/// The share of what is eligible that an Actor takes: small at first, more with each stage of
/// successes in a row, and the first stage again after a failure.
package struct CanaryStage: Sendable, Equatable, Codable {
  /// The shares of the stages in millionths; the first is a tenth, the last is everything.
  package static let shares = [100_000, 250_000, 500_000, 1_000_000]
  /// Successes in a row that a stage takes: three stages take as many as the level took to earn.
  package static let successesPerStage = 28
  /// The acts on one day (UTC) in every stage but the last.
  package static let actsPerDay = 3

  /// The stage, 1 to 4; 4 takes every incident.
  package var stage: Int
  /// The share of the stage in millionths.
  package var shareMillionths: Int
  /// Successes in a row, up to now.
  package var successes: Int
  /// The number of the patch, 0 to 999,999; it is taken when that is below the share.
  package var draw: Int

  /// Where a key stands after so many successes in a row, for a patch of this number.
  package init(successes: Int, draw: Int) {
    let index = min(max(0, successes) / Self.successesPerStage, Self.shares.count - 1)
    stage = index + 1
    shareMillionths = Self.shares[index]
    self.successes = successes
    self.draw = draw
  }

  /// Whether the stage takes the patch; a number out of its range never is.
  package var takes: Bool { (0..<shareMillionths).contains(draw) }

  /// Whether everything is taken.
  package var isOver: Bool { stage == Self.shares.count }
}

/// A change whose outcome is not final yet.
struct OpenProposal: Sendable, Equatable {
  /// A merge that was not edited: a success once it has soaked.
  struct Merge: Sendable, Equatable {
    var at: Moment
    /// Nobody, where the change was made without a person.
    var by: String?
  }

  var proposal: ProposedChange
  var merge: Merge?
  /// Deployments since the merge.
  var deployments = 0

  /// A merge counts when it was not taken back for so long.
  static let soakDays: Int64 = 7
  /// Or for so many deployments of its repository.
  static let soakDeployments = 10

  /// When the soak is over, if nothing happens; nil while it is not merged.
  var soakEnd: Moment? { merge?.at.adding(days: Self.soakDays) }
}

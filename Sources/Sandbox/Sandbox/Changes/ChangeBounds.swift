/// How much of a command's leftovers is looked at.
package struct ChangeBounds: Sendable {
  /// Names looked at, in both layers together.
  package var entries = 200_000
  /// Bytes read to compare contents, find renames and tell text from binary.
  package var readBytes = 2 << 30
  /// Folders inside one another, counted from the workspace.
  package var depth = 1024
  /// Time on the clock for the whole comparison; after it the list ends early, with the reason.
  package var time: Duration = .seconds(60)
  /// The largest file whose content goes into a patch.
  package var fileBytes = 64 << 20
  /// The size of a whole patch; git refuses patches of 1 GiB.
  package var patchBytes = 512 << 20

  /// Bounds that a build of a large project stays within.
  package init() {}

  /// For changes that are taken over: a build makes more than anybody reads.
  static var ofUpdate: ChangeBounds {
    var bounds = ChangeBounds()
    bounds.entries = 4_000_000
    bounds.time = .seconds(600)
    return bounds
  }
}

/// What is left of the bounds while a tree is read.
struct ChangeBudget {
  let bounds: ChangeBounds
  private(set) var entries = 0
  private(set) var readBytes = 0
  /// Why the list is not complete; the first reason stays.
  private(set) var reason: String?
  /// Whether nothing more may be looked at.
  private(set) var isSpent = false
  private let deadline: ContinuousClock.Instant

  init(_ bounds: ChangeBounds) {
    self.bounds = bounds
    deadline = .now + bounds.time
  }

  /// Names that may still be looked at.
  var entriesLeft: Int { max(0, bounds.entries - entries) }

  mutating func note(_ reason: String) {
    if self.reason == nil { self.reason = reason }
  }

  /// Counts one name.
  mutating func countEntry() -> Bool {
    entries += 1
    if entries > bounds.entries {
      stop("more than \(bounds.entries) names")
    } else if entries % 64 == 0, .now > deadline {
      stop("more time than \(bounds.time)")
    }
    return !isSpent
  }

  /// Counts bytes before they are read; when they are too many, none are counted.
  mutating func countBytes(_ count: Int) -> Bool {
    let (sum, overflow) = readBytes.addingReportingOverflow(count)
    if isSpent || overflow || sum > bounds.readBytes { return false }
    if count > 1 << 16, .now > deadline {
      stop("more time than \(bounds.time)")
      return false
    }
    readBytes = sum
    return true
  }

  mutating func stop(_ reason: String) {
    note(reason)
    isSpent = true
  }
}

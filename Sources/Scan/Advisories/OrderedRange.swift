/// A range whose events are parsed and sorted, ready to be asked about many versions.
struct OrderedRange: Sendable {
  private enum Effect {
    case affects, mends, mendsAfter
  }

  private struct Change {
    /// Nil precedes every version.
    var version: Version?
    var effect: Effect
  }

  /// The order of the events.
  let scheme: VersionScheme
  /// The fixed versions, in the order of the advisory.
  private(set) var fixes: [Version] = []
  private var changes: [Change] = []
  private var limits: [Version] = []
  private var hasLimit = false
  private var isUnlimited = false
  /// The first text that is no version, with which the range answers nothing.
  private(set) var invalidText: String?

  init(_ range: AffectedRange, scheme: VersionScheme) {
    self.scheme = scheme
    for event in range.events { add(event) }
    // Swift's sort is stable, so events at one version keep the order of the advisory.
    changes.sort { one, other in
      guard let theirs = other.version else { return false }
      return one.version.map { $0.compare(theirs) == .less } ?? true
    }
  }

  private mutating func add(_ event: AffectedRange.Event) {
    switch event {
    case .introduced("0"):
      changes.append(Change(version: nil, effect: .affects))
    case .introduced(let text):
      if let version = parse(text) { changes.append(Change(version: version, effect: .affects)) }
    case .fixed(let text):
      guard let version = parse(text) else { return }
      changes.append(Change(version: version, effect: .mends))
      fixes.append(version)
    case .lastAffected(let text):
      if let version = parse(text) { changes.append(Change(version: version, effect: .mendsAfter)) }
    case .limit(let text):
      hasLimit = true
      if text.utf8.contains(UInt8(ascii: "*")) {
        isUnlimited = true
      } else if let version = parse(text) {
        limits.append(version)
      }
    }
  }

  private mutating func parse(_ text: String) -> Version? {
    let version = Version(text, scheme: scheme)
    if version == nil, invalidText == nil { invalidText = text }
    return version
  }

  /// Whether a version of the same scheme lies in the range; linear in the number of events.
  func contains(_ version: Version) -> Bool {
    guard !hasLimit || isUnlimited || limits.contains(where: { version.compare($0) == .less })
    else { return false }
    var isAffected = false
    for change in changes {
      let order = change.version.map { version.compare($0) } ?? .greater
      switch change.effect {
      case .affects where order != .less: isAffected = true
      case .mends where order != .less: isAffected = false
      case .mendsAfter where order == .greater: isAffected = false
      default: break
      }
    }
    return isAffected
  }
}

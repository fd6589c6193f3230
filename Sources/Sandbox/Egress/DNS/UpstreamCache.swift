/// What the host's resolver said about names, for as long as it said, within bounds.
///
/// A name keeps the addresses that were checked when it was resolved: a connection dials from here,
/// and nothing is resolved again between the check and the call.
package struct UpstreamCache: Sendable {
  /// What is known about a name.
  package enum Finding: Hashable, Sendable {
    /// Its addresses, in the order in which they are tried; never empty.
    case addresses([IPAddress])
    /// It exists without any address.
    case noAddress
    /// It does not exist.
    case noName
  }

  private struct Entry: Sendable {
    var finding: Finding
    var end: MonotonicTime
  }

  private let limit: Int
  private var entries: [HostName: Entry] = [:]

  /// An empty cache of at most so many names.
  package init(limit: Int = 4096) { self.limit = max(1, limit) }

  /// How many names it knows.
  package var count: Int { entries.count }

  /// What is known about a name now.
  package func finding(of name: HostName, at now: MonotonicTime) -> Finding? {
    guard let entry = entries[name], now < entry.end else { return nil }
    return entry.finding
  }

  /// Notes what was found; in a full cache the entry that ends first makes room.
  ///
  /// Addresses are kept for their lifetime, at least 5 and at most 300 seconds: a lifetime of 0, by
  /// which a name changes between two questions, gains nothing. That there is none is kept for 5.
  package mutating func note(
    _ finding: Finding, of name: HostName, lifetimeSeconds: UInt32 = 0, at now: MonotonicTime
  ) {
    if entries[name] == nil, entries.count >= limit,
      let oldest = entries.min(by: { $0.value.end < $1.value.end })
    {
      entries[oldest.key] = nil
    }
    let seconds =
      if case .addresses = finding { min(max(5, lifetimeSeconds), 300) } else { UInt32(5) }
    entries[name] = Entry(
      finding: finding, end: now.advanced(milliseconds: UInt64(seconds) * 1000))
  }

  /// Brings the answers to both questions about a name together: IPv6 and IPv4 take turns, the
  /// family that is first is given (RFC 8305, section 4).
  ///
  /// Nil when neither answer says anything that may be kept.
  package static func combined(
    first: UpstreamAnswer, second: UpstreamAnswer
  ) -> (finding: Finding, lifetimeSeconds: UInt32)? {
    var lists: [[IPAddress]] = []
    var lifetime = UInt32.max
    for case .addresses(let addresses, let seconds) in [first, second] {
      lists.append(addresses)
      lifetime = min(lifetime, seconds)
    }
    guard lists.isEmpty else {
      let longest = lists.map(\.count).max() ?? 0
      let turns = (0..<longest).flatMap { turn in lists.compactMap { $0.dropFirst(turn).first } }
      return (.addresses(turns), lifetime)
    }
    switch (first, second) {
    // One server's word is enough: a name that does not exist has neither kind.
    case (.noName, .noName), (.noName, .noAddress), (.noAddress, .noName): return (.noName, 0)
    case (.noAddress, .noAddress): return (.noAddress, 0)
    default: return nil
    }
  }
}

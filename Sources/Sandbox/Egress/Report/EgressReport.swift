/// What one run reached, or tried to, that another did not: schema `sentinel.egress-report/1`.
///
/// The property names are the JSON keys. A place is a name, or an address that was dialled as such,
/// with its port; a name that was only asked for has none.
package struct EgressReport: Hashable, Sendable, Codable {
  /// The answer in one word.
  package enum Verdict: String, Hashable, Sendable, Codable {
    /// Each run used the places of the other, in the same ways.
    case same
    /// They differ, and the other run used nothing new.
    case different
    /// The other run used or tried something new, or sent more.
    case wider
  }

  /// How much more may be sent before it counts: retries and handshakes are never quite the same.
  package struct Tolerance: Hashable, Sendable, Codable {
    /// Bytes that any place may differ by.
    package var bytes: UInt64
    /// Hundredths of the base's bytes that it may differ by.
    package var percent: UInt64

    /// Four KiB, or a quarter: some handshakes of TLS, whatever larger.
    package init(bytes: UInt64 = 4096, percent: UInt64 = 25) {
      self.bytes = bytes
      self.percent = percent
    }

    /// Whether a value is beyond what another may become by itself.
    func isExceeded(by value: UInt64, from base: UInt64) -> Bool {
      let (share, overflow) = base.multipliedReportingOverflow(by: percent)
      let allowed = max(bytes, overflow ? base : share / 100)
      let (most, isAll) = base.addingReportingOverflow(allowed)
      return !isAll && value > most
    }
  }

  /// One of the two runs.
  package struct Side: Hashable, Sendable, Codable {
    /// The command and its arguments, escaped for printing.
    package let command: [String]
    /// The profile's name.
    package let profile: String
    /// SHA-256 of the policy in force, in hex.
    package let planDigest: String
    /// How the run ended: a status of `sentinel.run/1`.
    package let status: String
    /// When the run started, in UTC, RFC 3339; empty when it is not known.
    package let startedAt: String
    /// What it used of the network, all places together.
    package let total: PlaceUse
    /// Why something may be missing.
    package let gaps: [String]
  }

  /// A place that the runs used differently.
  package struct Difference: Hashable, Sendable, Codable {
    /// Which run used it.
    package enum Kind: String, Hashable, Sendable, Codable {
      /// Only the other run.
      case added
      /// Only the base.
      case removed
      /// Both, in different ways.
      case changed
    }

    /// What is different about a place that both used.
    package enum Aspect: String, Hashable, Sendable, Codable, CaseIterable {
      /// Let through where the base was refused.
      case allowed
      /// Refused where the base was let through.
      case refused
      /// Spoken in a mode that the base did not use.
      case modes
      /// Checked for less than in the base.
      case assurance
      /// Reached by a program that did not reach it in the base.
      case executables
      /// More bytes sent, beyond the tolerance.
      case bytesUp
      /// Fewer bytes sent, beyond the tolerance.
      case bytesUpFewer
      /// Another number of bytes received, beyond the tolerance.
      case bytesDown
    }

    /// The name or address.
    package let name: String
    /// The port; nil for a name that was only asked for.
    package let port: UInt16?
    /// Which run used it.
    package let kind: Kind
    /// What is different; empty unless both used it.
    package let aspects: [Aspect]
    /// How the base used it.
    package let base: PlaceUse?
    /// How the other run used it.
    package let other: PlaceUse?

    /// Whether the other run does something that the base does not.
    package var isWider: Bool {
      kind == .added
        || aspects.contains { [.allowed, .modes, .assurance, .executables, .bytesUp].contains($0) }
    }
  }

  /// Always `sentinel.egress-report/1`.
  package private(set) var schema = "sentinel.egress-report/1"
  /// The run that is compared with.
  package let base: Side
  /// The run that is looked at.
  package let other: Side
  /// The answer; nothing new is only certain when the report is complete.
  package let verdict: Verdict
  /// Whether both runs tell of everything that they tried.
  package let isComplete: Bool
  /// The places that were used differently, by name and port.
  package let differences: [Difference]
  /// How many places were used alike.
  package let unchanged: Int
  /// How much more may be sent before it counts.
  package let tolerance: Tolerance

  /// Compares two runs; pure.
  package init(base: ObservedRun, other: ObservedRun, tolerance: Tolerance = Tolerance()) {
    let before = PlaceUse.places(of: base.records), after = PlaceUse.places(of: other.records)
    var differences: [Difference] = []
    for place in Set(before.keys).union(after.keys).sorted() {
      let old = before[place], new = after[place]
      let aspects = old.flatMap { old in new.map { $0.aspects(since: old, tolerance) } } ?? []
      if old != nil, new != nil, aspects.isEmpty { continue }
      differences.append(
        Difference(
          name: place.name, port: place.port,
          kind: old == nil ? .added : new == nil ? .removed : .changed, aspects: aspects,
          base: old, other: new))
    }
    self.base = Side(base)
    self.other = Side(other)
    self.differences = differences
    self.tolerance = tolerance
    unchanged =
      Set(before.keys).intersection(after.keys).count
      - differences.count { $0.kind == .changed }
    isComplete = base.gaps.isEmpty && other.gaps.isEmpty
    verdict =
      differences.contains(where: \.isWider) ? .wider : differences.isEmpty ? .same : .different
  }
}

extension EgressReport.Side {
  init(_ run: ObservedRun) {
    command = run.command
    profile = run.profile
    planDigest = run.planDigest
    status = run.status
    startedAt = run.startedAt
    total = run.records.reduce(into: PlaceUse()) { $0.add($1) }
    gaps = run.gaps
  }
}

internal import FoundationEssentials

/// What one run reached and tried to reach, as its result tells: one side of an ``EgressReport``.
package struct ObservedRun: Hashable, Sendable {
  /// Why a text is no result of a run, in one sentence.
  package struct Mistake: Error, Hashable, Sendable {
    /// The reason; untrusted text in it is escaped.
    package let reason: String
  }

  /// The largest result that is read, in bytes: three times what a full log of records takes.
  package static let limitBytes = 64 << 20
  /// The most records that are read; a broker keeps three times 4096.
  static let mostRecords = 50_000

  /// The command and its arguments, escaped for printing.
  package let command: [String]
  /// The profile's name, escaped.
  package let profile: String
  /// SHA-256 of the policy in force, in hex; empty when nothing was started.
  package let planDigest: String
  /// How the run ended, as its result says.
  package let status: String
  /// When it started, as its result says.
  package let startedAt: String
  /// Every attempt that the run's result lists, let through or refused.
  package let records: [EgressRecord]
  /// Why the records may lack something; empty when they are all there is.
  package let gaps: [String]

  /// A run whose parts are known; `gaps` says what is not.
  package init(
    command: [String], profile: String, planDigest: String = "", status: String,
    startedAt: String = "", records: [EgressRecord], gaps: [String] = []
  ) {
    self.command = command
    self.profile = profile
    self.planDigest = planDigest
    self.status = status
    self.startedAt = startedAt
    self.records = records
    self.gaps = gaps
  }

  /// Reads a document of the schema `sentinel.run/1`, from wherever it comes.
  ///
  /// Whatever no run writes makes the whole text none: another schema, unknown words, counts of zero,
  /// names with control characters, more than ``limitBytes``.
  package init(reading bytes: [UInt8]) throws(Mistake) {
    guard bytes.count <= Self.limitBytes else {
      throw Mistake(reason: "it is larger than any result: \(bytes.count) bytes")
    }
    let document: RunDocument
    do {
      document = try JSONDecoder().decode(RunDocument.self, from: Data(bytes))
    } catch {
      throw Mistake(reason: "it is not the JSON of a result of sentinel run")
    }
    guard document.schema == RunDocument.schema else {
      let shown = CappedText.visible(document.schema.utf8, limit: 60)
      throw Mistake(reason: "its schema is \"\(shown)\", not \(RunDocument.schema)")
    }
    guard document.egress.count <= Self.mostRecords else {
      throw Mistake(reason: "it holds \(document.egress.count) records, more than any result")
    }
    for (index, record) in document.egress.enumerated() where !record.isPlain {
      throw Mistake(reason: "egress[\(index)] is no record that a run writes")
    }
    self.init(
      command: document.command.prefix(100).map { CappedText.visible($0.utf8, limit: 300) },
      profile: CappedText.visible(document.profile.utf8, limit: 80),
      planDigest: CappedText.visible(document.planDigest.utf8, limit: 64),
      status: CappedText.visible(document.status.utf8, limit: 40),
      startedAt: CappedText.visible(document.startedAt.utf8, limit: 40), records: document.egress,
      gaps: Self.gaps(
        status: document.status, layers: document.missing.map(\.layer),
        unrecorded: document.egressTotals?.unrecorded ?? 0))
  }

  /// What a run of this status, without these layers, cannot tell about its network.
  package static func gaps(status: String, layers: [String], unrecorded: UInt64) -> [String] {
    var gaps: [String] = []
    if ["refused", "setupFailed"].contains(status) { gaps.append("the command was not run") }
    if layers.contains("network namespace") {
      gaps.append("the network was the host's, where nothing is recorded")
    }
    if layers.contains("egress broker") { gaps.append("the broker ended before the command") }
    if unrecorded > 0 { gaps.append("there was no room for \(unrecorded) attempts") }
    return gaps
  }
}

/// The part of a result that is read here; unknown keys belong to others.
private struct RunDocument: Decodable {
  static let schema = "sentinel.run/1"

  struct Layer: Decodable {
    var layer: String
  }

  struct Totals: Decodable {
    var unrecorded: UInt64
  }

  var schema: String
  var command: [String]
  var profile: String
  var planDigest: String
  var status: String
  var startedAt: String
  var egress: [EgressRecord]
  var egressTotals: Totals?
  var missing: [Layer]
}

extension EgressRecord {
  /// Whether the record is one that a broker writes: everything escaped and cut.
  fileprivate var isPlain: Bool {
    let isShown = { (text: String, limit: Int) in
      // What was cut ends in an ellipsis, whose three bytes come on top.
      let whole = text.hasSuffix("\u{2026}") ? text.dropLast() : text[...]
      return !whole.isEmpty && whole.utf8.count <= limit
        && CappedText.visible(whole.utf8, limit: limit) == whole
    }
    return count > 0 && isShown(name, 253) && isShown(address ?? "-", 60)
      && isShown(rule ?? "-", 300) && isShown(executable ?? "-", 300)
      && (verdict == .denied) == (code != nil)
  }
}

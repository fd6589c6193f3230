/// A bound of the broker by the name that it has in profiles (`network.limits`) and in results.
package enum EgressLimit: String, Hashable, Sendable, Codable, CaseIterable {
  // Connections and bytes.
  case connections, opensPerSecond, uploadPerName, downloadPerName, upload
  // Names and questions.
  case wildcardContacts, wildcardNames, names, questions, questionsPerSecond
  // What is read before a decision.
  case helloSize, headSize, headFields
  // How long something may take.
  case helloTime, connectTime, idleTime, connectionTime

  /// In what a limit is counted.
  package enum Unit: Sendable {
    case count, bytes, milliseconds
  }

  /// In what it is counted.
  package var unit: Unit {
    switch self {
    case .uploadPerName, .downloadPerName, .upload, .helloSize, .headSize: .bytes
    case .helloTime, .connectTime, .idleTime, .connectionTime: .milliseconds
    case .connections, .opensPerSecond, .wildcardContacts, .wildcardNames, .names, .questions,
      .questionsPerSecond, .headFields:
      .count
    }
  }

  /// The values that it may have.
  ///
  /// The ends keep the broker's memory bounded and its service usable: two descriptors and up to half
  /// a megabyte go to each connection, the table of names holds half of the synthetic addresses, and a
  /// hello of TLS or a head of HTTP that is below the least would be refused from honest clients too.
  package var range: ClosedRange<UInt64> {
    switch self {
    case .connections: 1...4096
    case .opensPerSecond: 1...10_000
    case .uploadPerName, .downloadPerName, .upload: 0...1 << 50
    case .wildcardContacts: 0...65_536
    case .wildcardNames, .names: 0...65_536
    case .questions: 0...1_000_000_000
    case .questionsPerSecond: 1...100_000
    case .helloSize: 512...64 << 10
    case .headSize: 1024...256 << 10
    case .headFields: 8...1000
    case .helloTime, .connectTime: 100...600_000
    case .idleTime, .connectionTime: 100...7 * 86_400_000
    }
  }
}

extension EgressLimits {
  /// A bound by its name; a value beyond its range is cut to it.
  package subscript(limit: EgressLimit) -> UInt64 {
    get {
      switch limit {
      case .connections: UInt64(clamping: connections)
      case .opensPerSecond: UInt64(clamping: opensPerSecond)
      case .uploadPerName: bytesUpPerName
      case .downloadPerName: bytesDownPerName
      case .upload: bytesUp
      case .wildcardContacts: UInt64(clamping: labelsPerWildcard)
      case .wildcardNames: UInt64(clamping: namesPerWildcard)
      case .names: UInt64(clamping: names)
      case .questions: UInt64(clamping: questions)
      case .questionsPerSecond: UInt64(clamping: questionsPerSecond)
      case .helloSize: UInt64(clamping: helloBytes)
      case .headSize: UInt64(clamping: headBytes)
      case .headFields: UInt64(clamping: headFields)
      case .helloTime: helloMilliseconds
      case .connectTime: connectMilliseconds
      case .idleTime: idleMilliseconds
      case .connectionTime: connectionMilliseconds
      }
    }
    set {
      let value = min(max(newValue, limit.range.lowerBound), limit.range.upperBound)
      let count = Int(clamping: value)
      switch limit {
      case .connections: connections = count
      case .opensPerSecond: opensPerSecond = count
      case .uploadPerName: bytesUpPerName = value
      case .downloadPerName: bytesDownPerName = value
      case .upload: bytesUp = value
      case .wildcardContacts: labelsPerWildcard = count
      case .wildcardNames: namesPerWildcard = count
      case .names: names = count
      case .questions: questions = count
      case .questionsPerSecond: questionsPerSecond = count
      case .helloSize: helloBytes = count
      case .headSize: headBytes = count
      case .headFields: headFields = count
      case .helloTime: helloMilliseconds = value
      case .connectTime: connectMilliseconds = value
      case .idleTime: idleMilliseconds = value
      case .connectionTime: connectionMilliseconds = value
      }
    }
  }
}

/// How near a run came to a limit, as it stands in a result's `egressTotals.limits`.
///
/// The property names are the JSON keys; bytes and milliseconds where the name says size or time.
package struct EgressLimitStatus: Hashable, Sendable, Codable {
  /// Which limit it is, by the name that profiles use.
  package var name: EgressLimit
  /// Its value in force: a count, bytes or milliseconds.
  package var most: UInt64
  /// The most that was used of it, by any one name where each has its own; nil where nothing is kept.
  package var used: UInt64?
  /// How often something was refused or cut for its sake.
  package var hits: UInt64

  /// Reports a limit; `used` is nil where the broker keeps no figure.
  package init(_ name: EgressLimit, most: UInt64, used: UInt64?, hits: UInt64) {
    self.name = name
    self.most = most
    self.used = used
    self.hits = hits
  }
}

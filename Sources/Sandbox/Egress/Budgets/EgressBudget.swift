/// Counts what a run sends, fetches and opens, and refuses what is beyond its limits.
///
/// Memory is bounded: hosts are names of the table, or addresses of rules, and those are counted
/// together by rule.
package struct EgressBudget: Sendable {
  /// What a host was used for.
  package struct Use: Hashable, Sendable {
    /// Connections that were opened.
    package var connections = 0
    /// Bytes sent to it.
    package var bytesUp: UInt64 = 0
    /// Bytes fetched from it.
    package var bytesDown: UInt64 = 0
  }

  private var limits: EgressLimits
  private var bucket: TokenBucket
  private var hosts: [String: Use] = [:]
  private var labels: [RuleID: Set<HostName>] = [:]

  /// Connections that are open now.
  package private(set) var open = 0
  /// Connections that were opened.
  package private(set) var opened = 0
  /// Bytes sent to all hosts.
  package private(set) var bytesUp: UInt64 = 0
  /// Bytes fetched from all hosts.
  package private(set) var bytesDown: UInt64 = 0

  /// A budget that nothing was taken from.
  package init(limits: EgressLimits, at now: MonotonicTime) {
    self.limits = limits
    bucket = TokenBucket(
      perSecond: limits.opensPerSecond, burst: limits.opensPerSecond, at: now)
  }

  /// Counts a connection to a name, before it is made; a refused one costs nothing but its token.
  ///
  /// The first connection to a name under a wildcard tells the name's owner the name: these are
  /// counted, since a payload can say something by choosing them.
  package mutating func open(
    _ name: HostName, rule: EgressRule, at now: MonotonicTime
  ) throws(EgressRefusal) {
    try admit(at: now)
    if rule.isWildcard, labels[rule.id]?.contains(name) != true {
      guard labels[rule.id, default: []].count < limits.labelsPerWildcard else {
        throw EgressRefusal(
          .labels,
          "\(name) is beyond the \(limits.labelsPerWildcard) names that \(rule.id) may contact",
          allowWith: EgressRule.line(host: name.text, port: rule.ports.single ?? 443),
          limit: .wildcardContacts)
      }
      labels[rule.id, default: []].insert(name)
    }
    count(name.text)
  }

  /// Counts a connection to a real address, before it is made.
  package mutating func open(rule: EgressRule, at now: MonotonicTime) throws(EgressRefusal) {
    try admit(at: now)
    count(rule.id.text)
  }

  /// Counts the end of a connection.
  package mutating func close() { open = max(0, open - 1) }

  /// Counts bytes to a host, given as it was opened, before they are sent.
  package mutating func send(_ bytes: Int, to host: String) throws(EgressRefusal) {
    let count = UInt64(max(0, bytes))
    let used = hosts[host, default: Use()].bytesUp
    guard count <= remainingUp(to: host) else {
      // Whatever was asked for, the budget that has less left is the one that ends it.
      let isRun =
        limits.bytesUp - min(limits.bytesUp, bytesUp)
        < limits.bytesUpPerName - min(limits.bytesUpPerName, used)
      let most = isRun ? limits.bytesUp : limits.bytesUpPerName
      throw EgressRefusal(
        .bytesUp, "\(isRun ? "the run" : host) has sent its budget of \(most) bytes",
        limit: isRun ? .upload : .uploadPerName)
    }
    hosts[host, default: Use()].bytesUp = used + count
    bytesUp += count
  }

  /// Counts bytes from a host before they are given to the payload.
  package mutating func fetch(_ bytes: Int, from host: String) throws(EgressRefusal) {
    let count = UInt64(max(0, bytes))
    let used = hosts[host, default: Use()].bytesDown
    guard count <= limits.bytesDownPerName - min(limits.bytesDownPerName, used) else {
      throw EgressRefusal(
        .bytesDown, "\(host) has given its budget of \(limits.bytesDownPerName) bytes",
        limit: .downloadPerName)
    }
    hosts[host, default: Use()].bytesDown = used + count
    let (sum, overflow) = bytesDown.addingReportingOverflow(count)
    bytesDown = overflow ? .max : sum
  }

  /// Bytes that may still be sent to a host; what a splice may be asked for at most.
  package func remainingUp(to host: String) -> UInt64 {
    let used = hosts[host, default: Use()].bytesUp
    return min(
      limits.bytesUpPerName - min(limits.bytesUpPerName, used),
      limits.bytesUp - min(limits.bytesUp, bytesUp))
  }

  /// What each host was used for, in the order of the text.
  package var uses: [(host: String, use: Use)] {
    hosts.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
  }

  /// The most names that were contacted under any one wildcard.
  package var mostLabels: Int { labels.values.map(\.count).max() ?? 0 }

  /// Names that were contacted under wildcards.
  package var labelsContacted: Int { labels.values.reduce(0) { $0 + $1.count } }

  /// The most that can have left: bytes sent, and what choosing names and connections can say.
  ///
  /// A name under a wildcard counts with all its bytes, a connection with eight for its time and
  /// order; questions to the resolver never leave.
  package var leakCeilingBytes: UInt64 {
    let names = labels.values.joined().reduce(0) { $0 + $1.text.utf8.count }
    let (sum, overflow) = bytesUp.addingReportingOverflow(UInt64(names) + 8 * UInt64(opened))
    return overflow ? .max : sum
  }

  private mutating func admit(at now: MonotonicTime) throws(EgressRefusal) {
    guard bucket.take(at: now) else {
      throw EgressRefusal(
        .opensPerSecond, "there are more than \(limits.opensPerSecond) new connections per second",
        limit: .opensPerSecond)
    }
    guard open < limits.connections else {
      throw EgressRefusal(
        .connections, "there are already \(limits.connections) connections", limit: .connections)
    }
  }

  private mutating func count(_ host: String) {
    hosts[host, default: Use()].connections += 1
    open += 1
    opened += 1
  }
}

/// One attempt to reach something, as it stands in a result's `egress` and in the audit.
///
/// The property names are the JSON keys; absent optionals are left out. All text is escaped and cut.
package struct EgressRecord: Hashable, Sendable, Codable {
  /// Whether it was let through.
  package enum Verdict: String, Hashable, Sendable, Codable {
    case allowed, denied
  }

  /// The name, or the address when there is none.
  package private(set) var name: String
  /// The port that the payload dialled; nil for a name lookup.
  package private(set) var port: UInt16?
  /// The address that was dialled, or that the payload asked for, or why it was refused.
  package private(set) var address: String?
  /// True when a proxy has found the address, which nobody could check then.
  package var addressUnchecked: Bool?
  /// True when the client's TLS ended at the broker, with a certificate made for this run.
  package var clientTLS: Bool?
  /// What was checked; nil when nothing was reached.
  package var assurance: Assurance?
  /// What the client spoke, as far as it was heard; `auto` is never one.
  package var mode: EgressMode?
  /// Whether it was let through to its end.
  package var verdict: Verdict
  /// The code of the refusal; nil where nothing was refused.
  package private(set) var code: EgressRefusal.Code?
  /// Why it was refused or cut, in one sentence.
  package private(set) var reason: String?
  /// The option or line that would allow it.
  package private(set) var allowWith: String?
  /// The rule that allowed it.
  package var rule: String?
  /// Which state of a policy that changes while it runs has judged it.
  package var generation: Int
  /// Bytes from the payload.
  package var bytesUp: UInt64 = 0
  /// Bytes to the payload.
  package var bytesDown: UInt64 = 0
  /// Time from accepting the connection to closing it.
  package var milliseconds: UInt64 = 0
  /// The process that asked, by its number on the host; nil when it was not found.
  ///
  /// Of attempts that share a record, the first that was found.
  package private(set) var pid: Int32?
  /// The same process by its number in the sandbox.
  package private(set) var pidInside: Int32?
  /// Its program, by its path in the sandbox.
  package private(set) var executable: String?
  /// Under which the command line knows who asked; only between the broker and it.
  package var seek: UInt32?
  /// How many attempts this stands for.
  package internal(set) var count = 1

  /// A record of something refused, or allowed when there is no refusal.
  package init(
    name: some Collection<UInt8>, port: UInt16?, address: IPAddress? = nil,
    refusal: EgressRefusal? = nil,
    generation: Int = 0
  ) {
    self.name = CappedText.visible(name, limit: 253)
    self.port = port
    self.address = address?.description
    verdict = .allowed
    self.generation = generation
    if let refusal { refuse(refusal) }
  }

  /// Notes why it was refused, or cut.
  package mutating func refuse(_ refusal: EgressRefusal) {
    verdict = .denied
    code = refusal.code
    reason = CappedText.visible(refusal.reason.utf8, limit: 500)
    allowWith = refusal.allowWith.map { CappedText.visible($0.utf8, limit: 300) }
  }

  /// Notes who asked; the path is the payload's choice and therefore escaped.
  package mutating func attribute(
    pid: Int32, inside: Int32? = nil, executable: some Collection<UInt8>
  ) {
    self.pid = pid
    pidInside = inside
    self.executable = CappedText.visible(executable, limit: 300)
  }
}

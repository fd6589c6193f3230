/// Every bound of the broker; the defaults let package installations through and little else.
package struct EgressLimits: Hashable, Sendable, Codable {
  /// Connections at one time.
  package var connections = 256
  /// New connections per second; each may cost the host a port for a minute (TIME_WAIT).
  package var opensPerSecond = 200
  /// Bytes to each name in a run: package downloads need kilobytes.
  package var bytesUpPerName: UInt64 = 16 << 20
  /// Bytes from each name in a run.
  package var bytesDownPerName: UInt64 = 8 << 30
  /// Bytes to all names in a run.
  package var bytesUp: UInt64 = 64 << 20
  /// Names that are contacted under each wildcard rule; each tells its label to the name's owner.
  package var labelsPerWildcard = 64
  /// Names that get an address under each wildcard rule; nobody outside hears of these.
  package var namesPerWildcard = 4096
  /// Names that get an address.
  package var names = 16_384
  /// Questions to the resolver in a run.
  package var questions = 200_000
  /// Questions to the resolver per second.
  package var questionsPerSecond = 4000
  /// Bytes of a TLS hello.
  package var helloBytes = 16 << 10
  /// Bytes of the head of a request or response.
  package var headBytes = 32 << 10
  /// Fields of the head of a request or response.
  package var headFields = 100
  /// Time until the first bytes have told what they are.
  package var helloMilliseconds: UInt64 = 10_000
  /// Time for `auto` to wait for a client that speaks first.
  package var autoMilliseconds: UInt64 = 300
  /// Time for finding and reaching a server.
  package var connectMilliseconds: UInt64 = 15_000
  /// Time without a byte in either direction.
  package var idleMilliseconds: UInt64 = 120_000
  /// Time from a connection's start to its end; as long as a run may be by default.
  package var connectionMilliseconds: UInt64 = 3_600_000

  /// The bounds of a run whose profile sets none.
  package init() {}
}

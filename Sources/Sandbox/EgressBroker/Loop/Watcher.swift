internal import CKernel

/// What a descriptor is ready for.
struct Readiness: OptionSet, Sendable {
  let rawValue: UInt32

  static let readable = Readiness(rawValue: SENTINEL_READABLE)
  static let writable = Readiness(rawValue: SENTINEL_WRITABLE)
  static let failed = Readiness(rawValue: SENTINEL_FAILED)
  static let hungUp = Readiness(rawValue: SENTINEL_HUNG_UP)
  static let peerEnded = Readiness(rawValue: SENTINEL_PEER_ENDED)
  /// Only changes are told, each once.
  static let edges = Readiness(rawValue: SENTINEL_EDGES)

  /// Everything that can happen to a connection, each change once.
  static let everyChange: Readiness = [.readable, .writable, .peerEnded, .edges]
}

/// Something with descriptors and deadlines.
protocol Watcher: AnyObject {
  /// A descriptor is ready; `side` is the number that it was added with.
  func isReady(_ readiness: Readiness, side: UInt8)

  /// The deadline has come.
  func isDue()

  /// The turn that was asked for by ``EventLoop/again(_:)``.
  func goOn()
}

extension Watcher {
  func isDue() {}
  func goOn() {}
}

/// The place of a watcher in a loop; a place that was given up is never mistaken for its successor.
struct Ticket: Hashable, Sendable {
  let slot: Int
  let serial: UInt32

  /// The number that goes with a descriptor: serial, slot, side.
  func token(side: UInt8) -> UInt64 { UInt64(serial) << 32 | UInt64(slot) << 8 | UInt64(side) }
}

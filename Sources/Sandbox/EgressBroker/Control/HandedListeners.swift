internal import CKernel
internal import Egress
internal import Glibc
internal import Kernel

/// The listeners that the launcher has handed over.
struct HandedListeners {
  /// What a listener is for.
  enum Kind {
    case connections, connectionsToEveryPort, questions, questionStreams
  }

  /// One of them.
  final class Item {
    let kind: Kind
    let port: UInt16
    private let number: Int32

    init(kind: Kind, port: UInt16, number: Int32) {
      self.kind = kind
      self.port = port
      self.number = number
    }

    /// Gives the descriptor away; to be called once.
    func take() -> Descriptor { Descriptor(owning: number) }
  }

  private(set) var all: [Item] = []
  /// What is for the command line: sockets that this process has no use for and no right to.
  private(set) var forCaller: [Int32] = []

  /// Takes a message; false when it was the last.
  mutating func take(_ message: sentinel_listener, descriptor: Int32?) throws(KernelFailure) -> Bool
  {
    if message.kind == UInt32(SENTINEL_LISTENER_END.rawValue) { return false }
    let others = [SENTINEL_LISTENER_SPARE, SENTINEL_LISTENER_DIAGNOSIS].map { UInt32($0.rawValue) }
    if others.contains(message.kind), let descriptor, forCaller.count < 256 {
      forCaller.append(descriptor)
      return true
    }
    let kind: Kind? =
      switch message.kind {
      case UInt32(SENTINEL_LISTENER_TCP.rawValue): .connections
      case UInt32(SENTINEL_LISTENER_EVERY_PORT.rawValue): .connectionsToEveryPort
      case UInt32(SENTINEL_LISTENER_RESOLVER_UDP.rawValue): .questions
      case UInt32(SENTINEL_LISTENER_RESOLVER_TCP.rawValue): .questionStreams
      default: nil
      }
    guard let kind, let descriptor, let port = UInt16(exactly: message.port), all.count < 4096
    else { throw KernelFailure(call: "listener", number: EPROTO) }
    // It came with the state that its maker gave it.
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0 else {
      throw KernelFailure.last("fcntl", "listener")
    }
    all.append(Item(kind: kind, port: port, number: descriptor))
    return true
  }

  /// Hands on what is for the command line, and keeps nothing of it.
  mutating func handOn(to control: Int32) throws(KernelFailure) {
    var rest = forCaller[...]
    defer {
      for descriptor in forCaller { close(descriptor) }
      forCaller = []
    }
    while !rest.isEmpty {
      let some = Array(rest.prefix(16))
      guard unsafe sentinel_send_descriptors(control, some, some.count) == 0 else {
        throw KernelFailure.last("sendmsg")
      }
      rest = rest.dropFirst(16)
    }
  }
}

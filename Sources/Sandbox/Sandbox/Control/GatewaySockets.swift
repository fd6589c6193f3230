internal import CKernel
internal import Egress
internal import Glibc
internal import Kernel

/// Sockets of the gateway's and the payload's networks that the launcher has made for this process: a
/// socket stays in its network for ever, so that nothing has to be entered to use them.
final class GatewaySockets {
  /// TCP sockets without a port, by family.
  private var spares: [Bool: [Int32]] = [:]
  /// Asks about the payload's sockets; -1 without it.
  private(set) var diagnosis: Int32 = -1

  deinit {
    for number in spares.values.joined() { close(number) }
    if diagnosis >= 0 { close(diagnosis) }
  }

  /// Takes a socket for what it is; what is none of these is closed.
  func take(_ number: Int32) {
    switch sentinel_socket_family(number) {
    case AF_INET: spares[false, default: []].append(number)
    case AF_INET6: spares[true, default: []].append(number)
    case AF_NETLINK where diagnosis < 0: diagnosis = number
    default: close(number)
    }
  }

  /// How many ports can still be opened.
  var left: Int { spares.values.map(\.count).min() ?? 0 }

  /// Listens on a port in every family there is; the caller owns the listeners.
  func listen(on port: UInt16) throws(KernelFailure) -> [Int32] {
    guard left > 0 else { throw KernelFailure(call: "listen", number: EMFILE) }
    var opened: [Int32] = []
    for isIPv6 in spares.keys.sorted(by: { !$0 && $1 }) {
      guard let socket = spares[isIPv6]?.popLast() else { continue }
      opened.append(socket)
      var every = sentinel_endpoint()
      every.port = port
      every.is_ipv6 = isIPv6 ? 1 : 0
      guard unsafe sentinel_listen(socket, &every, 1024) == 0 else {
        let failure = KernelFailure.last("listen")
        for number in opened { close(number) }
        throw failure
      }
    }
    return opened
  }
}

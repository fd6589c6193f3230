internal import CKernel
internal import Egress
internal import Glibc
internal import Kernel

/// System calls on sockets that never wait.
enum Socket {
  /// What became of a read.
  enum Reading: Equatable {
    case bytes(Int)
    case wait
    case end
    case failed(Int32)
  }

  /// What became of a write.
  enum Writing: Equatable {
    case bytes(Int)
    case wait
    case failed(Int32)
  }

  /// What became of an attempt to connect.
  enum Connecting: Equatable {
    case done
    case wait
    case failed(Int32)
  }

  /// A socket for a family.
  static func make(
    _ family: IPAddress.Family, isDatagram: Bool = false
  ) throws(KernelFailure) -> Descriptor {
    let fd = sentinel_socket(family == .v6 ? 1 : 0, isDatagram ? 1 : 0)
    guard fd >= 0 else { throw KernelFailure.last("socket") }
    return Descriptor(owning: fd)
  }

  /// Starts to connect.
  static func connect(_ fd: Int32, to endpoint: Endpoint) -> Connecting {
    var record = endpoint.record
    guard unsafe sentinel_connect(fd, &record) < 0 else { return .done }
    let number = errno
    return number == EINPROGRESS || number == EINTR ? .wait : .failed(number)
  }

  /// The address that was dialled.
  static func localEndpoint(_ fd: Int32) -> Endpoint? {
    var record = sentinel_endpoint()
    return unsafe sentinel_local_endpoint(fd, &record) == 0 ? Endpoint(record) : nil
  }

  /// The address that a connection came from.
  static func peerEndpoint(_ fd: Int32) -> Endpoint? {
    var record = sentinel_endpoint()
    return unsafe sentinel_peer_endpoint(fd, &record) == 0 ? Endpoint(record) : nil
  }

  /// Reads into a buffer, at most so many bytes.
  static func read(_ fd: Int32, into buffer: inout [UInt8], limit: Int = .max) -> Reading {
    let count = unsafe buffer.withUnsafeMutableBytes { raw in
      while true {
        let count = unsafe recv(
          fd, raw.baseAddress, min(raw.count, limit), Int32(MSG_DONTWAIT))
        if count >= 0 || errno != EINTR { return count }
      }
    }
    guard count < 0 else { return count == 0 ? .end : .bytes(count) }
    let number = errno
    return number == EAGAIN ? .wait : .failed(number)
  }

  /// Writes as much as the socket takes.
  static func write(_ fd: Int32, _ bytes: ArraySlice<UInt8>) -> Writing {
    let count = unsafe bytes.withUnsafeBytes { raw in
      while true {
        let count = unsafe sentinel_send(fd, raw.baseAddress, raw.count)
        if count >= 0 || errno != EINTR { return count }
      }
    }
    guard count < 0 else { return .bytes(count) }
    let number = errno
    return number == EAGAIN ? .wait : .failed(number)
  }

  /// Whether bytes wait to be read.
  static func peek(_ fd: Int32) -> Reading {
    let found = sentinel_peek(fd)
    guard found < 0 else { return found == 0 ? .end : .bytes(1) }
    let number = errno
    return number == EAGAIN ? .wait : .failed(number)
  }

  /// The first bytes that wait to be read, which stay there.
  static func peekBytes(_ fd: Int32, most: Int) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: most)
    let count = unsafe buffer.withUnsafeMutableBytes { raw in
      unsafe sentinel_peek_bytes(fd, raw.baseAddress, raw.count)
    }
    return Array(buffer.prefix(max(0, count)))
  }

  /// What has become of a socket: 0, or an errno.
  static func error(_ fd: Int32) -> Int32 { sentinel_socket_error(fd) }

  /// Bytes that the kernel holds for a peer that does not take them; without a bound it is megabytes.
  private static let unsentBytes: Int32 = 256 << 10

  /// Sends small pieces without waiting for more, and keeps little for a peer that does not read.
  static func prepareRelay(_ fd: Int32) { _ = sentinel_prepare_relay(fd, unsentBytes) }

  /// Lets the peer see a reset instead of an end.
  static func resetOnClose(_ fd: Int32) { _ = sentinel_reset_on_close(fd) }

  /// Says that no more bytes will follow.
  static func endWriting(_ fd: Int32) { _ = shutdown(fd, Int32(SHUT_WR)) }

  /// The addresses of all interfaces of the network that this process is in.
  static func ownAddresses() throws(KernelFailure) -> Set<IPAddress> {
    var list = [sentinel_endpoint](repeating: sentinel_endpoint(), count: 4096)
    let count = unsafe sentinel_own_addresses(&list, Int32(list.count))
    guard count >= 0 else { throw KernelFailure.last("getifaddrs") }
    return Set(list.prefix(Int(count)).compactMap { Endpoint($0)?.address })
  }
}

extension MonotonicTime {
  /// Now, by the clock that never goes back.
  static var now: MonotonicTime { MonotonicTime(nanoseconds: sentinel_nanoseconds()) }
}

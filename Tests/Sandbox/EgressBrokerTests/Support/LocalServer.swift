import CKernel
import Egress
import Glibc
import Kernel
import Synchronization

/// A server of a test on an address of the host's loopback; every connection has a thread.
final class LocalServer: Sendable {
  let port: UInt16
  private let listener: Int32
  private let seen = Mutex<Int>(0)

  /// How many connections came.
  var connections: Int { seen.withLock { $0 } }

  /// Whether this machine has the loopback of IPv6.
  static let hasIPv6: Bool = (try? LocalServer("::1") { _ in })?.stop() != nil

  init(
    _ place: String = "127.0.0.1", _ serve: @escaping @Sendable (Wire) throws -> Void
  ) throws {
    guard let address = IPAddress(parsing: place) else {
      throw KernelFailure(call: "parse", number: EINVAL)
    }
    let isIPv6 = address.family == .v6
    let fd = sentinel_socket(isIPv6 ? 1 : 0, 0)
    listener = fd
    var endpoint = sentinel_endpoint()
    endpoint.is_ipv6 = isIPv6 ? 1 : 0
    unsafe withUnsafeMutableBytes(of: &endpoint.bytes) { unsafe $0.copyBytes(from: address.bytes) }
    guard unsafe sentinel_listen(fd, &endpoint, 1024) == 0 else {
      throw KernelFailure.last("listen")
    }
    guard unsafe sentinel_local_endpoint(fd, &endpoint) == 0 else {
      throw KernelFailure.last("getsockname")
    }
    port = endpoint.port
    _ = fcntl(fd, F_SETFL, 0)
    Background.run { [self] in
      while true {
        let accepted = accept(fd, nil, nil)
        guard accepted >= 0 else { return }
        seen.withLock { $0 += 1 }
        let wire = Wire(Descriptor(owning: accepted), seconds: 30)
        Background.run { try? serve(wire) }
      }
    }
  }

  /// Accepts nothing more.
  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }
}

/// Threads of tests.
enum Background {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs a body on a thread of its own.
  static func run(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
    unsafe pthread_create(
      &thread, nil,
      { argument in
        if let argument = unsafe argument {
          unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        }
        return nil
      }, work)
    pthread_detach(thread)
  }
}

import Glibc
import Kernel
import NetworkSpace
import Testing

/// A network in which the synthetic addresses are local, as the launcher's gateway has them.
final class NetworkHome: Sendable {
  let process: Int32
  private let channel: Int32

  init() throws {
    var channel: Int32 = -1
    process = unsafe space_start(&channel)
    self.channel = channel
    guard process > 0 else { throw KernelFailure.last("unshare") }
  }

  deinit {
    close(channel)
    var status: Int32 = 0
    unsafe waitpid(process, &status, 0)
  }

  func socket(
    _ kind: space_socket, port: UInt16 = 0, isIPv6: Bool = false
  ) throws -> Descriptor {
    let fd = space_make(channel, kind, isIPv6 ? 1 : 0, port)
    guard fd >= 0 else { throw KernelFailure.last("socket") }
    return Descriptor(owning: fd)
  }

  /// Whether such a network can be made here.
  static let isPossible: Bool = (try? NetworkHome()) != nil
}

extension Trait where Self == ConditionTrait {
  /// Skips where no network namespace can be made.
  static var needsNetwork: Self {
    .enabled(if: NetworkHome.isPossible, "no network namespace can be made on this machine")
  }
}

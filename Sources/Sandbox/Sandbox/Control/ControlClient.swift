internal import CKernel
package import Egress
internal import FoundationEssentials
internal import Glibc
package import Kernel

/// The other end of a ``ControlSocket``: gives orders to a run that goes on.
package struct ControlClient: ~Copyable {
  /// A run answers in milliseconds; one that was stopped does not answer at all.
  private static let seconds: Int32 = 10

  private let path: BytePath
  private let socket: Descriptor

  /// Connects to a run of this user's or of host root's; host root may connect to every run.
  package init(_ path: BytePath) throws(Refusal) {
    let number = unsafe path.withPointer { unsafe sentinel_local_connect($0, Self.seconds) }
    guard number >= 0 else {
      throw Refusal(
        "control socket \(path): \(KernelFailure.last("connect").reason)",
        remedy: "name the socket of a run that goes on, as in `sentinel run --control`")
    }
    let socket = Descriptor(owning: number)
    var process: pid_t = 0
    var uid: uid_t = 0
    guard unsafe sentinel_peer(number, &process, &uid) == 0,
      [uid, 0].contains(geteuid()) || uid == 0
    else {
      throw Refusal(
        "control socket \(path): it belongs to somebody else", remedy: "name one of your own")
    }
    self.path = path
    self.socket = socket
  }

  /// Gives one order and waits for its answer.
  package borrowing func give(_ order: BrokerOrder) throws -> PolicyDocument {
    let bytes = try Array(JSONEncoder().encode(order))
    guard unsafe sentinel_send_message(socket.number, bytes, bytes.count, nil, 0) == 0 else {
      throw silence("the order could not be sent")
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 17)
    let count = unsafe recv(socket.number, &buffer, buffer.count, 0)
    guard count > 0 else { throw silence("the run did not answer") }
    guard
      let document = try? JSONDecoder().decode(
        PolicyDocument.self, from: Data(buffer[..<count]))
    else { throw silence("the answer cannot be read") }
    return document
  }

  private borrowing func silence(_ reason: String) -> Refusal {
    Refusal("control socket \(path): \(reason)", remedy: "see whether the run still goes on")
  }
}

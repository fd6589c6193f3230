internal import CKernel
internal import Glibc
internal import Kernel

/// Who is at the other end of a control socket.
struct ControlPeer {
  /// Its number on the host.
  var pid: Int32
  /// Whose process it is.
  var uid: UInt32

  /// Finds out; nil for whoever may not give orders.
  ///
  /// The rights of the file keep others out; this holds where a payload with the caller's own id has
  /// found a way to it: its process is in a namespace of process numbers below ours.
  init?(_ socket: borrowing Descriptor) {
    pid = 0
    uid = 0
    guard unsafe sentinel_peer(socket.number, &pid, &uid) == 0, uid == geteuid() || uid == 0 else {
      return nil
    }
    let process = sentinel_peer_process(socket.number)
    guard process >= 0 else { return nil }
    let held = Descriptor(owning: process)
    guard
      let text = try? FileSystem.read(
        BytePath("/proc/self/fdinfo/\(held.number)"), limit: 4096),
      Self.isOfThisNamespace(String(decoding: text, as: UTF8.self))
    else { return nil }
  }

  /// Reads what proc(5) tells of a pidfd: its number in this namespace and in each one below that it
  /// is in; -1 when it has ended.
  static func isOfThisNamespace(_ text: String) -> Bool {
    for line in text.split(separator: "\n") where line.hasPrefix("NSpid:") {
      let numbers = line.dropFirst(6).split { $0 == " " || $0 == "\t" }
      return numbers.count == 1 && (numbers.first.flatMap { Int32($0) } ?? 0) > 0
    }
    return false
  }
}

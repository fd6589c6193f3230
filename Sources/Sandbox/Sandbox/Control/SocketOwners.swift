internal import CKernel
internal import Egress
internal import Glibc
internal import Kernel

/// Finds out which process of a sandbox holds a socket: from outside, by the kernel's own tables.
///
/// The payload has no say in it, and no way to make it expensive: a search looks at so many processes
/// and descriptors at most, and all searches together take a fifth of one processor. What was not
/// found stays without an owner. The path of a program is the payload's choice, and text for nobody's
/// shell: ``EgressRecord`` escapes it.
struct SocketOwners {
  /// A process, as it was when it was found.
  struct Owner {
    /// Its number on the host.
    var pid: Int32
    /// Its number inside the sandbox.
    var inside: Int32?
    /// The path of its program, as the payload sees it.
    var executable: [UInt8]
  }

  private static let mostProcesses = 512
  private static let mostDescriptors = 4096
  /// Time for searches that can be saved up, and the share of a processor that they take in the long run.
  private static let savedNanoseconds: UInt64 = 50_000_000
  private static let share: UInt64 = 5

  private let supervisor: Int32
  private var last: Int32?
  private var spent: UInt64 = 0
  private var checked: UInt64 = 0

  /// Looks below a launcher's process.
  init(supervisor: Int32) {
    self.supervisor = supervisor
    checked = sentinel_nanoseconds()
  }

  /// The owner of the socket at one end of a conversation, by a socket that is asked for it; -1 where the
  /// launcher says whose it is.
  mutating func find(_ seek: sentinel_seek, by diagnosis: Int32) -> Owner? {
    if seek.process != 0 { return owner(Self.group(of: seek.process)) }
    guard diagnosis >= 0 else { return nil }
    let start = sentinel_nanoseconds()
    let regained = (start - checked) / Self.share
    spent = spent > regained ? spent - regained : 0
    checked = start
    guard spent < Self.savedNanoseconds else { return nil }
    defer { spent += sentinel_nanoseconds() - start }
    var seek = seek
    let inode = unsafe sentinel_socket_inode(diagnosis, &seek)
    guard inode != 0 else { return nil }
    let name = Array("socket:[\(inode)]".utf8)
    // Who has opened one connection opens the next.
    if let last, holds(last, name), isBelow(last) { return owner(last) }
    for process in processes() where holds(process, name) {
      last = process
      return owner(process)
    }
    return nil
  }

  private func owner(_ process: Int32) -> Owner? {
    guard let path = try? FileSystem.linkTarget(BytePath("/proc/\(process)/exe")) else {
      return nil
    }
    return Owner(
      pid: process, inside: Self.last(of: "NSpid:", process), executable: path.bytes)
  }

  /// The process that a thread belongs to.
  private static func group(of thread: Int32) -> Int32 { last(of: "Tgid:", thread) ?? thread }

  /// The last number of a line of /proc/PID/status.
  private static func last(of key: String, _ process: Int32) -> Int32? {
    let status = (try? FileSystem.read(BytePath("/proc/\(process)/status"), limit: 8192)) ?? []
    let line = status.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: key.utf8) }
    let number = line?.split(separator: UInt8(ascii: "\t")).last
    return number.flatMap { Int32(String(decoding: $0, as: UTF8.self)) }
  }

  /// Whether one of the descriptors of a process is a socket.
  private func holds(_ process: Int32, _ socket: [UInt8]) -> Bool {
    let path = BytePath("/proc/\(process)/fd")
    guard let folder = try? Descriptor.open(path, O_RDONLY | O_DIRECTORY),
      let entries = try? folder.entries()
    else { return false }
    return entries.prefix(Self.mostDescriptors).contains { name in
      (try? folder.linkTarget(name))?.bytes == socket
    }
  }

  /// Every process below the launcher, the newest generation last.
  private func processes() -> [Int32] {
    var found = children(of: supervisor)
    var next = 0
    while next < found.count, found.count < Self.mostProcesses {
      found += children(of: found[next])
      next += 1
    }
    return Array(found.prefix(Self.mostProcesses))
  }

  /// A number that was given out again belongs to another process, perhaps one of the host's.
  private func isBelow(_ process: Int32) -> Bool { processes().contains(process) }

  private func children(of process: Int32) -> [Int32] {
    let tasks = BytePath("/proc/\(process)/task")
    guard let folder = try? Descriptor.open(tasks, O_RDONLY | O_DIRECTORY),
      let threads = try? folder.entries()
    else { return [] }
    return threads.prefix(Self.mostProcesses).flatMap { thread -> [Int32] in
      let list = tasks.appending(thread).appending("children")
      let text = (try? FileSystem.read(list, limit: 1 << 16)) ?? []
      return text.split(separator: UInt8(ascii: " ")).compactMap {
        Int32(String(decoding: $0, as: UTF8.self))
      }
    }
  }
}

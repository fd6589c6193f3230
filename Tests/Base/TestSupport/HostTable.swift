package import FoundationEssentials
internal import Glibc

/// What the host's own tables say about processes and groups.
package enum HostTable {
  /// Processes with `marker` in their arguments, this one excepted.
  package static func processes(naming marker: String) -> [Int32] {
    all().filter { id in
      id != ProcessInfo.processInfo.processIdentifier
        && String(decoding: read(id, "cmdline"), as: UTF8.self).contains(marker)
    }
  }

  /// The children of a process, all or those of a name.
  package static func children(of parent: Int32, named name: String? = nil) -> [Int32] {
    all().filter { id in
      let status = String(decoding: read(id, "status"), as: UTF8.self)
      return (name.map { status.hasPrefix("Name:\t\($0)\n") } ?? true)
        && status.contains("\nPPid:\t\(parent)\n")
    }
  }

  /// A process of a name among all that a process has started.
  package static func descendant(of root: Int32, named name: String) -> Int32? {
    var waiting = [root]
    while let process = waiting.popLast() {
      if String(decoding: read(process, "comm"), as: UTF8.self).hasPrefix(name) { return process }
      // Each thread has children of its own.
      let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
      for thread in threads ?? [] {
        let children = String(decoding: read(process, "task/\(thread)/children"), as: UTF8.self)
        waiting += children.split(separator: " ").compactMap { Int32($0) }
      }
    }
    return nil
  }

  /// A file of a process; empty when it is gone.
  package static func read(_ id: Int32, _ name: String) -> Data {
    FileManager.default.contents(atPath: "/proc/\(id)/\(name)") ?? Data()
  }

  /// The most memory that a process ever held, in KiB.
  package static func peakKilobytes(_ id: Int32) -> Int? {
    let status = String(decoding: read(id, "status"), as: UTF8.self)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.filter(\.isNumber)) }
  }

  /// Groups of runs, wherever they were made.
  package static func groups() -> [String] {
    let find = try? HostProcess.run(
      ["/usr/bin/find", "/sys/fs/cgroup", "-type", "d", "-name", "sentinel-*"])
    return find?.text.split(separator: "\n").map(String.init) ?? []
  }

  /// Waits until a condition holds.
  package static func wait(seconds: Double = 5, until condition: () -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while Date() < deadline {
      if condition() { return true }
      usleep(10_000)
    }
    return condition()
  }

  private static func all() -> [Int32] {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { Int32($0) } ?? []
  }
}

package import FoundationEssentials
internal import Glibc

/// Control groups of an ordinary user's own, as a service manager would delegate them.
///
/// One group is made below this process' group in each hierarchy that matters (memory, pids, cpu and
/// version 2); on a pure version 2 machine the controllers are passed on. Needs root.
package final class DelegatedGroup: Sendable {
  /// Files that the caller's first process writes its id to.
  package let entries: [URL]
  private let folders: [URL]

  /// Makes the groups for a user; `memory`, in bytes, is all that what is in them may hold.
  package init(owner: UInt32, memory: Int? = nil) throws {
    let name = "delegated-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    var folders: [URL] = [], entries: [URL] = []
    for hierarchy in Self.hierarchies() {
      let folder = hierarchy.folder.appending(path: name)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      folders.append(folder)
      var entry = folder
      if hierarchy.isVersion2 {
        Self.passControllersOn(from: hierarchy.folder)
        Self.passControllersOn(from: folder)
        entry = folder.appending(path: "caller")
        try FileManager.default.createDirectory(at: entry, withIntermediateDirectories: false)
        folders.append(entry)
      }
      entries.append(entry.appending(path: "cgroup.procs"))
    }
    for folder in folders { Self.give(folder, to: owner) }
    self.folders = folders
    self.entries = entries
    guard let memory else { return }
    let names = ["memory.limit_in_bytes", "memory.memsw.limit_in_bytes", "memory.max"]
    let limited = folders.flatMap { folder in
      names.filter { Self.put(String(memory), into: folder.appending(path: $0)) }
    }
    guard !limited.isEmpty else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Removes the groups; false when something in them is left.
  package func remove() -> Bool {
    for _ in 0..<400 {
      for folder in folders.reversed() { unsafe rmdir(folder.path) }
      if folders.allSatisfy({ unsafe access($0.path, F_OK) != 0 }) { return true }
      usleep(5000)
    }
    return false
  }

  /// Whether this process can make groups where it is.
  package static var ownIsWritable: Bool {
    let folders = hierarchies().map(\.folder.path)
    return !folders.isEmpty && folders.allSatisfy(FileManager.default.isWritableFile)
  }

  private struct Hierarchy {
    var folder: URL
    var isVersion2: Bool
  }

  private static func passControllersOn(from folder: URL) {
    for controller in ["memory", "pids", "cpu"] {
      _ = put("+\(controller)", into: folder.appending(path: "cgroup.subtree_control"))
    }
  }

  private static func put(_ text: String, into file: URL) -> Bool {
    let fd = unsafe open(file.path, O_WRONLY | O_CLOEXEC)
    if fd < 0 { return false }
    defer { close(fd) }
    return unsafe text.withCString { unsafe write(fd, $0, text.utf8.count) } == text.utf8.count
  }

  private static func give(_ folder: URL, to owner: UInt32) {
    unsafe chown(folder.path, owner, owner)
    for name in ["cgroup.procs", "tasks", "cgroup.threads", "cgroup.subtree_control"] {
      unsafe chown(folder.appending(path: name).path, owner, owner)
    }
  }

  /// The own group in each mounted hierarchy, from /proc/self/cgroup and /proc/self/mountinfo.
  private static func hierarchies() -> [Hierarchy] {
    let text = { (path: String) in
      String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }
    let own = text("/proc/self/cgroup").split(separator: "\n").map {
      $0.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    }
    return text("/proc/self/mountinfo").split(separator: "\n").compactMap { line in
      let halves = line.components(separatedBy: " - ")
      guard halves.count == 2 else { return nil }
      let before = halves[0].split(separator: " "), after = halves[1].split(separator: " ")
      guard after[0] == "cgroup" || after[0] == "cgroup2" else { return nil }
      let options = after[2].split(separator: ",").map(String.init)
      let isVersion2 = after[0] == "cgroup2"
      let wanted = isVersion2 || !Set(options).isDisjoint(with: ["memory", "pids", "cpu"])
      let membership = own.first { fields in
        isVersion2
          ? fields[1].isEmpty
          : !Set(fields[1].split(separator: ",").map(String.init))
            .isDisjoint(with: options)
      }
      guard wanted, let membership else { return nil }
      let root = String(before[3])
      var path = membership[2]
      if root != "/", path.hasPrefix(root) { path = String(path.dropFirst(root.count)) }
      return Hierarchy(
        folder: URL(filePath: String(before[4])).appending(path: path), isVersion2: isVersion2)
    }
  }
}

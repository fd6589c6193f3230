package import FoundationEssentials
internal import Glibc
package import Kernel

/// A folder that is removed with everything in it.
package final class Scratch: Sendable {
  /// Where it is.
  package let url: URL

  /// What all scratch folders of this process lie in; any user may pass through it.
  package static let base: URL = {
    let url = URL(filePath: "/tmp/sentinel-security-\(getpid())")
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    unsafe chmod(url.path, 0o755)
    sweep()
    return url
  }()

  /// Makes one for an owner.
  package init(_ name: String = "scratch", owner: UInt32? = nil) throws {
    url = Self.base.appending(path: "\(name)-\(UInt32.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    unsafe chmod(url.path, 0o755)
    if let owner { unsafe chown(url.path, owner, owner) }
  }

  deinit { Self.remove(url) }

  /// Writes a file below the folder, owned as the folder is.
  @discardableResult
  package func write(_ text: String, to name: String, mode: UInt32 = 0o644) throws -> URL {
    let file = url.appending(path: name)
    try makeFolder(file.deletingLastPathComponent())
    try Data(text.utf8).write(to: file)
    unsafe chmod(file.path, mode)
    adopt(file)
    return file
  }

  /// Copies a file into the folder.
  @discardableResult
  package func copy(_ source: URL, as name: String) throws -> URL {
    let file = url.appending(path: name)
    try FileManager.default.copyItem(at: source, to: file)
    adopt(file)
    return file
  }

  /// Makes a folder below the folder.
  @discardableResult
  package func folder(_ name: String, mode: UInt32 = 0o755) throws -> URL {
    let folder = url.appending(path: name)
    try makeFolder(folder)
    unsafe chmod(folder.path, mode)
    return folder
  }

  /// Makes what a process that was killed leaves of a `WorkFolder` of a kind, with one file in it.
  package func leftover(_ kind: String) throws -> BytePath {
    let name = "\(kind)-1-left"
    let left = BytePath(try folder(name).path)
    try write("x", to: "\(name)/work/tree/deep")
    let status = try FileStatus.of(left)
    try write(
      "sentinel.work/1 \(kind) \(status.device) \(status.inode)\n", to: "\(name)/.sentinel-work")
    return left
  }

  private func makeFolder(_ folder: URL) throws {
    if FileManager.default.fileExists(atPath: folder.path) { return }
    try makeFolder(folder.deletingLastPathComponent())
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    adopt(folder)
  }

  private func adopt(_ file: URL) {
    var status = stat()
    guard unsafe stat(url.path, &status) == 0 else { return }
    unsafe lchown(file.path, status.st_uid, status.st_gid)
  }

  /// Hostile payloads leave folders without permissions, and deeper than any path is long.
  private static func remove(_ url: URL) {
    let script = "chmod -R u+rwx -- \"$1\" 2>/dev/null; exec rm -rf -- \"$1\""
    guard let nothing = try? Descriptor.open("/dev/null", O_RDWR) else { return }
    let shell = try? ChildProcess.spawn(
      "/bin/sh", arguments: ["sh", "-c", script, "sh", url.path].map { Array($0.utf8) },
      environment: [Array("PATH=/usr/bin:/bin".utf8)],
      descriptors: [nothing.number, nothing.number, nothing.number])
    _ = try? shell?.wait()
  }

  /// A test process may end without a last word, so the next one removes what ended ones left.
  private static func sweep() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/tmp")) ?? []
    for name in names where name.hasPrefix("sentinel-security-") {
      guard let id = Int32(name.dropFirst("sentinel-security-".count)) else { continue }
      if kill(id, 0) != 0 && errno == ESRCH { remove(URL(filePath: "/tmp/\(name)")) }
    }
  }
}

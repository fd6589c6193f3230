internal import Glibc
package import Kernel
internal import Text

/// The repository of the tree under test: read as files, never by running git in it.
///
/// Its configuration may name programs (filters, hooks, helpers, monitors), and its `.git` may be a
/// file that leads elsewhere: neither is followed, but for a worktree whose repository points back.
/// No link in it is followed either: a branch's file might be that of another repository.
package struct SourceRepository: Hashable, Sendable {
  /// The folder with the tree.
  package let root: BytePath
  /// The folder that holds `HEAD` of this tree.
  let own: BytePath
  /// The folder that holds objects, refs and configuration.
  let common: BytePath

  /// The largest of the small files that are read, in bytes.
  private static let limit = 1 << 24

  /// Finds the repository of a folder; nil when there is none.
  ///
  /// Its places are resolved here, once: who exchanges a folder for a link afterwards leads nobody to another
  /// repository.
  package static func find(at folder: BytePath) throws(GitFailure) -> SourceRepository? {
    let root = (try? FileSystem.resolve(folder)) ?? folder.normalised
    let dot = root.appending(".git")
    var status = stat()
    guard unsafe dot.withPointer({ unsafe lstat($0, &status) }) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return SourceRepository(root: root, own: dot, common: dot)
    case S_IFREG: return try worktree(root: root, dot: dot)
    default:
      throw .repository("\(dot) is a link; Sentinel does not follow it out of the tree")
    }
  }

  /// Finds the repository that a folder lies in, as git would: the folder's own, or that of the
  /// nearest folder above it where both folder and repository are the caller's.
  package static func find(around folder: BytePath) throws(GitFailure) -> SourceRepository? {
    let start = (try? FileSystem.resolve(folder)) ?? folder.normalised
    var place = start
    while true {
      // What others have put into a folder above, such as /tmp, is not the caller's repository.
      let isOwn = [place, place.appending(".git")].allSatisfy {
        (try? FileStatus.of($0))?.uid == geteuid()
      }
      if isOwn || place == start, let found = try find(at: place) { return found }
      guard place.parent != place else { return nil }
      place = place.parent
    }
  }

  /// A worktree: git writes into its repository where the worktree is, which a forger cannot.
  private static func worktree(
    root: BytePath, dot: BytePath
  ) throws(GitFailure) -> SourceRepository {
    let refusal = GitFailure.repository(
      "\(dot) leads to a repository that does not name this folder as its worktree")
    guard let text = line(".git", in: root), text.hasPrefix("gitdir: ") else { throw refusal }
    guard let own = try? FileSystem.resolve(root.appending(BytePath(String(text.dropFirst(8)))))
    else { throw refusal }
    // In `worktrees` of its own repository, and of no other.
    guard let back = line("gitdir", in: own), line("commondir", in: own) == "../..",
      own.parent.name == "worktrees",
      let resolved = try? FileSystem.resolve(own.appending(BytePath(back))),
      let wanted = try? FileSystem.resolve(dot), resolved == wanted
    else { throw refusal }
    return SourceRepository(root: root, own: own, common: own.parent.parent)
  }

  /// Refuses a repository that takes objects from another: they are not the tree's to give.
  func requireNothingBorrowed() throws(GitFailure) {
    for name in ["alternates", "http-alternates"] {
      let path = common.appending("objects/info").appending(name)
      guard (try? FileStatus.of(path)) == nil else {
        throw .repository(
          "\(path) borrows objects from another repository, which Sentinel does not follow; "
            + "`git repack -a -d` makes the repository complete, then remove that file")
      }
    }
  }

  /// Refuses what would keep git waiting for whoever writes to it: it opens files by their names alone.
  func requireFiles() throws(GitFailure) {
    var waiting = [common], left = 1 << 22
    while let folder = waiting.popLast(), left > 0 {
      guard let opened = try? Descriptor.open(resolved: folder, O_RDONLY | O_DIRECTORY),
        let entries = try? opened.listing()
      else { continue }
      left -= entries.count
      for entry in entries {
        switch (try? opened.status(of: entry.name))?.kind {
        case .directory: waiting.append(folder.appending(entry.name))
        case .fifo, .characterDevice, .blockDevice:
          throw .repository(
            "\(folder.appending(entry.name)) is a pipe or a device, which git never makes; remove it"
          )
        default: break
        }
      }
    }
  }

  /// The commit that the tree was checked out from; nil before the first commit.
  package func head() throws(GitFailure) -> String? {
    guard var text = Self.line("HEAD", in: own) else {
      throw .repository("\(own) has no HEAD")
    }
    for _ in 0..<5 {
      if Self.isObjectName(text) { return text }
      guard text.hasPrefix("ref: "), Self.isReference(String(text.dropFirst(5))) else { break }
      let name = String(text.dropFirst(5))
      guard let next = value(of: name) else { return nil }
      text = next
    }
    throw .repository("HEAD of \(own) is not written as git writes it")
  }

  /// The branch that is checked out; nil when none is.
  package var branch: String? {
    guard let text = Self.line("HEAD", in: own), text.hasPrefix("ref: refs/heads/") else {
      return nil
    }
    let name = String(text.dropFirst(5))
    return Self.isReference(name) ? String(name.dropFirst(11)) : nil
  }

  /// A reference's value, loose before packed.
  private func value(of name: String) -> String? {
    if let loose = Self.line(name, in: common) { return loose }
    guard let packed = Self.text("packed-refs", in: common) else { return nil }
    for line in packed.split(separator: "\n") where line.hasSuffix(" \(name)") {
      let object = String(line.prefix { $0 != " " })
      if Self.isObjectName(object) { return object }
    }
    return nil
  }

  /// The address that the repository's configuration gives a remote: a claim of the tree, to be shown
  /// to a person and never used.
  func claimedAddress(of remote: String) -> String? {
    Self.text("config", in: common).flatMap { GitConfiguration.remoteAddress(remote, in: $0) }
  }

  static func isObjectName(_ text: String) -> Bool {
    [40, 64].contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// The names that git-check-ref-format(1) allows, without those that leave the folder.
  static func isReference(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return name.hasPrefix("refs/") && name.utf8.count < 512
      && !name.utf8.contains { $0 <= 0x20 || $0 == 0x7F || "~^:?*[\\".utf8.contains($0) }
      && !parts.contains { $0.isEmpty || $0.hasPrefix(".") || $0.hasSuffix(".lock") }
      && !name.contains("..") && !name.contains("@{") && !name.hasSuffix(".")
  }

  private static func line(_ name: String, in folder: BytePath) -> String? {
    text(name, in: folder).map { String($0.prefix { $0 != "\n" && $0 != "\r\n" }) }
  }

  /// A small regular file; a link or a pipe in its place, or on the way to it, is nothing.
  private static func text(_ name: String, in folder: BytePath) -> String? {
    guard let opened = try? Descriptor.open(resolved: folder, O_RDONLY | O_DIRECTORY),
      let file = try? opened.openBeneath(
        BytePath(name), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC),
      let status = try? file.status(), status.kind == .regular,
      let bytes = try? file.readAll(limit: limit)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}

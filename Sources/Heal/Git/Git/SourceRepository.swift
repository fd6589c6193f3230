internal import Glibc
package import Kernel

/// The repository of the tree under test: read as files, never by running git in it.
///
/// Its configuration may name programs (filters, hooks, helpers, monitors), and its `.git` may be a
/// file that leads elsewhere: neither is followed, but for a worktree whose repository points back.
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
  package static func find(at root: BytePath) throws(ForgeFailure) -> SourceRepository? {
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
  /// nearest folder above it that the caller owns.
  package static func find(around folder: BytePath) throws(ForgeFailure) -> SourceRepository? {
    let start = (try? FileSystem.resolve(folder)) ?? folder.normalised
    var place = start
    while true {
      // What others have put into a folder above is not the caller's repository.
      let isOwn = place == start || (try? FileStatus.of(place))?.uid == geteuid()
      if isOwn, let found = try find(at: place) { return found }
      guard place.parent != place else { return nil }
      place = place.parent
    }
  }

  /// A worktree: git writes into its repository where the worktree is, which a forger cannot.
  private static func worktree(
    root: BytePath, dot: BytePath
  ) throws(ForgeFailure) -> SourceRepository {
    let refusal = ForgeFailure.repository(
      "\(dot) leads to a repository that does not name this folder as its worktree")
    guard let text = line(of: dot), text.hasPrefix("gitdir: ") else { throw refusal }
    let own = root.appending(BytePath(String(text.dropFirst(8)))).normalised
    guard let back = line(of: own.appending("gitdir")),
      let resolved = try? FileSystem.resolve(BytePath(back)),
      let wanted = try? FileSystem.resolve(dot),
      resolved == wanted, let shared = line(of: own.appending("commondir"))
    else { throw refusal }
    return SourceRepository(
      root: root, own: own, common: own.appending(BytePath(shared)).normalised)
  }

  /// Where the objects are.
  var objects: BytePath { common.appending("objects") }

  /// The commit that the tree was checked out from; nil before the first commit.
  package func head() throws(ForgeFailure) -> String? {
    guard var text = Self.line(of: own.appending("HEAD")) else {
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
    guard let text = Self.line(of: own.appending("HEAD")), text.hasPrefix("ref: refs/heads/") else {
      return nil
    }
    let name = String(text.dropFirst(5))
    return Self.isReference(name) ? String(name.dropFirst(11)) : nil
  }

  /// A reference's value, loose before packed.
  private func value(of name: String) -> String? {
    if let loose = Self.line(of: common.appending(name)) { return loose }
    guard let packed = Self.text(of: common.appending("packed-refs")) else { return nil }
    for line in packed.split(separator: "\n") where line.hasSuffix(" \(name)") {
      let object = String(line.prefix { $0 != " " })
      if Self.isObjectName(object) { return object }
    }
    return nil
  }

  /// The address of a remote, as the repository's configuration says it.
  ///
  /// - Throws: when there is none, or it would run a program.
  package func remote(_ name: String) throws(ForgeFailure) -> RemoteAddress {
    guard let text = Self.text(of: common.appending("config")) else {
      throw .remote("\(common) has no configuration that could be read")
    }
    guard let address = GitConfiguration.remoteAddress(name, in: text) else {
      throw .remote("the repository has no remote of the name \(Visible.text(Array(name.utf8)))")
    }
    return try RemoteAddress(address, relativeTo: root)
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

  private static func line(of file: BytePath) -> String? {
    text(of: file).map { String($0.prefix { $0 != "\n" && $0 != "\r\n" }) }
  }

  /// A small regular file; a link or a pipe in its place is nothing.
  private static func text(of file: BytePath) -> String? {
    guard let opened = try? Descriptor.open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      let status = try? opened.status(), status.kind == .regular,
      let bytes = try? opened.readAll(limit: limit)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}

internal import Glibc
internal import Kernel

/// Copies or links a tree into an empty folder of our own, by descriptor and never through a link.
struct TreeCopier {
  /// How files get there.
  enum Manner {
    /// As files of their own, without what is no part of the sources.
    case copy
    /// As second names of the same files; only from one folder of ours to another.
    case link
  }

  /// The most bytes of a work copy.
  static let mostBytes = 4 << 30
  /// The most files and folders of a work copy, installed packages included.
  static let mostNodes = 1 << 20
  /// The deepest folder.
  static let deepest = 128
  /// History and what tools keep for themselves.
  private static let excluded: Set<BytePath> = [
    ".git", ".hg", ".svn", ".bzr", "CVS", "__pycache__", ".pytest_cache", ".mypy_cache",
    ".ruff_cache", ".tox", ".nox", ".jj",
  ]

  let manner: Manner
  private(set) var omitted: [OmittedFile] = []
  private var bytes = 0
  private var nodes = 0

  init(_ manner: Manner) { self.manner = manner }

  /// Fills a folder.
  mutating func fill(
    _ target: borrowing Descriptor, from source: borrowing Descriptor
  ) throws(KernelFailure) {
    let walk = try LinkWalk(source)
    try fill(target, from: source, below: [], depth: 0, hasPrograms: false, walk)
  }

  private mutating func fill(
    _ target: borrowing Descriptor, from source: borrowing Descriptor, below prefix: [UInt8],
    depth: Int, hasPrograms: Bool, _ walk: borrowing LinkWalk
  ) throws(KernelFailure) {
    if depth > Self.deepest { throw KernelFailure(call: "copy", number: ELOOP) }
    let names = try source.entries()
    let isEnvironment = names.contains("pyvenv.cfg")
    for name in names {
      let path = prefix + (prefix.isEmpty ? [] : [0x2F]) + name.bytes
      nodes += 1
      if nodes > Self.mostNodes { throw KernelFailure(call: "copy", number: E2BIG) }
      let status = try source.status(of: name)
      switch status.kind {
      case .directory:
        if manner == .copy, Self.excluded.contains(name) { continue }
        if manner == .copy, SecretNames.isFolder(name) {
          omit(path, .secret)
          continue
        }
        guard let inner = try? source.openBeneath(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC) else {
          omit(path, .unreadable)
          continue
        }
        let made = try makeFolder(name, in: target)
        try fill(
          made, from: inner, below: path, depth: depth + 1,
          hasPrograms: isEnvironment && name == "bin", walk)
      case .regular:
        if manner == .link {
          try link(name, from: source, to: target)
        } else {
          try copy(name, at: path, from: source, to: target)
        }
      case .link: try copyLink(name, at: path, from: source, to: target, hasPrograms, walk)
      default: omit(path, .special)
      }
    }
  }

  private mutating func omit(_ path: [UInt8], _ reason: OmittedFile.Reason) {
    omitted.append(OmittedFile(path: BytePath(path), reason: reason))
  }

  private func makeFolder(
    _ name: BytePath, in target: borrowing Descriptor
  ) throws(KernelFailure) -> Descriptor {
    guard unsafe name.withPointer({ unsafe mkdirat(target.number, $0, 0o755) }) == 0 else {
      throw KernelFailure.last("mkdirat", name.description)
    }
    return try target.openBeneath(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  }

  private mutating func copy(
    _ name: BytePath, at path: [UInt8], from source: borrowing Descriptor,
    to target: borrowing Descriptor
  ) throws(KernelFailure) {
    // A pipe that replaced the file meanwhile must not stop the copy.
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    guard let file = try? source.openBeneath(name, flags), let status = try? file.status(),
      status.kind == .regular
    else { return omit(path, .unreadable) }
    let start = { () -> [UInt8] in
      var start = [UInt8](repeating: 0, count: 4096)
      let count = unsafe start.withUnsafeMutableBytes {
        unsafe pread(file.number, $0.baseAddress, $0.count, 0)
      }
      return Array(start.prefix(max(0, count)))
    }
    if SecretNames.isSecret(path, start: start) { return omit(path, .secret) }
    bytes += status.size
    if bytes > Self.mostBytes { throw KernelFailure(call: "copy", number: E2BIG) }
    let mode: UInt32 = status.permissions & 0o111 == 0 ? 0o644 : 0o755
    let made = unsafe name.withPointer {
      unsafe openat(target.number, $0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    }
    guard made >= 0 else { throw KernelFailure.last("openat", name.description) }
    try file.copyData(to: Descriptor(owning: made))
  }

  private func link(
    _ name: BytePath, from source: borrowing Descriptor, to target: borrowing Descriptor
  ) throws(KernelFailure) {
    let made = unsafe name.withPointer {
      unsafe linkat(source.number, $0, target.number, $0, 0)
    }
    guard made == 0 else { throw KernelFailure.last("linkat", name.description) }
  }

  private mutating func copyLink(
    _ name: BytePath, at path: [UInt8], from source: borrowing Descriptor,
    to target: borrowing Descriptor, _ hasPrograms: Bool, _ walk: borrowing LinkWalk
  ) throws(KernelFailure) {
    guard let leads = try? source.linkTarget(name) else { return omit(path, .unreadable) }
    // Of a virtual environment `bin/python` leads to the interpreter that it was made from.
    let isInterpreter = hasPrograms && name.bytes.starts(with: Array("python".utf8))
    guard manner == .link || isInterpreter || walk.stays(leads, of: path) else {
      return omit(path, .linkOutside)
    }
    let made = unsafe leads.withPointer { to in
      unsafe name.withPointer { unsafe symlinkat(to, target.number, $0) }
    }
    guard made == 0 else { throw KernelFailure.last("symlinkat", name.description) }
  }
}

internal import Glibc
internal import Kernel

/// Mount points of the host, from /proc/self/mountinfo.
struct HostMounts {
  /// One mount.
  struct Mount: Equatable {
    /// The kernel's number of the mount, as digits.
    var id: [UInt8]
    /// The file system, as `major:minor`.
    var device: [UInt8]
    /// What of the file system is mounted.
    var root: BytePath
    /// Where.
    var point: BytePath
  }

  let mounts: [Mount]

  /// Reads what this process sees.
  static func read() throws(KernelFailure) -> HostMounts {
    HostMounts(parsing: try FileSystem.read("/proc/self/mountinfo", limit: 1 << 24))
  }

  /// Takes the first, third, fourth and fifth field of each line.
  init(parsing bytes: [UInt8]) {
    mounts = bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
      guard fields.count > 5 else { return nil }
      return Mount(
        id: Array(fields[0]), device: Array(fields[2]), root: Self.path(fields[3]),
        point: Self.path(fields[4]))
    }
  }

  /// The mount points strictly below a folder, each once.
  func below(_ folder: BytePath) -> [BytePath] {
    var seen: Set<BytePath> = []
    return mounts.map(\.point).filter {
      $0 != folder && $0.isWithin(folder) && seen.insert($0).inserted
    }
  }

  /// Every path at which a folder, or a part of it, can be reached; the path itself comes first.
  ///
  /// The same part of a file system may be mounted in several places, as by `mount --bind`.
  ///
  /// - Throws: When it cannot be told what the path lies on.
  func aliases(of path: BytePath) throws(KernelFailure) -> [BytePath] {
    let id = try Self.mount(of: path)
    guard let own = mounts.first(where: { $0.id == id && path.isWithin($0.point) }) else {
      return [path]
    }
    let place = path.moved(from: own.point, to: own.root)
    var aliases = [path]
    for mount in mounts where mount.device == own.device {
      let alias =
        place.isWithin(mount.root)
        ? place.moved(from: mount.root, to: mount.point)
        : mount.root.isWithin(place) ? mount.point : path
      if !aliases.contains(alias) { aliases.append(alias) }
    }
    return aliases
  }

  /// O_PATH, which Swift does not see.
  private static let pathOnly: Int32 = 0o10000000

  /// The number of the mount that a path is on, or would be.
  ///
  /// The kernel is asked, because names do not tell: the deepest mount point on the way may itself lie
  /// under another mount.
  private static func mount(of path: BytePath) throws(KernelFailure) -> [UInt8] {
    var place = path
    while !FileSystem.exists(place), place.parent != place { place = place.parent }
    let opened = try Descriptor.open(place, pathOnly)
    let facts = try FileSystem.read(BytePath("/proc/self/fdinfo/\(opened.number)"))
    let lines = facts.split(separator: UInt8(ascii: "\n"))
    guard let line = lines.first(where: { $0.starts(with: Array("mnt_id:".utf8)) }) else {
      throw KernelFailure(call: "mnt_id", object: path.description, number: ENODATA)
    }
    return line.filter { (0x30...0x39).contains($0) }
  }

  /// A field, in which the kernel writes blanks as three octal digits.
  private static func path(_ field: ArraySlice<UInt8>) -> BytePath {
    BytePath(field.contains(UInt8(ascii: "\\")) ? unescape(field) : Array(field))
  }

  private static func unescape(_ field: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var rest = field
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3).map { $0 &- UInt8(ascii: "0") }
      if byte == UInt8(ascii: "\\"), digits.count == 3, digits.allSatisfy({ $0 < 8 }) {
        result.append(digits.reduce(0) { ($0 << 3) | $1 })
        rest = rest.dropFirst(3)
      } else {
        result.append(byte)
      }
    }
    return result
  }
}

extension BytePath {
  /// The same place below another folder; `folder` must be an ancestor, and both normalised.
  fileprivate func moved(from folder: BytePath, to other: BytePath) -> BytePath {
    components.dropFirst(folder.depth).reduce(other) { $0.appending(BytePath($1)) }
  }
}

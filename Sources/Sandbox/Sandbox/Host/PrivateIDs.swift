internal import CKernel
internal import Glibc
internal import Kernel

/// What this process may do with the ids of files and processes.
package struct PrivateIDs: Sendable, Equatable {
  /// The first id of the range that payloads of host root live in: above every range that login
  /// users, containers (systemd-nspawn: 524288 to 1879048191) and homed use.
  static let usual: UInt32 = 0x7000_0000
  /// The range in a container that maps 65536 ids, as most do: between the users of systemd's homed
  /// and nobody.
  static let nested: UInt32 = 61184

  /// The first id that payloads may have outside; 0 where they keep the caller's.
  let base: UInt32
  /// How many ids there are.
  let count: UInt32
  /// Whether the owners of mounted files can be mapped, which takes CAP_SYS_ADMIN over the file systems.
  let mapsOwners: Bool

  /// The id outside of the payload that a supervisor starts; 0 where it keeps the caller's.
  func id(of supervisor: Int32) -> UInt32 {
    count == 0 ? 0 : base + UInt32(bitPattern: supervisor) % count
  }

  /// Whether the owners of the files in a folder can be mapped: no kernel does that for an overlay.
  func mapsOwners(of folder: BytePath) throws(KernelFailure) -> Bool {
    guard mapsOwners else { return false }
    let opened = try Descriptor.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    let isOverlay = sentinel_is_overlay(opened.number)
    guard isOverlay >= 0 else { throw KernelFailure.last("fstatfs", folder.description) }
    return isOverlay == 0
  }

  /// Ids for a caller who is no root.
  static let none = PrivateIDs(base: 0, count: 0, mapsOwners: false)

  /// Looks at what this process may do.
  ///
  /// - Throws: For root in a user namespace that has no id beside its own.
  static func read() throws(Refusal) -> PrivateIDs {
    guard geteuid() == 0 else { return .none }
    let status = (try? FileSystem.read("/proc/self/status", limit: 1 << 16)) ?? []
    let map = (try? FileSystem.read("/proc/self/uid_map", limit: 1 << 16)) ?? []
    return try PrivateIDs(status: status, map: map)
  }

  private init(base: UInt32, count: UInt32, mapsOwners: Bool) {
    self.base = base
    self.count = count
    self.mapsOwners = mapsOwners
  }

  /// Reads the formats of proc(5) and user_namespaces(7).
  init(status: [UInt8], map: [UInt8]) throws(Refusal) {
    let effective = status.split(separator: UInt8(ascii: "\n")).first {
      $0.starts(with: "CapEff:".utf8)
    }
    let mask = effective.flatMap {
      UInt64(String(decoding: $0.dropFirst(8).filter { $0 > 0x20 }, as: UTF8.self), radix: 16)
    }
    // CAP_SYS_ADMIN of linux/capability.h
    mapsOwners = (mask ?? 0) & (1 << 21) != 0
    let ranges = Self.ranges(map)
    let wanted: [(base: UInt32, count: UInt32)] = [(Self.usual, 1 << 28), (Self.nested, 4096)]
    // Without proc nothing is known of the namespace, and the launcher says what it lacks.
    let found = wanted.first { base, count in
      let first = UInt64(base), end = first + UInt64(count)
      return ranges.isEmpty || ranges.contains { $0.lowerBound <= first && end <= $0.upperBound }
    }
    guard let found else {
      throw Refusal(
        "in this user namespace root has no other ids, and a payload is never root",
        remedy: "run as an ordinary user, or give the container 65536 ids")
    }
    (base, count) = found
  }

  /// The ids that this user namespace has, from the lines of a map: inside, outside, how many.
  private static func ranges(_ map: [UInt8]) -> [Range<UInt64>] {
    map.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let fields = line.split(separator: UInt8(ascii: " ")).compactMap {
        UInt64(String(decoding: $0, as: UTF8.self))
      }
      return fields.count == 3 ? fields[0]..<(fields[0] + fields[2]) : nil
    }
  }
}

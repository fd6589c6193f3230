internal import Glibc
package import Kernel
internal import Policy

/// Where this process stands in the machine's control groups, and where a run's group can be made.
package struct CgroupTree: Sendable {
  /// What a limit needs.
  package enum Controller: String, CaseIterable, Sendable {
    case memory, pids, cpu, io

    /// Those of the limits that every profile has.
    package static let required: [Controller] = [.memory, .pids, .cpu]

    /// Its name in version 1.
    var oldName: String { self == .io ? "blkio" : rawValue }
  }

  /// The kind of hierarchy a machine has.
  package enum Kind: String, Sendable {
    case none, v1, v2, hybrid
  }

  /// A folder below which groups can be made.
  package struct Parent: Sendable, Equatable {
    /// The version of its hierarchy, 1 or 2.
    package var version: Int
    /// The folder in the cgroup file system below which groups are made.
    package var folder: BytePath
    /// What groups made there can limit.
    package var controllers: [Controller]
  }

  /// The kind of hierarchy.
  package let kind: Kind
  /// Where groups can be made, the v2 one first.
  package let parents: [Parent]

  /// The required controllers that no parent offers.
  package var missing: [Controller] { Controller.required.filter { holder(of: $0) == nil } }

  /// The parent that offers a controller.
  func holder(of controller: Controller) -> Parent? {
    parents.first { $0.controllers.contains(controller) }
  }

  /// Whether a limit of input and output holds writes that go through the page cache: the kernel knows
  /// whose they are where memory is counted in the same group of version 2.
  var holdsCachedWrites: Bool {
    holder(of: .io).map { $0.version == 2 && $0.controllers.contains(.memory) } ?? false
  }

  /// The parent of version 1 that offers limits of input and output.
  var oldIO: Parent? { holder(of: .io).flatMap { $0.version == 1 ? $0 : nil } }

  /// The parents that a run with such limits needs a group below.
  func parents(for limits: Limits) -> [Parent] {
    parents.filter { $0.version == 2 || limits.io != nil || $0.controllers != [.io] }
  }

  /// Looks at the machine; `preferred` names a delegated v2 folder to use instead of the own one.
  package static func discover(preferred: BytePath? = nil) -> CgroupTree {
    let mounts = (try? FileSystem.read("/proc/self/mountinfo", limit: 1 << 20)) ?? []
    let memberships = (try? FileSystem.read("/proc/self/cgroup", limit: 1 << 20)) ?? []
    return CgroupTree(
      mounts: CgroupMount.parse(mounts), memberships: CgroupMembership.parse(memberships),
      preferred: preferred)
  }

  /// The version 2 group of this process.
  static var ownFolder: BytePath? {
    let mounts = (try? FileSystem.read("/proc/self/mountinfo", limit: 1 << 20)) ?? []
    let memberships = (try? FileSystem.read("/proc/self/cgroup", limit: 1 << 20)) ?? []
    let mount = CgroupMount.parse(mounts).first { $0.version == 2 }
    let own = CgroupMembership.parse(memberships).first { $0.controllers.isEmpty }
    return own.flatMap { mount?.folder(of: $0.path) }
  }

  init(kind: Kind, parents: [Parent]) {
    self.kind = kind
    self.parents = parents
  }

  init(mounts: [CgroupMount], memberships: [CgroupMembership], preferred: BytePath?) {
    var parents: [Parent] = []
    let mount = mounts.first { $0.version == 2 }
    let own = memberships.first { $0.controllers.isEmpty }
    let present = own.flatMap { mount?.folder(of: $0.path) }
    if let preferred {
      if Self.canEnter(preferred, from: present) { parents.append(Self.v2Parent(at: preferred)) }
    } else if let mount, let present, let parent = Self.nearestParent(from: present, in: mount) {
      parents.append(parent)
    }
    for controller in Controller.allCases
    where !parents.contains(where: { $0.controllers.contains(controller) }) {
      guard let mount = mounts.first(where: { $0.controllers.contains(controller.oldName) }),
        let own = memberships.first(where: { $0.controllers.contains(controller.oldName) }),
        Self.isUsable(mount.folder(of: own.path))
      else { continue }
      let folder = mount.folder(of: own.path)
      // A kernel may count input and output and limit none of it.
      let throttle = folder.appending("blkio.throttle.read_bps_device")
      if controller == .io, !FileSystem.exists(throttle) { continue }
      if let index = parents.firstIndex(where: { $0.folder == folder }) {
        parents[index].controllers.append(controller)
      } else {
        parents.append(Parent(version: 1, folder: folder, controllers: [controller]))
      }
    }
    let hasV1 = mounts.contains { $0.version == 1 }, hasV2 = mounts.contains { $0.version == 2 }
    kind = hasV1 ? (hasV2 ? .hybrid : .v1) : hasV2 ? .v2 : .none
    self.parents = parents
  }

  /// The own group or the nearest one above it that passes controllers on.
  ///
  /// In version 2 a group with processes cannot, so that is often the parent. Without such a one, a
  /// group that can still kill.
  private static func nearestParent(from own: BytePath, in mount: CgroupMount) -> Parent? {
    var folder = own
    var fallback: Parent?
    while folder.isWithin(mount.point) && isUsable(folder) {
      let parent = v2Parent(at: folder)
      if Controller.required.allSatisfy(parent.controllers.contains) { return parent }
      if fallback.map({ $0.controllers.count < parent.controllers.count }) ?? true {
        fallback = parent
      }
      if folder == mount.point { break }
      folder = folder.parent
    }
    return fallback
  }

  /// The kernel moves a process between two groups for whoever may write to `cgroup.procs` of the
  /// group above both (Documentation/admin-guide/cgroup-v2.rst, "Delegation Containment").
  private static func canEnter(_ folder: BytePath, from present: BytePath?) -> Bool {
    guard isUsable(folder), var above = present else { return isUsable(folder) }
    while !folder.isWithin(above) && !above.components.isEmpty { above = above.parent }
    let procs = above.appending("cgroup.procs")
    return !FileSystem.exists(procs) || FileSystem.isAccessible(procs, W_OK)
  }

  private static func v2Parent(at folder: BytePath) -> Parent {
    let enabled = (try? FileSystem.read(folder.appending("cgroup.subtree_control"))) ?? []
    let words = String(decoding: enabled, as: UTF8.self).split { $0 == " " || $0 == "\n" }
    return Parent(
      version: 2, folder: folder,
      controllers: Controller.allCases.filter { words.contains(Substring($0.rawValue)) })
  }

  private static func isUsable(_ folder: BytePath) -> Bool {
    FileSystem.isAccessible(folder, W_OK)
      && FileSystem.isAccessible(folder.appending("cgroup.procs"), W_OK)
  }
}

/// A mounted hierarchy, from /proc/self/mountinfo.
struct CgroupMount: Equatable {
  var version: Int
  var root: BytePath
  var point: BytePath
  var controllers: [String]

  /// Fields of proc(5): root and mount point are the fourth and fifth, type and options follow ` - `.
  static func parse(_ bytes: [UInt8]) -> [CgroupMount] {
    bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard let dash = line.firstRange(of: Array(" - cgroup".utf8)) else { return nil }
      let before = line[..<dash.lowerBound].split(separator: UInt8(ascii: " "))
      let after = line[dash.lowerBound...].dropFirst(3).split(separator: UInt8(ascii: " "))
      let text = { (field: ArraySlice<UInt8>) in String(decoding: field, as: UTF8.self) }
      guard before.count >= 5, after.count >= 3, ["cgroup", "cgroup2"].contains(text(after[0]))
      else { return nil }
      let isSecond = text(after[0]) == "cgroup2"
      let options = after[2].split(separator: UInt8(ascii: ",")).map(text)
      return CgroupMount(
        version: isSecond ? 2 : 1, root: BytePath(Array(before[3])),
        point: BytePath(Array(before[4])), controllers: isSecond ? [] : options)
    }
  }

  /// The folder of a group of this hierarchy; a group outside the mounted part is the mount point.
  func folder(of group: BytePath) -> BytePath {
    guard group.isWithin(root) else { return point }
    return group.components.dropFirst(root.components.count).reduce(point) {
      $0.appending(BytePath($1))
    }
  }
}

/// A line of /proc/self/cgroup.
struct CgroupMembership: Equatable {
  var controllers: [String]
  var path: BytePath

  static func parse(_ bytes: [UInt8]) -> [CgroupMembership] {
    bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let fields = line.split(
        separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { return nil }
      let names = fields[1].split(separator: UInt8(ascii: ","))
      return CgroupMembership(
        controllers: names.map { String(decoding: $0, as: UTF8.self) },
        path: BytePath(Array(fields[2])))
    }
  }
}

extension ArraySlice<UInt8> {
  /// The first place of a few bytes.
  fileprivate func firstRange(of bytes: [UInt8]) -> Range<Int>? {
    var rest = self
    while let start = rest.firstIndex(where: { $0 == bytes.first }) {
      if self[start...].starts(with: bytes) { return start..<(start + bytes.count) }
      rest = rest[(start + 1)...]
    }
    return nil
  }
}

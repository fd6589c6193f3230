internal import Glibc
internal import Kernel

/// Lets a payload of root's, which has an id of its own, use what Sentinel itself has made for it, where
/// owners cannot be mapped.
struct HandOver {
  let host: HostFacts
  let payload: UInt32
  private static let deepest = 512

  /// Gives scratch folders to the payload, and opens folders that were made to be looked at: what lies in
  /// the caller's own folders stays as it is.
  func prepare(_ request: RunRequest) throws {
    guard host.isRoot else { return }
    for mount in request.extraMounts where !mount.isOwn || isLent(mount, request) {
      guard let whole = WorkFolder.around(mount.source),
        FileSystem.exists(mount.source),
        try request.backend == .landlock || !host.ids.mapsOwners(of: whole)
      else { continue }
      var way = mount.source.parent
      while way.isWithin(whole) {
        try Self.open(way)
        way = way.parent
      }
      let status = try FileStatus.of(mount.source)
      guard status.kind == .directory else { continue }
      let folder = try Descriptor.open(mount.source, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      if mount.isWritable {
        try Self.give(folder, to: payload, depth: 0)
      } else {
        try Self.show(folder, depth: 0)
      }
    }
  }

  /// Takes back what the payload owned of Sentinel's own folders, with what it has put there.
  func end(_ request: RunRequest) throws {
    for mount in request.extraMounts where host.isRoot && isLent(mount, request) {
      let folder = try Descriptor.open(mount.source, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      try Self.give(folder, to: 0, depth: 0)
    }
  }

  /// Without namespaces no mount maps the owners of a tool that is being installed.
  private func isLent(_ mount: RunRequest.ExtraMount, _ request: RunRequest) -> Bool {
    mount.isOwn && mount.isScratch && mount.isWritable && request.backend == .landlock
  }

  /// Lets everybody through, who lists nothing.
  private static func open(_ folder: BytePath) throws(KernelFailure) {
    let opened = try Descriptor.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    let mode = try opened.status().permissions
    guard mode & 0o011 == 0o011 || fchmod(opened.number, mode | 0o011) == 0 else {
      throw KernelFailure.last("fchmod", folder.description)
    }
  }

  private static func give(
    _ folder: borrowing Descriptor, to owner: UInt32, depth: Int
  ) throws(KernelFailure) {
    try each(of: folder, depth) { (inner) throws(KernelFailure) in
      try give(inner, to: owner, depth: depth + 1)
    } others: { (name) throws(KernelFailure) in
      let given = unsafe name.withPointer {
        unsafe fchownat(folder.number, $0, owner, owner, AT_SYMLINK_NOFOLLOW)
      }
      guard given == 0 else { throw KernelFailure.last("fchownat", name.description) }
    }
    guard fchown(folder.number, owner, owner) == 0 else { throw KernelFailure.last("fchown") }
  }

  private static func show(_ folder: borrowing Descriptor, depth: Int) throws(KernelFailure) {
    try each(of: folder, depth) { (inner) throws(KernelFailure) in
      try show(inner, depth: depth + 1)
    } others: { (name) throws(KernelFailure) in
      guard try folder.status(of: name).kind == .regular else { return }
      let file = try folder.openBeneath(name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY)
      let mode = try file.status().permissions
      let wanted = mode | 0o044 | (mode & 0o100) >> 3 | (mode & 0o100) >> 6
      guard mode == wanted || fchmod(file.number, wanted) == 0 else {
        throw KernelFailure.last("fchmod", name.description)
      }
    }
    guard fchmod(folder.number, try folder.status().permissions | 0o055) == 0 else {
      throw KernelFailure.last("fchmod")
    }
  }

  private static func each(
    of folder: borrowing Descriptor, _ depth: Int,
    folders: (borrowing Descriptor) throws(KernelFailure) -> Void,
    others: (BytePath) throws(KernelFailure) -> Void
  ) throws(KernelFailure) {
    guard depth < deepest else { throw KernelFailure(call: "openat", number: ELOOP) }
    for entry in try folder.listing() {
      if try folder.status(of: entry.name).kind == .directory {
        try folders(try folder.openBeneath(entry.name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW))
      } else {
        try others(entry.name)
      }
    }
  }
}

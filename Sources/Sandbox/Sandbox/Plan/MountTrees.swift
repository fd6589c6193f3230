internal import Glibc
internal import Kernel

/// Folders that lie in one folder of the host become parts of one overlay over it.
///
/// The kernel waits at the end of a run for every overlay by itself. What lies beside the parts is
/// never shown.
struct MountTrees {
  private let mounts: HostMounts
  private let paths: PathLookups
  private let isRoot: Bool
  private var anchors: [BytePath: Bool] = [:]

  init(_ mounts: HostMounts, paths: PathLookups, isRoot: Bool) {
    self.mounts = mounts
    self.paths = paths
    self.isRoot = isRoot
  }

  /// The steps with the trees, each before its first part.
  mutating func grouped(_ steps: [MountStep]) -> [MountStep] {
    let found = steps.map { step in
      step.kind == .overlay && step.isReadOnly && !step.mapOwner ? anchor(of: step.source) : nil
    }
    let parts = Dictionary(grouping: found.compactMap(\.self)) { $0 }
    var made: Set<BytePath> = []
    var grouped: [MountStep] = []
    for (step, anchor) in zip(steps, found) {
      guard let anchor, let shared = parts[anchor], shared.count > 1 else {
        grouped.append(step)
        continue
      }
      if made.insert(anchor).inserted {
        grouped.append(MountStep(kind: .tree, target: anchor, source: anchor, execute: true))
      }
      var part = step
      part.tree = anchor
      part.content = Array(
        step.source.components.dropFirst(anchor.depth).joined(separator: [UInt8(ascii: "/")]))
      grouped.append(part)
    }
    return grouped
  }

  /// The outermost folder above a source on whose file system alone it lies and whose folders on the
  /// way the sandbox may pass; nil without one.
  private mutating func anchor(of source: BytePath) -> BytePath? {
    var way: [BytePath] = []
    var folder = source.parent
    while folder.parent != folder, isReadable(folder), isAnchor(folder) {
      way.append(folder)
      folder = folder.parent
    }
    return way.last
  }

  /// Whether nothing is mounted below a folder: an overlay would show what lies under it.
  private mutating func isAnchor(_ folder: BytePath) -> Bool {
    if let known = anchors[folder] { return known }
    let isAnchor = mounts.below(folder).isEmpty
    anchors[folder] = isAnchor
    return isAnchor
  }

  /// Whether the user whom the sandbox's overlays belong to may list and pass a folder.
  private func isReadable(_ folder: BytePath) -> Bool {
    guard let status = paths.status(of: folder), status.kind == .directory else { return false }
    let isOwn = !isRoot && status.uid == geteuid()
    let needed: UInt32 = isOwn ? 0o500 : 0o005
    return status.permissions & needed == needed
  }
}

internal import Glibc
internal import Kernel

extension MergedWalk {
  func lowerNode(
    _ name: BytePath, in folder: OpenFolder?
  ) throws(KernelFailure) -> TreeNode? {
    guard let folder, let status = try folder.status(of: name) else { return nil }
    var found = try node(status, .lower(folder.path.appending(name)), name, in: folder)
    guard layers.copied != nil else { return found }
    // A copy has neither what leads to a program outside nor bits beyond those of permission.
    guard [.regular, .directory, .link].contains(status.kind) else { return nil }
    found.permissions &= 0o777
    return found
  }

  private func node(
    _ status: FileStatus, _ source: TreeNode.Source, _ name: BytePath, in folder: OpenFolder
  ) throws(KernelFailure) -> TreeNode {
    TreeNode(
      kind: status.kind, permissions: status.permissions,
      size: status.kind == .regular || status.kind == .link ? status.size : 0, source: source,
      target: status.kind == .link ? try folder.linkTarget(name) : nil,
      deviceNumber: status.deviceNumber)
  }

  func upperEntry(
    _ name: BytePath, in folder: OpenFolder, _ sides: Sides
  ) throws(KernelFailure) -> UpperEntry? {
    guard let status = try folder.status(of: name) else { return nil }
    let isDevice = status.kind == .characterDevice && status.deviceNumber == 0
    if isDevice, layers.copied == nil { return .whiteout }
    let path = folder.path.appending(name)
    var found = try node(status, .upper(path), name, in: folder)
    found.permissions = layers.permissions(of: path, now: status.permissions)
    guard status.kind == .regular else { return .node(found) }
    let file = try layers.file(.upper(path))
    found.storedBytes = try file.storedBytes()
    if layers.copied != nil { return .node(found) }
    let marks = OverlayMarks(of: file)
    if marks.isWhiteout, sides.marks?.mayHoldWhiteouts == true, status.size == 0 {
      return .whiteout
    }
    if marks.isMetacopy {
      let merged = sides.merged?.path
      let place = marks.redirected(in: merged) ?? merged?.appending(name)
      if let place, let data = layers.lowerStatus(place), data.kind == .regular {
        found.source = .lower(place)
        found.size = data.size
      } else {
        found.source = .missing
      }
    }
    return .node(found)
  }
}

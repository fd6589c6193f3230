internal import Glibc
internal import Kernel
internal import Text

/// Compares the overlay's merged tree with the workspace, folder by folder.
///
/// Only folders that the upper layer has, and those it hides or moves, are looked into. Pending
/// folders are kept in a list, so depth costs no stack.
struct MergedWalk {
  let layers: LayerPair
  var budget: ChangeBudget
  var changes: [TreeChange] = []
  private(set) var emptied: [BytePath] = []
  /// What could not be looked at, so that nobody knows what is there or below.
  private(set) var unread: [BytePath] = []
  private var pending: [Folder] = []

  /// A folder of either tree that may differ.
  private struct Folder {
    var path: BytePath
    /// Whether the upper layer has it.
    var isUpper: Bool
    /// The folder of the workspace whose names show through.
    var merged: BytePath?
    /// The same for the folder around it.
    var mergedParent: BytePath?
    /// Whether the workspace has it at its path.
    var isOriginal: Bool
    var depth: Int

    var isMerged: Bool { isUpper || merged != nil }
  }

  /// A folder's opened sides.
  struct Sides {
    var upper: OpenFolder?
    var marks: OverlayMarks?
    var merged: OpenFolder?
    var original: OpenFolder?
    /// Names that only the workspace has are the same on both sides.
    var needsUpperOnly: Bool { upper != nil && original != nil && merged === original }
  }

  /// A name of the upper layer.
  enum UpperEntry {
    case whiteout
    case node(TreeNode)
  }

  init(layers: LayerPair, bounds: ChangeBounds) {
    self.layers = layers
    budget = ChangeBudget(bounds)
  }

  mutating func run() throws(KernelFailure) {
    let before = try layers.rootPermissions(.lower) & 0o777
    let after = try layers.rootPermissions(.upper) & 0o777
    if before != after {
      let old = TreeNode(kind: .directory, permissions: before, size: 0, source: .lower(""))
      let new = TreeNode(kind: .directory, permissions: after, size: 0, source: .upper(""))
      changes.append(TreeChange(path: "", kind: .mode, before: old, after: new))
    }
    pending = [
      Folder(path: "", isUpper: true, merged: "", mergedParent: nil, isOriginal: true, depth: 0)
    ]
    while let folder = pending.popLast(), !budget.isSpent {
      do throws(KernelFailure) {
        try compare(folder)
      } catch {
        noteUnreadable(folder.path, error)
      }
    }
  }

  private mutating func noteUnreadable(_ path: BytePath, _ error: KernelFailure) {
    unread.append(path)
    let place = VisibleText.escaped(path.bytes.prefix(200))
    budget.note("\(place) cannot be read: \(error.call): \(error.reason)")
  }

  private mutating func compare(_ folder: Folder) throws(KernelFailure) {
    var folder = folder
    let sides = try open(&folder)
    var kept = 0
    var lost = 0
    for name in try names(of: sides) {
      guard budget.countEntry() else { return }
      let path = folder.path.appending(name)
      do throws(KernelFailure) {
        let before = try lowerNode(name, in: sides.original)
        let after = try mergedNode(name, sides)
        if after != nil { kept += 1 } else if before != nil { lost += 1 }
        try note(path, before, after)
        descend(folder, path, name, before, after)
      } catch {
        kept += 1
        noteUnreadable(path, error)
      }
    }
    guard kept == 0, lost > 0, folder.isMerged, let original = sides.original else { return }
    let all = sides.needsUpperOnly ? try original.names(limit: lost + 1).names.count : lost
    if all == lost { emptied.append(folder.path) }
  }

  private mutating func open(_ folder: inout Folder) throws(KernelFailure) -> Sides {
    var sides = Sides()
    if folder.isUpper {
      let upper = try layers.folder(folder.path, in: .upper)
      let marks = upper.marks()
      applyMarks(marks, to: &folder)
      sides.upper = upper
      sides.marks = marks
    }
    if folder.isOriginal { sides.original = try layers.folder(folder.path, in: .lower) }
    if let place = folder.merged {
      let isSame = place == folder.path && folder.isOriginal
      sides.merged = isSame ? sides.original : try layers.folder(place, in: .lower)
    }
    return sides
  }

  private mutating func names(of sides: Sides) throws(KernelFailure) -> Set<BytePath> {
    var names: Set<BytePath> = []
    if let upper = sides.upper { names = Set(try list(upper)) }
    if sides.needsUpperOnly { return names }
    if let original = sides.original { names.formUnion(try list(original)) }
    if let merged = sides.merged, merged !== sides.original {
      names.formUnion(try list(merged))
    }
    return names
  }

  private func mergedNode(_ name: BytePath, _ sides: Sides) throws(KernelFailure) -> TreeNode? {
    if let upper = sides.upper, let entry = try upperEntry(name, in: upper, sides) {
      switch entry {
      case .whiteout: return nil
      case .node(let node): return node
      }
    }
    return try lowerNode(name, in: sides.merged)
  }

  private func applyMarks(_ marks: OverlayMarks, to folder: inout Folder) {
    if marks.isOpaque {
      folder.merged = nil
    } else if marks.redirect != nil {
      folder.merged = marks.redirected(in: folder.mergedParent)
    }
    if let merged = folder.merged, merged != folder.path,
      layers.lowerStatus(merged)?.kind != .directory
    {
      folder.merged = nil
    }
  }

  private mutating func list(_ folder: OpenFolder) throws(KernelFailure) -> [BytePath] {
    let (names, isWhole) = try folder.names(limit: budget.entriesLeft + 1)
    if !isWhole {
      unread.append(folder.path)
      budget.note("more than \(budget.bounds.entries) names")
    }
    return names
  }

  /// Puts a folder of either tree on the list when the two may differ below it.
  private mutating func descend(
    _ folder: Folder, _ path: BytePath, _ name: BytePath, _ before: TreeNode?, _ after: TreeNode?
  ) {
    var next = Folder(
      path: path, isUpper: false, merged: nil, mergedParent: folder.merged,
      isOriginal: before?.kind == .directory, depth: folder.depth + 1)
    if let after, after.kind == .directory {
      switch after.source {
      case .lower(let place): next.merged = place
      case .upper, .missing:
        next.isUpper = true
        if let place = folder.merged?.appending(name),
          layers.lowerStatus(place)?.kind == .directory
        {
          next.merged = place
        }
      }
    }
    guard next.isMerged || next.isOriginal else { return }
    if !next.isUpper, next.isOriginal, next.merged == path { return }  // the same folder twice
    guard next.depth <= budget.bounds.depth else {
      unread.append(path)
      budget.note("more than \(budget.bounds.depth) folders below each other")
      return
    }
    pending.append(next)
  }
}

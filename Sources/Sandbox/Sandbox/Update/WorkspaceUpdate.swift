internal import Glibc
internal import Kernel

/// Takes what a command changed over into its workspace, in read-write mode, when it has ended.
///
/// Until then nothing of it is there, so no death of anybody leaves anything. What steers other programs
/// is held back and kept in a folder outside, unless the caller asked for it; set-id bits, devices and
/// links out of the workspace are never taken over. What cannot be looked at ends all of it.
struct WorkspaceUpdate {
  let workspace: BytePath
  /// Where what is held back is kept.
  let kept: BytePath
  /// The most bytes of data that are taken over.
  let most: Int

  /// What became of the changes.
  struct Outcome {
    /// What was not taken over as it is.
    var items: [RunResult.Quarantined] = []
    /// Why not everything else was taken over; nil when it was.
    var failure: String?
  }

  /// Makes the changes.
  ///
  /// - Parameters:
  ///   - changes: What the command left.
  ///   - list: What it comes to, in a workspace that nobody else has written since.
  ///   - gate: What may leave.
  ///   - journal: Begun before the others were looked at.
  /// - Returns: What became of them.
  func apply(
    _ changes: OverlayChanges, _ list: ChangeList, _ gate: ChangeGate,
    journal: borrowing UpdateJournal
  ) -> Outcome {
    let unread = list.unread.filter { gate.steering($0) == nil }
    if list.isCutShort || !unread.isEmpty {
      return Outcome(
        failure: "the changes could not all be looked at, so none was made: \(list.reason ?? "")")
    }
    if list.tree.isEmpty { return Outcome() }
    var outcome = Outcome()
    do {
      let note = try journal.note(workspace)
      outcome = try write(list.tree.flatMap(\.parts), changes.layers, gate)
      try journal.strike(note)
    } catch {
      outcome.failure = outcome.failure ?? "the changes could not be made: \(error)"
    }
    return outcome
  }

  private func write(
    _ changes: [TreeChange], _ layers: LayerPair, _ gate: ChangeGate
  ) throws(KernelFailure) -> Outcome {
    var outcome = Outcome()
    var failures: [KernelFailure] = []
    var held = HeldChanges(folder: kept, layers: layers, room: most)
    var writer = TreeWriter(root: try layers.workspace(), layers: layers, room: most)
    // What goes first makes room; a folder goes after what was in it.
    for change in changes.filter({ $0.after == nil }).sorted(by: { $0.path > $1.path }) {
      if let refusal = gate.refusal(change.path, nil) {
        held.drop(change.path, refusal.kind, "it was not removed")
        continue
      }
      do throws(KernelFailure) {
        try writer.remove(change.path, isFolder: change.before?.kind == .directory)
      } catch {
        failures.append(error)
      }
    }
    for change in changes.sorted(by: { $0.path < $1.path }) {
      guard let after = change.after else { continue }
      if change.path.bytes.isEmpty {
        // Who else may write there is not for the command to say.
        held.drop(".", .directory, "the workspace keeps its own permissions")
        continue
      }
      if let refusal = gate.refusal(change.path, after) {
        held.take(after, at: change.path, refusal)
        continue
      }
      do throws(KernelFailure) {
        try writer.write(after, at: change.path)
        if after.kind == .regular, after.permissions & TreeWriter.setIDBits != 0 {
          held.drop(change.path, .setuid, "only its set-id bits were left out")
        }
      } catch {
        failures.append(error)
      }
    }
    do throws(KernelFailure) { try writer.finish() } catch { failures.append(error) }
    do throws(KernelFailure) { try held.finish() } catch { failures.append(error) }
    outcome.items = held.items
    if let first = failures.first {
      outcome.failure = "\(failures.count) of \(changes.count) changes were not made: \(first)"
    }
    return outcome
  }
}

/// What the gate held back.
private struct HeldChanges: ~Copyable {
  private(set) var items: [RunResult.Quarantined] = []
  private let folder: BytePath
  private let layers: LayerPair
  private let room: Int
  private var writer: TreeWriter?
  /// What was kept or told; it stands for everything below it.
  private var seen: Set<BytePath> = []

  init(folder: BytePath, layers: LayerPair, room: Int) {
    self.folder = folder
    self.layers = layers
    self.room = room
  }

  /// Notes what is kept nowhere.
  mutating func drop(_ path: BytePath, _ kind: Change.Class, _ reason: String) {
    items.append(
      RunResult.Quarantined(
        path: path.description, class: kind, outcome: .dropped, reason: reason))
  }

  /// Keeps what steers others outside of the workspace; the rest is of no use to anybody.
  mutating func take(_ node: TreeNode, at path: BytePath, _ refusal: ChangeGate.Refusal) {
    guard case .steering(let kind) = refusal else {
      let reason =
        refusal == .linkOutside ? "it leads out of the workspace" : "no workspace needs one"
      return drop(path, refusal.kind, reason)
    }
    var failure: KernelFailure?
    do throws(KernelFailure) { try keep(node, at: path) } catch { failure = error }
    let isBelow = seen.contains(path.parent)
    seen.insert(path)
    if failure == nil, isBelow { return }
    items.append(
      RunResult.Quarantined(
        path: path.description, class: kind,
        movedTo: failure == nil ? folder.appending(Self.place(of: path)).description : nil,
        outcome: failure == nil ? .moved : .dropped, reason: failure.map { "\($0)" }))
  }

  private mutating func keep(_ node: TreeNode, at path: BytePath) throws(KernelFailure) {
    if writer == nil {
      try FileSystem.makeFolder(folder, mode: 0o700)
      let root = try Descriptor.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      writer = TreeWriter(root: root, layers: layers, room: room)
    }
    let place = Self.place(of: path)
    // Changes come sorted, so only the first of a tree has a way to be made.
    if !seen.contains(path.parent) { try writer?.makeParents(of: place) }
    var node = node
    // Kept to be looked at, not to be executed.
    node.permissions = node.kind == .directory ? 0o700 : 0o600
    try writer?.write(node, at: place)
  }

  /// By its own names git, editors and shells would follow it there, too.
  private static func place(of path: BytePath) -> BytePath {
    let ending = Array(".held".utf8)
    var bytes: [UInt8] = []
    for name in path.components {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: "/")) }
      bytes += name
      bytes += ending
    }
    return BytePath(bytes)
  }

  mutating func finish() throws(KernelFailure) {
    if let writer = writer.take() { try writer.finish() }
  }
}

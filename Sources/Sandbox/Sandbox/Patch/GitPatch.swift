package import Kernel

/// The changes as a patch that `git apply` accepts on the unchanged workspace.
///
/// Applied there, it makes the tree that the command left, except for what ``write(to:)`` returns.
package struct GitPatch {
  private let list: ChangeList
  private let layers: LayerPair
  private let bounds: ChangeBounds
  private let gate: ChangeGate

  /// Takes a list, the layers it was read from, and what decides which changes may go into a patch.
  init(_ list: ChangeList, of changes: OverlayChanges, gate: ChangeGate) {
    self.list = list
    self.gate = gate
    layers = changes.layers
    bounds = changes.bounds
  }

  /// Writes the patch file by file and returns what it does not carry, sorted by path.
  ///
  /// Nothing is written for a list without changes. Failures of writing are thrown; then the output is
  /// no patch. A file that cannot be read is left out.
  package func write(
    to output: borrowing Descriptor
  ) throws(KernelFailure) -> [PatchOmission] {
    let plan = PatchPlan(list, bounds: bounds, gate: gate)
    let writer = PatchWriter(layers: layers)
    var omissions = plan.omissions
    for step in plan.steps where try !writer.write(step, to: output) {
      omissions.append(PatchOmission(path: step.path.description, reason: .unreadable))
    }
    return omissions.sorted { ($0.path, $0.reason.rawValue) < ($1.path, $1.reason.rawValue) }
  }
}

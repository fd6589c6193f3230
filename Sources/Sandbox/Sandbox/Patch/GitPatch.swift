package import Kernel

/// The changes as a patch that `git apply` accepts on the unchanged workspace.
///
/// Applied there, it makes the tree that the command left, except for what ``write(to:)`` returns.
package struct GitPatch {
  private let list: ChangeList
  private let layers: LayerPair
  private let bounds: ChangeBounds

  /// Takes a list and the layers it was read from.
  package init(_ list: ChangeList, of changes: OverlayChanges) {
    self.list = list
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
    let plan = PatchPlan(list, bounds: bounds)
    let writer = PatchWriter(layers: layers)
    var omissions = plan.omissions
    for step in plan.steps where try !writer.write(step, to: output) {
      omissions.append(PatchOmission(path: step.path.description, reason: .unreadable))
    }
    return omissions.sorted { ($0.path, $0.reason.rawValue) < ($1.path, $1.reason.rawValue) }
  }
}

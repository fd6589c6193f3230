internal import Audit
internal import Text

/// What an approval is for, and for nothing else: a change, its base, its proof, and what is done.
package struct ApprovalBinding: Equatable, Sendable {
  /// The digest of the change, 64 hexadecimal digits.
  package var patch: String
  /// The commit that it is for.
  package var base: String
  /// The digest of the evidence, 64 hexadecimal digits.
  package var evidence: String
  /// What is done: `push` or `pull-request`.
  package var action: String
  /// To what: the branch and the remote.
  package var target: String

  /// A binding of these five.
  package init(patch: String, base: String, evidence: String, action: String, target: String) {
    self.patch = patch
    self.base = base
    self.evidence = evidence
    self.action = action
    self.target = target
  }

  /// The digest over all of it, 64 hexadecimal digits.
  package var digest: String { SHA256.hex(of: canonical.bytes) }

  /// The same but for the proof, which each run makes anew.
  func isSameWish(as other: ApprovalBinding) -> Bool {
    var other = other
    other.evidence = evidence
    return self == other
  }

  var canonical: CanonicalJSON {
    .object([
      "patch": .text(patch), "base": .text(base), "evidence": .text(evidence),
      "action": .text(action), "target": .text(target),
    ])
  }

  init?(_ value: CanonicalJSON?) {
    guard let patch = value?["patch"]?.text, let base = value?["base"]?.text,
      let evidence = value?["evidence"]?.text, let action = value?["action"]?.text,
      let target = value?["target"]?.text
    else { return nil }
    self.init(patch: patch, base: base, evidence: evidence, action: action, target: target)
  }
}

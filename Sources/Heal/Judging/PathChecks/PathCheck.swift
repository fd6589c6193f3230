internal import Patches
internal import Text

/// Files that a fix has no business in.
///
/// A configuration signal that names the file may change it; another signal that names it makes a
/// person look. An exact revert may do what its culprit did.
struct PathCheck: Check {
  private let globs: [PathPattern]
  private let exceptions: [PathPattern]
  private let kinds: Set<String>
  private let steering: Set<SteeringNames.Kind>

  init(_ fields: inout ArticleFields) {
    globs = fields.texts("paths").map { PathPattern($0, ignoresCase: true) }
    exceptions = fields.texts("except").map { PathPattern($0, ignoresCase: true) }
    let kinds = Set(fields.texts("changes"))
    let known: Set<String> = ["added", "modified", "deleted", "renamed"]
    if !kinds.isSubset(of: known) { fields.problem("changes are \(known.sorted())") }
    let steering = fields.texts("steering")
    self.steering = Set(steering.compactMap { SteeringNames.Kind(rawValue: $0) })
    if self.steering.count != steering.count {
      fields.problem("steering is of \(SteeringNames.Kind.allCases.map(\.rawValue))")
    }
    if globs.isEmpty { fields.problem("needs paths") }
    self.kinds = kinds.isEmpty ? known : kinds
  }

  func breaches(in input: JudgeInput) -> [Observation] {
    if input.isExactRevert { return [] }
    return input.files.flatMap { file in
      guard kinds.contains(Self.kind(file.change)) else { return [Observation]() }
      return [file.change.oldPath, file.change.path].compactMap { $0 }.filter(isProtected)
        .compactMap { observation(of: $0, in: input) }
    }
  }

  private func observation(of path: PatchPath, in input: JudgeInput) -> Observation? {
    let isNamed = input.signal?.names(path) ?? false
    if isNamed, input.signal?.kind == .configuration { return nil }
    return Observation(path.description, 0, verdict: isNamed ? .escalate : nil)
  }

  private func isProtected(_ path: PatchPath) -> Bool {
    (isSteering(path) || globs.contains { $0.matches(path.text) })
      && !exceptions.contains { $0.matches(path.text) }
  }

  /// Whether somebody follows the file whom no fix may tell what to do.
  private func isSteering(_ path: PatchPath) -> Bool {
    if steering.isEmpty { return false }
    let parts = path.bytes.split(separator: UInt8(ascii: "/"))
    return SteeringNames.kind(ofPath: parts).map(steering.contains) ?? false
  }

  static func kind(_ change: ChangeSet.File) -> String {
    if change.oldPath != nil { return "renamed" }
    if change.old == nil { return "added" }
    return change.new == nil ? "deleted" : "modified"
  }
}

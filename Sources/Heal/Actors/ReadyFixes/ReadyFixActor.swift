package import Healing
internal import Judging
internal import Patches
internal import Signals
internal import Text

/// Proposes the fixes that a report brings along, for the case's own finding and no other.
package struct ReadyFixActor: FixActor {
  /// See ``/Healing/FixActor/name``.
  package let name = "ready-fix"
  /// The digest of how fixes are read, and of the fixes themselves.
  package let version: String
  private let fixes: [ReadyFix]

  /// Raised by every change of how a report is read.
  private static let reading = "2"

  /// Makes an actor of reports.
  ///
  /// - Parameter reports: those that the cases came from.
  package init(_ reports: [ReadyFixReport]) {
    fixes = reports.flatMap(\.fixes)
    let tools = Set(fixes.map(\.tool)).sorted().joined(separator: "\n")
    version = SHA256.hex(of: Array("ready-fix \(Self.reading)\n\(tools)".utf8))
  }

  /// See ``/Healing/FixActor/propose(_:)``; everything comes on the first turn.
  package func propose(_ request: ActorRequest) async -> ActorAnswer {
    guard request.turn == 1 else {
      return .abstains(Abstention(reason: "Every fix of the report was tried.", inspected: []))
    }
    let signal = request.healingCase.signal
    let paths = ProjectPaths(listing: request.tree.paths.map(\.text))
    let own = fixes.filter { fix in
      guard let path = paths.relative(fix.path) else { return false }
      return signal.places.contains { place in
        place.path.text == path && place.line == fix.line && (place.rule ?? signal.rule) == fix.rule
      }
    }
    guard !own.isEmpty else {
      return .abstains(
        Abstention(
          reason: "The report brings no fix for this finding.",
          inspected: ["\(fixes.count) fixes of the report"]))
    }
    var candidates: [ProposedText] = []
    var refused: [String] = []
    for fix in own {
      switch Self.changes(fix, paths, request.tree) {
      case .success(let changes):
        let text = changes.rendered()
        if candidates.contains(where: { $0.text == text }) { continue }
        candidates.append(
          ProposedText(
            text: text, rationale: fix.title.isEmpty ? nil : VisibleText.line(fix.title),
            origin: "\(fix.tool) \(fix.rule)", highestLevel: 2))
      case .failure(let mistake):
        refused.append("\(fix.tool) \(fix.rule) at \(fix.path):\(fix.line): \(mistake)")
      }
    }
    if candidates.isEmpty {
      return .abstains(
        Abstention(
          reason: "The report's fix for this finding cannot be used.",
          inspected: refused.map { VisibleText.line($0) }))
    }
    return .candidates(candidates)
  }

  private static func changes(
    _ fix: ReadyFix, _ paths: ProjectPaths, _ tree: any SourceTree
  ) -> Result<ChangeSet, ReadyFixMistake> {
    do throws(ReadyFixMistake) {
      guard !fix.files.isEmpty else {
        throw ReadyFixMistake(
          description: "the tool has a fix, \"\(fix.title)\", which its report does not hold")
      }
      var files: [ChangeSet.File] = []
      for file in fix.files { files.append(try change(file, fix.unit, paths, tree)) }
      guard Set(files.map(\.path)).count == files.count else {
        throw ReadyFixMistake(description: "a file is named twice")
      }
      let changed = files.filter { $0.old != $0.new }
      if changed.isEmpty { throw ReadyFixMistake(description: "it changes nothing") }
      return .success(ChangeSet(changed))
    } catch {
      return .failure(error)
    }
  }

  private static func change(
    _ file: ReadyFix.File, _ unit: ReadyFix.Unit, _ paths: ProjectPaths, _ tree: any SourceTree
  ) throws(ReadyFixMistake) -> ChangeSet.File {
    guard !file.path.split(separator: "/").contains(".."),
      let path = paths.relative(file.path).flatMap({ PatchPath($0) }),
      case .file(let bytes, let isExecutable)? = tree.entry(at: path),
      bytes.count <= Candidate.mostFileBytes
    else { throw ReadyFixMistake(description: "\(file.path) is not a file of the tree") }
    guard let reader = RegionReader(bytes, unit: unit) else {
      throw ReadyFixMistake(description: "\(path) is not UTF-8, or begins with a mark")
    }
    var edits: [(range: Range<Int>, text: [UInt8], number: Int)] = []
    for (number, replacement) in file.replacements.enumerated() {
      guard let range = reader.range(of: replacement.region) else {
        throw ReadyFixMistake(description: "\(path) has no such place, or it is ambiguous")
      }
      edits.append((range, Array(replacement.text.utf8), number))
    }
    // What is put in at a place comes before what stands there, and in the report's order.
    edits.sort { left, right in
      (left.range.lowerBound, left.range.upperBound, left.number)
        < (right.range.lowerBound, right.range.upperBound, right.number)
    }
    var new: [UInt8] = []
    var position = 0
    for edit in edits {
      guard edit.range.lowerBound >= position else {
        throw ReadyFixMistake(description: "two replacements in \(path) overlap")
      }
      new += bytes[position..<edit.range.lowerBound] + edit.text
      position = edit.range.upperBound
    }
    var changed = ChangeSet.File(path: path, old: bytes, new: new + bytes[position...])
    changed.isExecutable = isExecutable
    return changed
  }
}

package import Healing
package import Patches

/// What the fixers make of many findings at once.
package struct FixUnion: Sendable {
  /// A finding that is left as it is.
  package struct Left: Equatable, Sendable {
    /// The file.
    package var path: PatchPath
    /// The finding.
    package var finding: FixRequest.Broken
    /// `notice`, `contradicts`, or a fixer's reason.
    package var reason: String
    /// One sentence.
    package var text: String

    /// The finding with the reason, one line.
    package var line: String {
      "\(path):\(finding.line) \(finding.rule): \(reason): \(text)"
    }
  }

  /// The repairs that go together, a piece each, with any of which left out the rest still fits.
  package var pieces: PieceSet
  /// The repairs, in the order of the pieces.
  package var fixes: [FixAnswer.Fix]
  /// What is left.
  package var left: [Left]

  /// Puts an answer together.
  init(_ answer: FixAnswer, to request: FixRequest) {
    var pieces: [ChangePiece] = []
    var fixes: [FixAnswer.Fix] = []
    var places: [(path: PatchPath, finding: FixRequest.Broken)] = []
    var left: [Left] = []
    for (file, outcomes) in zip(request.files, answer.files) {
      for (finding, outcome) in zip(file.findings, outcomes) {
        switch outcome {
        case .fixed(let fix):
          let name = "\(fix.fixer) for \(finding.rule) at \(file.path):\(finding.line)"
          pieces.append(ChangePiece(name: name, edits: fix.edits))
          fixes.append(fix)
          places.append((file.path, finding))
        case .refused(let reason, let text):
          left.append(Left(path: file.path, finding: finding, reason: reason, text: text))
        case .notice(let text):
          left.append(Left(path: file.path, finding: finding, reason: "notice", text: text))
        }
      }
    }
    let sources = request.files.map { file in
      (file.path, PieceSet.Source(bytes: file.bytes, isExecutable: file.isExecutable))
    }
    self.pieces = PieceSet(pieces, of: Dictionary(sources) { first, _ in first })
    let out = Set(self.pieces.contradicting)
    self.fixes = fixes.indices.filter { !out.contains($0) }.map { fixes[$0] }
    self.left =
      left
      + self.pieces.contradicting.map { number in
        Left(
          path: places[number].path, finding: places[number].finding, reason: "contradicts",
          text: "its edits touch those of another repair; it can follow in a second round")
      }
  }
}

/// Why the fixers gave no answer.
package enum FixersUnavailable: Error, Equatable {
  /// They are not installed, or cannot run; the sentence says what to do.
  case environment(String)
  /// The processor time that is left is not enough to ask them.
  case budget(ExitReason)
}

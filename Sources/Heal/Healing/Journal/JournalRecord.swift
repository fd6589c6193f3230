internal import FoundationEssentials

/// One thing that a run has done; the list of them is the run's whole state.
package enum JournalRecord: Codable, Equatable, Sendable {
  /// What the base showed: the cases that cannot be healed now, and why.
  case baseline(refusals: [String: ExitReason], explanations: [String: String], spent: Spending)
  /// What an actor answered when it was asked about a case.
  case answered(incident: String, answer: Answer, books: Books)
  /// A candidate was tried; it was accepted (`proven`) or teaches something (`reflection`).
  case tried(
    incident: String, attempt: Attempt, reflection: Reflection?, proven: Proven?, books: Books)
  /// A proven fix was proposed.
  case published(incident: String, proposal: Proposal, books: Books)
  /// A proven fix was not taken.
  case refused(incident: String, reason: ExitReason, message: String, books: Books)
  /// A case is closed.
  case closed(incident: String, state: HealedState, reason: ExitReason, books: Books)

  /// What was spent on the case and how long the run took until then.
  package struct Books: Codable, Equatable, Sendable {
    /// On the case, from its beginning.
    package var spent: Spending
    /// Of the run, from its beginning, interruptions not counted.
    package var wallMilliseconds: Int

    /// Makes an entry.
    package init(spent: Spending, wallMilliseconds: Int) {
      self.spent = spent
      self.wallMilliseconds = wallMilliseconds
    }
  }

  /// An actor's answer as it is kept.
  package enum Answer: Codable, Equatable, Sendable {
    /// Candidates; the text is base64 in the record.
    case candidates([Candidate])
    /// Nothing, or nothing more.
    case abstains(Abstention)
    /// It cannot be asked.
    case unavailable(reason: ExitReason, message: String)
  }

  /// A candidate as it is kept.
  package struct Candidate: Codable, Equatable, Sendable {
    private var text: Data
    private var rationale: String?
    private var origin: String
    private var highestLevel: Int
    private var culprit: Data?

    /// Takes what an actor has proposed.
    package init(_ proposed: ProposedText) {
      text = Data(proposed.text)
      rationale = proposed.rationale
      origin = proposed.origin
      highestLevel = proposed.highestLevel
      culprit = proposed.culprit.map { Data($0) }
    }

    /// What the actor has proposed.
    package var proposed: ProposedText {
      ProposedText(
        text: Array(text), rationale: rationale, origin: origin, highestLevel: highestLevel,
        culprit: culprit.map(Array.init))
    }
  }

  /// An accepted change as it is kept.
  package struct Proven: Codable, Equatable, Sendable {
    /// The change, or the part of it that holds, in canonical form.
    package var patch: Candidate
    /// Its identity, 64 hexadecimal digits.
    package var changeDigest: String
    /// What was left out and why.
    package var dropped: [String]

    /// Makes an entry.
    package init(patch: Candidate, changeDigest: String, dropped: [String]) {
      self.patch = patch
      self.changeDigest = changeDigest
      self.dropped = dropped
    }
  }

  /// Where a proposal is, as it is kept.
  package struct Proposal: Codable, Equatable, Sendable {
    /// The folder.
    package var folder: String?
    /// The branch.
    package var branch: String?
    /// The address of the pull request.
    package var address: String?
    /// What was decided, a JSON document.
    package var decision: String
  }

  /// The record as one line of JSON, without its end.
  package func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self))
  }

  /// Reads a record that was written by ``encoded()``.
  package init(decoding line: [UInt8]) throws {
    self = try JSONDecoder().decode(JournalRecord.self, from: Data(line))
  }
}

extension JournalRecord.Answer {
  /// Takes an actor's answer.
  package init(_ answer: ActorAnswer) {
    switch answer {
    case .candidates(let proposed): self = .candidates(proposed.map(JournalRecord.Candidate.init))
    case .abstains(let abstention): self = .abstains(abstention)
    case .unavailable(let reason, let message):
      self = .unavailable(reason: reason, message: message)
    }
  }
}

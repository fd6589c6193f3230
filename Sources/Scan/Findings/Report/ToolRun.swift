/// What became of one tool in a scan.
package struct ToolRun: Codable, Equatable, Sendable {
  /// The name under which a policy reports its own exceptions, as if it were a tool.
  package static let policyName = "policy"

  /// The tool's name.
  package var name: String
  /// The version that ran; `nil` when it never said.
  package var version: String?
  /// How it ended, and so whether its silence means anything.
  package var state: State
  /// Why, in one sentence; set for every state but `completed`.
  package var reason: String?
  /// Time on the clock of all its batches together.
  package var milliseconds: Int
  /// How many findings it reported, before merging.
  package var findings: Int
  /// What a reader must know besides, such as a waived hash.
  package var notes: [String]

  /// Makes the record of a run.
  package init(
    name: String, version: String? = nil, state: State, reason: String? = nil,
    milliseconds: Int = 0, findings: Int = 0, notes: [String] = []
  ) {
    self.name = name
    self.version = version
    self.state = state
    self.reason = reason
    self.milliseconds = milliseconds
    self.findings = findings
    self.notes = notes
  }

  /// How a tool ended; only the first two leave a scan complete.
  package enum State: String, Codable, Sendable, CaseIterable {
    /// It ran to its end over everything it was given; without findings that means clean.
    case completed
    /// The tree holds nothing of the kind that the tool reads.
    case notApplicable
    /// It crashed, reported an error, or its output could not be read to the end.
    case failed
    /// It was ended by a limit of time.
    case timedOut
    /// The sandbox refused something that it tried, so its answer cannot be trusted.
    case denied
    /// It ended well but did not see what it should have: its canary or some files are missing.
    case blind
    /// It is not installed, or not the pinned version.
    case missing

    /// Whether a scan with this tool can be complete.
    package var isComplete: Bool { self == .completed || self == .notApplicable }
  }
}

/// Which files the tools of a scan accounted for.
package struct Coverage: Codable, Equatable, Sendable {
  /// Files that at least one tool should have read.
  package var files: Int
  /// Files that at least one tool did read.
  package var parsed: Int
  /// Files that a tool left out and said why.
  package var skipped: [Skipped]
  /// Files that a tool should have read and never mentioned; any makes a scan incomplete.
  package var unseen: [Unseen]

  /// Makes a record of coverage.
  package init(
    files: Int = 0, parsed: Int = 0, skipped: [Skipped] = [], unseen: [Unseen] = []
  ) {
    self.files = files
    self.parsed = parsed
    self.skipped = skipped
    self.unseen = unseen
  }

  /// A file that a tool left out.
  package struct Skipped: Codable, Equatable, Sendable {
    /// The file, relative to the tree.
    package var path: String
    /// The tool.
    package var tool: String
    /// Why, in the tool's words.
    package var reason: String

    /// Makes a record.
    package init(path: String, tool: String, reason: String) {
      self.path = path
      self.tool = tool
      self.reason = reason
    }
  }

  /// A file that a tool is silent about.
  package struct Unseen: Codable, Equatable, Sendable {
    /// The file, relative to the tree.
    package var path: String
    /// The tool.
    package var tool: String

    /// Makes a record.
    package init(path: String, tool: String) {
      self.path = path
      self.tool = tool
    }
  }
}

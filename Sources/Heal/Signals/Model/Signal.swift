/// One thing that a report says is wrong: what every reader of this module produces.
///
/// Its texts are untrusted. They hold no terminal sequences, but are otherwise as they came; whoever
/// shows them escapes them (``/Findings/VisibleText``).
package struct Signal: Equatable, Sendable {
  /// What sort of trouble it is.
  package var kind: Kind
  /// The program that reported it, such as `pytest` or `gcc`; empty when the report does not tell.
  package var tool: String
  /// The rule, the error code or the type of the exception, as the tool spells it.
  package var rule: String?
  /// How grave the tool says it is.
  package var level: Level
  /// What is wrong, as the tool wrote it, without the place in front.
  package var message: String
  /// The rest of what was said, such as the assertion's introspection; cut at ``SignalLimits/detail``.
  package var detail: String?
  /// Where it is; the innermost place that the tool names.
  package var place: Place?
  /// Other places that the tool names for it, such as notes and included-from lines.
  package var related: [Place]
  /// The stack, outermost call first.
  package var frames: [Frame]
  /// The exceptions that led to it, the nearest first.
  package var causes: [Cause]
  /// The test that failed, for ``Kind/testFailure``.
  package var test: TestID?
  /// How that test ended.
  package var outcome: Outcome?
  /// Vulnerability identifiers, for ``Kind/advisory``.
  package var aliases: [String]
  /// The kind of weakness in the words of ``/Findings/WeaknessClass``, when a finding of ours says it.
  package var weaknessClass: String?
  /// The fingerprint that a scan of ours gave it.
  package var fingerprint: String?

  /// Makes a signal; everything optional defaults to nothing, the level to `error`.
  package init(
    _ kind: Kind, tool: String = "", rule: String? = nil, level: Level = .error, message: String,
    detail: String? = nil, place: Place? = nil, related: [Place] = [], frames: [Frame] = [],
    causes: [Cause] = [], test: TestID? = nil, outcome: Outcome? = nil, aliases: [String] = [],
    weaknessClass: String? = nil, fingerprint: String? = nil
  ) {
    self.kind = kind
    self.tool = tool
    self.rule = rule
    self.level = level
    self.message = message
    self.detail = detail
    self.place = place
    self.related = related
    self.frames = frames
    self.causes = causes
    self.test = test
    self.outcome = outcome
    self.aliases = aliases
    self.weaknessClass = weaknessClass
    self.fingerprint = fingerprint
  }
}

extension Signal {
  /// The sorts of trouble, by what can be done about them.
  package enum Kind: String, CaseIterable, Sendable {
    /// A test failed or could not run.
    case testFailure
    /// Code could not be compiled, linked or parsed.
    case compilerError
    /// A linter, formatter or a compiler's warning.
    case lint
    /// A security scanner's finding in code.
    case finding
    /// A known vulnerability of a package.
    case advisory
    /// A program ended with an exception, a panic or a sanitizer's report.
    case stackTrace
    /// A step of a build or a job failed, and the log says no more than that.
    case ciFailure
    /// Something that a monitor or another system sent.
    case event
  }

  /// How grave a signal is, in the words that tools share.
  package enum Level: String, CaseIterable, Sendable {
    case error, warning, note
  }

  /// An exception in the chain that led to another.
  package struct Cause: Equatable, Sendable {
    /// The type of the exception.
    package var type: String
    /// Its message.
    package var message: String
    /// Its own stack, outermost call first.
    package var frames: [Frame]

    /// Makes a cause.
    package init(type: String, message: String, frames: [Frame] = []) {
      self.type = type
      self.message = message
      self.frames = frames
    }
  }
}

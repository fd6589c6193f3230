internal import Signals
internal import Text

/// One case as it is remembered; every text in it is untrusted and escaped where it is shown.
package struct MemoryEntry: Codable, Equatable, Sendable {
  /// What became of the case.
  package enum Outcome: String, CaseIterable, Codable, Sendable {
    /// Nothing was proven.
    case unhealed
    /// A change passed every check of a trial.
    case proven
    /// A proven change was merged and has lasted.
    case confirmed
    /// A proven change was rejected or reverted.
    case refuted

    /// Whether it may be told to an actor.
    package var isVerified: Bool { self == .proven || self == .confirmed }
  }

  /// Where an entry comes from.
  package struct Provenance: Codable, Equatable, Sendable {
    /// The run that wrote it.
    package var run: String
    /// Milliseconds since 1970, UTC, when the case was closed.
    package var milliseconds: Int64
    /// The file that it was imported from; nil for runs of this store.
    package var importedFrom: String?

    /// Makes a provenance.
    package init(run: String, milliseconds: Int64, importedFrom: String? = nil) {
      self.run = run
      self.milliseconds = milliseconds
      self.importedFrom = importedFrom
    }
  }

  /// The fingerprint of the incident, 64 hexadecimal digits.
  package var fingerprint: String
  /// Its kind, as of ``/Signals/Signal/Kind``.
  package var kind: String
  /// The rule or type of exception.
  package var rule: String?
  /// What was wrong, one line.
  package var title: String
  /// The file, relative to the project.
  package var path: String?
  /// The functions of the project in which it happened.
  package var functions: [String]
  /// Every attempt, oldest first.
  package var attempts: [Attempt]
  /// What the failed ones taught.
  package var reflections: [Reflection]
  /// What became of it.
  package var outcome: Outcome
  /// Why the case ended.
  package var exitReason: ExitReason
  /// The proven change as a unified diff; empty without one.
  package var patch: String
  /// The identity of that change, 64 hexadecimal digits; empty without one.
  package var changeDigest: String
  /// Where the entry comes from.
  package var provenance: Provenance
  /// The scope that may be told of it: ``MemoryScope/name``; nil for one of a time without scopes, which
  /// is kept and told to nobody.
  package var scope: String?

  /// Makes an entry.
  package init(
    fingerprint: String, kind: String, rule: String?, title: String, path: String? = nil,
    functions: [String] = [], attempts: [Attempt] = [], reflections: [Reflection] = [],
    outcome: Outcome, exitReason: ExitReason, patch: String = "", changeDigest: String = "",
    provenance: Provenance, scope: String? = nil
  ) {
    self.fingerprint = fingerprint
    self.kind = kind
    self.rule = rule
    self.title = title
    self.path = path
    self.functions = functions
    self.attempts = attempts
    self.reflections = reflections
    self.outcome = outcome
    self.exitReason = exitReason
    self.patch = patch
    self.changeDigest = changeDigest
    self.provenance = provenance
    self.scope = scope
  }

  /// Its name: 32 hexadecimal digits of run, incident and origin, so that a resumed run writes one entry.
  package var id: String {
    let origin = provenance.importedFrom == nil ? "own" : "imported"
    let text = "\(provenance.run)\u{0}\(fingerprint)\u{0}\(origin)"
    return String(SHA256.hex(of: Array(text.utf8)).prefix(32))
  }
}

/// What a case looks like to whoever remembers.
package struct MemoryCue: Equatable, Sendable {
  /// The rule or type of exception.
  package var rule: String?
  /// What is wrong, one line.
  package var title: String
  /// The file.
  package var path: String?
  /// The functions of the project in which it happens.
  package var functions: [String]
  /// A run whose entries are not told of; nil for none.
  package var besides: String?
  /// The scopes whose entries may be told; without one nothing is.
  package var scopes: Set<String>

  /// Makes a cue.
  package init(
    rule: String? = nil, title: String, path: String? = nil, functions: [String] = [],
    scopes: Set<String> = []
  ) {
    self.rule = rule
    self.title = title
    self.path = path
    self.functions = functions
    self.scopes = scopes
  }

  /// The cue of a case, told of nothing but what the scopes hold.
  package init(_ healingCase: HealingCase, in scopes: Set<String>) {
    let incident = healingCase.incident
    self.init(
      rule: incident.rule, title: incident.title, path: incident.place?.path,
      functions: incident.functions, scopes: scopes)
  }
}

/// Whose cases are remembered together: those of one repository, or of several that their owner joins.
///
/// What a repository says of itself is no part of it, neither its history nor its remotes: a hostile one
/// can copy both.
package struct MemoryScope: Equatable, Sendable {
  /// What new entries are kept under: the name that the owner gave, or the folder's resolved path.
  package var name: String
  /// The scopes of which a run is told; empty when the model that it asks must not hear of any.
  package var recalled: Set<String>

  /// Makes a scope.
  package init(name: String, recalled: Set<String>) {
    self.name = name
    self.recalled = recalled
  }
}

/// A change that must not be proposed again for an incident.
package struct ReapplicationBar: Codable, Equatable, Sendable {
  /// The fingerprint of the incident.
  package var fingerprint: String
  /// The identity of the change: ``/Patches/ChangeSet/syntaxDigest()``.
  package var changeDigest: String
  /// Why, one sentence.
  package var reason: String
  /// What has to happen before it may be tried again; empty for never.
  package var until: String
  /// Milliseconds since 1970, UTC.
  package var milliseconds: Int64

  /// Makes a bar.
  package init(
    fingerprint: String, changeDigest: String, reason: String, until: String = "",
    milliseconds: Int64
  ) {
    self.fingerprint = fingerprint
    self.changeDigest = changeDigest
    self.reason = reason
    self.until = until
    self.milliseconds = milliseconds
  }
}

package import Autonomy
package import Healing
internal import Judging
internal import Patches
internal import Signals
internal import Text

/// For what a fix counts: the keys of autonomy of one repository under one policy and constitution.
package struct CaseKeys: Sendable {
  /// The repository, as its remote's address or its folder names it.
  package let repository: String
  /// What its owners allow.
  package let policy: AutonomyPolicy
  /// The digest of the judge's articles, which is part of what an actor is.
  package let constitution: String

  /// Keys for a repository.
  package init(repository: String, policy: AutonomyPolicy, constitution: String) {
    self.repository = repository
    self.policy = policy
    self.constitution = constitution
  }

  /// The key of a fix.
  ///
  /// - Parameters:
  ///   - healingCase: what is fixed.
  ///   - actor: ``/Healing/FixActor/name``.
  ///   - version: ``/Healing/FixActor/version``.
  ///   - paths: the paths that it changes; where they are not known yet, those that the signal names
  ///     stand for them.
  /// - Returns: the key.
  package func key(
    for healingCase: HealingCase, actor: String, version: String, paths: [String]? = nil
  ) -> AutonomyKey {
    let rule = Self.rule(of: healingCase)
    let kind = Self.kind(ofActor: actor)
    let named = paths ?? healingCase.signal.places.map(\.path.text)
    let risk = policy.verdict(paths: named, rule: rule, action: kind).limits.risk
    return AutonomyKey(
      repository: repository, signalClass: Self.signalClass(healingCase.incident.kind), rule: rule,
      actorKind: kind, actorVersion: Self.version(version, constitution), riskTier: risk)
  }

  /// What a rule may be called in a key and in an entry: the tool stands in where there is none.
  static func rule(of healingCase: HealingCase) -> String {
    let name = healingCase.incident.rule ?? healingCase.incident.tool
    return String(VisibleText.line(name.isEmpty ? "none" : name).prefix(120))
  }

  /// The four kinds that a policy knows; whatever changes code by a fixed rule is a codemod.
  static func kind(ofActor name: String) -> String {
    ["revert", "config", "model"].first { name == $0 || name.hasPrefix($0 + "-") } ?? "codemod"
  }

  /// 16 hexadecimal digits, enough to tell versions of one actor apart.
  private static func version(_ version: String, _ constitution: String) -> String {
    String(SHA256.hex(of: Array("\(version)\n\(constitution)".utf8)).prefix(16))
  }

  private static func signalClass(_ kind: Signal.Kind) -> String {
    switch kind {
    case .testFailure: "test"
    case .compilerError: "build"
    case .lint: "lint"
    case .finding: "finding"
    case .advisory: "dependency"
    case .stackTrace: "crash"
    case .ciFailure: "ci"
    case .event: "event"
    }
  }
}

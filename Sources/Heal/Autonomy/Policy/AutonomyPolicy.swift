package import Text

/// What the owners of a repository allow: a ceiling over what evidence may earn.
///
/// Where several classes fit a patch, the strictest of each limit counts. Without a policy nobody
/// acts: risk is medium, a person decides.
package struct AutonomyPolicy: Sendable, Equatable {
  /// Limits for whatever fits.
  package struct Limits: Sendable, Equatable, Codable {
    /// The highest level that fixes of the class may have.
    package var ceiling: Level
    /// The risk of a wrong change.
    package var risk: RiskTier
    /// How many people must approve a proposal.
    package var approvals: Int

    /// Limits of their own.
    package init(ceiling: Level, risk: RiskTier, approvals: Int) {
      self.ceiling = ceiling
      self.risk = risk
      self.approvals = approvals
    }

    /// The stricter of each.
    func joined(_ other: Limits) -> Limits {
      Limits(
        ceiling: min(ceiling, other.ceiling), risk: max(risk, other.risk),
        approvals: max(approvals, other.approvals))
    }
  }

  /// Patches of one kind: every list that is not empty must fit.
  package struct Class: Sendable, Equatable {
    /// What it is called in a decision.
    package var name: String
    /// Patterns of paths, one of which a changed path must fit.
    package var paths: [PathPattern]
    /// Patterns of rules' ids.
    package var rules: [PathPattern]
    /// The kinds of actors that the class is about, such as `codemod`; all when empty.
    package var actions: [String]
    /// What holds for them.
    package var limits: Limits

    /// A class with its limits.
    package init(
      name: String, paths: [PathPattern], rules: [PathPattern], actions: [String], limits: Limits
    ) {
      self.name = name
      self.paths = paths
      self.rules = rules
      self.actions = actions
      self.limits = limits
    }

    /// Whether a change of one path, by a rule and a kind of actor, is of this class.
    func fits(path: String, rule: String, action: String) -> Bool {
      (paths.isEmpty || paths.contains { $0.matches(path) })
        && (rules.isEmpty || rules.contains { $0.matches(rule) })
        && (actions.isEmpty || actions.contains(action))
    }
  }

  /// What the policy says about one patch.
  package struct Verdict: Sendable, Equatable, Codable {
    /// The strictest limits of all that fits.
    package var limits: Limits
    /// The names of the classes that fit; `defaults` where none did.
    package var classes: [String]
  }

  /// A flag that somebody signs elsewhere, and by whose key it must be signed.
  package struct HaltFlag: Sendable, Equatable {
    /// The file, as the policy names it.
    package var file: String
    /// The public key, as the policy writes it.
    package var key: String

    /// A flag in a file.
    package init(file: String, key: String) {
      self.file = file
      self.key = key
    }
  }

  /// For what no class fits.
  package var defaults: Limits
  /// In the order of the file.
  package var classes: [Class]
  /// Who is there when.
  package var owners: [Owner]
  /// How many failures of autonomous acts are borne: the standard budget, or a tighter one.
  package var budget: ErrorBudget
  /// The signed flag of the kill switch; nil where none is configured.
  package var haltFlag: HaltFlag?
  /// The branches of a remote that an Actor may write to, by their whole names; none where owners name
  /// none.
  package var actsOn: [String]
  /// Whether owners have written it: what it says of approvals is then meant.
  ///
  /// Without a policy the person who merges a proposal is the one who approves of it.
  package var isWritten = false

  /// A policy; without arguments the one that holds where there is no file.
  package init(
    defaults: Limits = Limits(ceiling: .proposer, risk: .medium, approvals: 1),
    classes: [Class] = [], owners: [Owner] = [], budget: ErrorBudget = ErrorBudget(),
    haltFlag: HaltFlag? = nil, actsOn: [String] = []
  ) {
    self.defaults = defaults
    self.classes = classes
    self.owners = owners
    self.budget = budget
    self.haltFlag = haltFlag
    self.actsOn = actsOn
  }

  /// Judges a patch by every path that it changes; one that changes nothing gets the defaults.
  package func verdict(paths: [String], rule: String, action: String) -> Verdict {
    var limits: Limits?
    var names: Set<String> = []
    for path in paths.isEmpty ? [""] : paths {
      let fitting = classes.filter { $0.fits(path: path, rule: rule, action: action) }
      for found in fitting.isEmpty ? [defaults] : fitting.map(\.limits) {
        limits = limits?.joined(found) ?? found
      }
      names.formUnion(fitting.isEmpty ? ["defaults"] : fitting.map(\.name))
    }
    return Verdict(limits: limits ?? defaults, classes: names.sorted())
  }

  /// The owners who are there at a moment.
  package func present(at moment: Moment) -> [String] {
    owners.filter { $0.hours.contains(moment) }.map(\.name)
  }
}

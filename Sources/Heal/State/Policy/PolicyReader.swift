internal import Audit
internal import Autonomy
internal import Policy
internal import Sandbox
internal import Text
internal import YAML

/// Reads the sections of a policy; mistakes go to the log.
struct PolicyReader {
  let log: ProblemLog

  func policy(_ reader: MappingReader) -> AutonomyPolicy {
    reader.requireSchema("sentinel.autonomy-policy/1")
    let fallback = AutonomyPolicy()
    var policy = AutonomyPolicy(
      defaults: defaults(reader.mapping("defaults"), fallback.defaults),
      classes: classes(reader), owners: owners(reader), budget: budget(reader.mapping("budget")),
      haltFlag: haltFlag(reader.mapping("haltFlag")), actsOn: branches(reader))
    policy.isWritten = true
    reader.finish()
    refuseImpossible(policy, reader)
    return policy
  }

  private func defaults(
    _ reader: MappingReader?, _ fallback: AutonomyPolicy.Limits
  ) -> AutonomyPolicy.Limits {
    guard let reader else { return fallback }
    let limits = AutonomyPolicy.Limits(
      ceiling: reader.choice("ceiling", of: Level.self)?.value ?? fallback.ceiling,
      risk: reader.choice("risk", of: RiskTier.self)?.value ?? fallback.risk,
      approvals: reader.whole("approvals", in: 0...9)?.value ?? fallback.approvals)
    reader.finish()
    return limits
  }

  private func budget(_ reader: MappingReader?) -> ErrorBudget {
    let fallback = ErrorBudget()
    guard let reader else { return fallback }
    let budget = ErrorBudget(
      failures: reader.whole("failures", in: 1...fallback.failures)?.value ?? fallback.failures,
      days: Int64(reader.whole("days", in: 1...Int(fallback.days))?.value ?? Int(fallback.days)))
    reader.finish()
    return budget
  }

  /// Where a relative path would start is nowhere said, so that there is none.
  private func haltFlag(_ reader: MappingReader?) -> AutonomyPolicy.HaltFlag? {
    guard let reader else { return nil }
    let file = reader.requiredText("file")
    let key = reader.requiredText("key")
    if let file, !file.value.hasPrefix("/") {
      log.report(
        file.mark, "\"haltFlag.file\" is \"\(file.value)\", which is not absolute",
        remedy: "write the whole path, from the root on")
    }
    if let key, VerifierKey(key.value) == nil {
      log.report(
        key.mark, "\"haltFlag.key\" is not a verifier key",
        remedy: "write the line that \"sentinel autonomy flag\" has printed with the key")
    }
    reader.finish()
    guard let file, let key else { return nil }
    return AutonomyPolicy.HaltFlag(file: file.value, key: key.value)
  }

  /// Whole names: a pattern could fit a branch that nobody thought of.
  private func branches(_ reader: MappingReader) -> [String] {
    var names: Set<String> = []
    for text in reader.texts("actsOn") {
      let name = text.value
      let isPlain =
        !name.isEmpty && name.utf8.count <= 200
        && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"~^:?*[\\".utf8.contains($0) }
        && !["/", "-", "refs/", "sentinel/"].contains { name.hasPrefix($0) }
      if !isPlain {
        log.report(
          text.mark, "\"actsOn\" has \"\(name)\", which is not a branch that may be acted on",
          remedy: "write the whole name of a branch of people, \"main\" for instance")
      } else if !names.insert(name).inserted {
        log.report(text.mark, "\"actsOn\" has \"\(name)\" twice", remedy: "leave one out")
      }
    }
    return names.sorted()
  }

  private func classes(_ reader: MappingReader) -> [AutonomyPolicy.Class] {
    var names: Set<String> = ["defaults"]
    return reader.mappings("classes").compactMap { reader in
      let name = reader.requiredText("name")
      if let name, !names.insert(name.value).inserted {
        log.report(
          name.mark, "there is a class \"\(name.value)\" already", remedy: "give it another name")
      }
      let found = AutonomyPolicy.Class(
        name: name?.value ?? "", paths: globs(reader, "paths"), rules: globs(reader, "rules"),
        actions: actions(reader), limits: limits(reader))
      reader.finish()
      if found.paths.isEmpty && found.rules.isEmpty && found.actions.isEmpty {
        log.report(
          reader.mark, "the class fits everything",
          remedy: "write paths, rules or actions, or use defaults")
      }
      return name == nil ? nil : found
    }
  }

  /// A class says all three: what it leaves out would be a guess.
  private func limits(_ reader: MappingReader) -> AutonomyPolicy.Limits {
    for key in ["ceiling", "risk", "approvals"] where reader.mark(of: key) == nil {
      reader.reportMissing(key)
    }
    return AutonomyPolicy.Limits(
      ceiling: reader.choice("ceiling", of: Level.self)?.value ?? .observer,
      risk: reader.choice("risk", of: RiskTier.self)?.value ?? .high,
      approvals: reader.whole("approvals", in: 0...9)?.value ?? 9)
  }

  private func globs(_ reader: MappingReader, _ key: String) -> [PathPattern] {
    reader.texts(key).map { text in
      if text.value.isEmpty || text.value.hasPrefix("./") {
        log.report(
          text.mark, "\"\(text.value)\" fits no path of a repository",
          remedy: "write it as in a file of code owners: src/**, /docs/ or *.py")
      }
      return PathPattern(text.value)
    }
  }

  private static let actorKinds = ["codemod", "revert", "config", "model"]

  private func actions(_ reader: MappingReader) -> [String] {
    reader.texts("actions").map { text in
      if !Self.actorKinds.contains(text.value) {
        log.report(
          text.mark, "unknown kind of actor \"\(text.value)\"",
          remedy: Suggestion.remedy(for: text.value, in: Self.actorKinds))
      }
      return text.value
    }
  }

  private func owners(_ reader: MappingReader) -> [Owner] {
    reader.mappings("owners").compactMap { reader in
      let name = reader.requiredText("name")?.value
      let days = days(reader)
      let from = time(reader, "from", most: 1_439) ?? 0
      let to = time(reader, "to", most: 1_440) ?? 0
      let offset = reader.requiredText("offset").flatMap(offset) ?? 0
      if from >= to, let mark = reader.mark(of: "to"), reader.mark(of: "from") != nil {
        log.report(mark, "the hours end before they begin", remedy: "write a later time")
      }
      reader.finish()
      let hours = WorkingHours(days: days, fromMinute: from, toMinute: to, offsetMinutes: offset)
      return name.map { Owner(name: $0, hours: hours) }
    }
  }

  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  private func days(_ reader: MappingReader) -> Set<Int> {
    if reader.mark(of: "days") == nil { reader.reportMissing("days") }
    var days: Set<Int> = []
    for text in reader.texts("days") {
      guard let index = Self.weekdays.firstIndex(of: text.value) else {
        log.report(
          text.mark, "unknown day \"\(text.value)\"",
          remedy: Suggestion.remedy(for: text.value, in: Self.weekdays))
        continue
      }
      days.insert(index + 1)
    }
    return days
  }

  /// `HH:MM` as minutes of the day.
  private func time(_ reader: MappingReader, _ key: String, most: Int) -> Int? {
    guard let text = reader.requiredText(key) else { return nil }
    if let minutes = Self.minutes(text.value[...]), minutes <= most { return minutes }
    log.report(
      text.mark, "\"\(reader.path(key))\" is \"\(text.value)\"",
      remedy: "write \"09:00\" for instance")
    return nil
  }

  /// `+HH:MM` or `-HH:MM`, at most fourteen hours.
  private func offset(_ text: Located<String>) -> Int? {
    let sign = text.value.first
    if sign == "+" || sign == "-", let minutes = Self.minutes(text.value.dropFirst()),
      minutes <= 840
    {
      return sign == "-" ? -minutes : minutes
    }
    log.report(
      text.mark, "\"offset\" is \"\(text.value)\"",
      remedy: "write what the clock there is ahead of UTC, \"+01:00\" for instance")
    return nil
  }

  private static func minutes(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2,
      parts.allSatisfy({ $0.utf8.count == 2 && $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      let hours = Int(parts[0]), let minutes = Int(parts[1]), hours <= 24, minutes < 60
    else { return nil }
    return hours * 60 + minutes
  }

  /// Whoever may act needs low risk and somebody who is there.
  private func refuseImpossible(_ policy: AutonomyPolicy, _ reader: MappingReader) {
    for found in policy.classes
    where found.limits.ceiling == .actor
      && (found.limits.risk != .low || found.limits.approvals > 0)
    {
      log.report(
        reader.mark(of: "classes") ?? reader.mark,
        "class \"\(found.name)\" has the ceiling actor, but its risk or approvals forbid acting",
        remedy: "write risk: low and approvals: 0, or ceiling: proposer")
    }
    let defaults = policy.defaults
    if defaults.ceiling == .actor && (defaults.risk != .low || defaults.approvals > 0) {
      log.report(
        reader.mark(of: "defaults") ?? reader.mark,
        "defaults have the ceiling actor, but their risk or approvals forbid acting",
        remedy: "write risk: low and approvals: 0, or ceiling: proposer")
    }
    let canAct = (policy.classes.map(\.limits) + [defaults]).contains { $0.ceiling == .actor }
    if !canAct, let mark = reader.mark(of: "actsOn") {
      log.report(
        mark, "\"actsOn\" names branches, but nothing has the ceiling actor",
        remedy: "write ceiling: actor where it is meant, or leave actsOn out")
    }
    if canAct && policy.owners.isEmpty {
      log.report(
        reader.mark, "something may be done without a person, but nobody looks after it",
        remedy: "write owners with their hours")
    }
  }
}

package import Egress
package import Policy
internal import YAML

/// A profile that adds what was learnt from a run to the profile that it ran under.
package struct LearnedProfile: Sendable {
  /// The reference by which the user named the profile.
  private let reference: String
  private let base: EffectiveProfile
  private let name: String

  /// Prepares a text; refuses profiles whose heirs may reach no more than they do.
  ///
  /// The name is that of the file it will be in, where that can be a profile's, else `learned`.
  package init(of reference: String, base: EffectiveProfile, file: String?) throws(Refusal) {
    let keys = base.final.map(\.value)
    let held = ["network", "network.rules"] + (base.networkMode < .egress ? ["network.mode"] : [])
    if let key = keys.first(where: held.contains) {
      throw Refusal(
        "profile \(base.name) makes \(key) final, so nothing can be added to what it reaches",
        remedy: "learn under another profile, such as build or scanner-online")
    }
    let last = file?.split(separator: "/").last.map(String.init) ?? ""
    let stem = last.hasSuffix(".yaml") ? String(last.dropLast(5)) : ""
    self.reference = reference
    self.base = base
    name = Profile.isName(stem) && stem != reference ? stem : "learned"
  }

  /// The rules of the profile itself.
  package var rules: [EgressRule] { base.networkRules.compactMap { try? EgressRule($0) } }

  /// The profile's text, each rule under a comment that says what it is for.
  ///
  /// What is named by its name is inherited from; a file cannot be, so all of it stands in the text.
  package func text(_ learned: LearnedRules, of command: [String]) -> String {
    let shown = CappedText.visible(command.joined(separator: " ").utf8, limit: 100)
    let head = "# What a run of a command was seen to need. Look at every rule before you use it.\n"
    let summary = "What \(shown) needs of the network, as far as one run showed it."
    guard Profile.isName(reference) else {
      var whole = base
      whole.name = name
      whole.summary = summary
      whole.networkMode = .egress
      whole.networkRules = NetworkRulesReader.numbered(base.networkRules + learned.rules)
      return head + whole.render()
    }
    var text = YAMLText()
    text.scalar("schema", Profile.schema)
    text.scalar("name", name)
    text.scalar("summary", summary)
    text.scalar("inherits", reference)
    text.section("network")
    text.scalar("mode", NetworkMode.egress.rawValue, depth: 1)
    let rules = learned.proposals.map { proposal in
      // The comment is of one line: everything in it is escaped, and cut here.
      let reason = CappedText.visible(proposal.reason.utf8, limit: 400)
      return "    # \(reason)\n    - \(NetworkRulesReader.line(proposal.rule))\n"
    }
    return head + text.text + "  rules:\n" + rules.joined()
  }
}

extension NetworkMode: Comparable {
  /// From nothing to everything.
  package static func < (left: Self, right: Self) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}

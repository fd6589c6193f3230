import Egress
import Sandbox

/// What a run under `sentinel profile learn` showed: schema `sentinel.profile-learn/1`.
///
/// The property names are the JSON keys; absent optionals are left out.
struct LearnReport: Encodable {
  /// How the command ended.
  struct Run: Encodable {
    var command: [String]
    var status: RunResult.Status
    var exitCode: Int32
    var reason: String?
    var remedy: String?
    var level: RunResult.Level
    var missing: [MissingLayer]
  }

  /// Always `sentinel.profile-learn/1`.
  let schema = "sentinel.profile-learn/1"
  /// The profile whose rules were in force.
  let profile: String
  /// Whether what no rule allows could leave.
  let letThrough: Bool
  /// Addresses that are not global and could be reached then.
  let letThroughTo: [String]
  /// Whether connections to every port were seen.
  let sawEveryPort: Bool
  /// The ports whose connections were seen, where those to every port were not.
  let ports: String?
  /// The rules, each with what it is for.
  let rules: [LearnedRules.Proposal]
  /// What was asked for and is in no rule.
  let leftOut: [LearnedRules.LeftOut]
  /// Why something may be missing.
  let gaps: [String]
  /// The run.
  let run: Run
  /// The proposed profile; absent when nothing is proposed.
  let text: String?

  init(_ result: RunResult, learned: LearnedProfile, learning: NetworkLearning) {
    let found = LearnedRules(records: result.egress, rules: learned.rules)
    profile = result.profile
    letThrough = learning.letsThrough
    letThroughTo = learning.addresses
    sawEveryPort = result.egressTotals?.sawEveryPort == true
    rules = found.proposals
    leftOut = found.leftOut
    run = Run(
      command: result.command, status: result.status, exitCode: result.exitCode,
      reason: result.reason, remedy: result.remedy, level: result.level, missing: result.missing)
    var gaps = found.gaps + result.observedRun.gaps
    let watched = NetworkLearning.ports.union(
      learned.rules.reduce(PortSet.none) { $1.verdict == .allow ? $0.union($1.ports) : $0 })
    if sawEveryPort {
      ports = nil
    } else {
      ports = watched.description
      gaps.append("this kernel leads no port to the watcher but these: \(watched)")
    }
    self.gaps = gaps
    text = found.proposals.isEmpty ? nil : learned.text(found, of: result.command)
  }

  /// What the command exits with.
  var code: Int32 {
    if [.refused, .setupFailed].contains(run.status), run.exitCode == 125 { return 5 }
    if !gaps.isEmpty { return 3 }
    return rules.isEmpty ? 4 : 0
  }

  /// The report for people.
  var lines: [String] {
    guard code != 5 else {
      return [run.reason ?? "the sandbox is unavailable"] + (run.remedy.map { [$0] } ?? [])
    }
    var lines = rules.flatMap { proposal in
      let ports = proposal.rule.ports.map { ":\($0)" } ?? ""
      return ["+ \(proposal.rule.target)\(ports)  \(proposal.reason)"]
        + proposal.warnings.map { "  warning: \($0)" }
    }
    for item in leftOut {
      lines.append("- \(item.name)\(item.port.map { ":\($0)" } ?? "")  left out: \(item.reason)")
    }
    for gap in gaps { lines.append("? \(gap)") }
    if run.level == .reduced, !run.missing.isEmpty {
      lines.append("ran without: \(run.missing.map(\.layer).joined(separator: ", "))")
    }
    let end = run.reason ?? "it exited with \(run.exitCode)"
    lines.append("the command: \(end)")
    lines.append(
      letThrough
        ? "what it asked for could leave; look at every rule before you use it"
        : "nothing of this left the sandbox; with --let-through the command gets further")
    return lines
  }
}

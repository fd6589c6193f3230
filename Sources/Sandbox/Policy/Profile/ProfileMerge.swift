internal import Egress
internal import YAML

/// Lays a profile over what it inherits.
struct ProfileMerge {
  let groups: SyscallGroups
  let log: ProblemLog

  /// Merges one heir; what the parent marked final and the heir loosened is reported.
  func merge(_ child: Profile, over parent: EffectiveProfile) -> EffectiveProfile {
    var merged = parent
    merged.name = child.name
    merged.summary = child.summary
    mergeFilesystem(child.filesystem, into: &merged.filesystem)
    merged.workspace.mode = child.workspace.mode ?? parent.workspace.mode
    merged.workspace.execute = child.workspace.execute ?? parent.workspace.execute
    merged.workspace.protect = union(parent.workspace.protect, child.workspace.protect)
    merged.networkMode = child.networkMode ?? parent.networkMode
    merged.networkRules = NetworkRulesReader.numbered(parent.networkRules + child.networkRules)
    mergeGrants(child, into: &merged)
    merged.networkLimits.merge(child.networkLimits) { $1 }
    mergeSyscalls(child.syscalls, into: &merged.syscalls)
    mergeLimits(child.limits, into: &merged.limits)
    merged.environment.pass = union(parent.environment.pass, child.environment.pass)
    merged.environment.set.merge(child.environment.set) { $1 }
    mergeIdentity(child.identity, into: &merged.identity)
    merged.terminal = child.terminal ?? parent.terminal
    refuseLoosening(merged, of: parent, by: child)
    merged.final += child.final.filter { key in !parent.final.contains { $0.value == key.value } }
    return merged
  }

  private func refuseLoosening(
    _ merged: EffectiveProfile, of parent: EffectiveProfile, by child: Profile
  ) {
    var reported: Set<String> = []
    for final in parent.final {
      for key in FinalKey.covered(by: final.value) where !reported.contains(key.name) {
        guard let loosened = key.loosened(parent, merged) else { continue }
        reported.insert(key.name)
        log.report(
          child.mark(of: key.name),
          "\(loosened), but \"\(final.value)\" is final since \(final.mark)",
          remedy: "tighten it, remove it, or inherit from another profile")
      }
    }
  }

  /// A grant of the heir takes the place of its parent's of the same name; rules must find theirs.
  private func mergeGrants(_ child: Profile, into merged: inout EffectiveProfile) {
    let names = Set(child.networkGrants.map(\.name))
    merged.networkGrants =
      merged.networkGrants.filter { !names.contains($0.name) } + child.networkGrants
    for rule in merged.networkRules {
      guard let name = rule.grant else { continue }
      let target = (try? HostName(parsing: rule.target))?.text
      guard let grant = merged.networkGrants.first(where: { $0.name == name }) else {
        log.report(
          child.mark(of: "network.rules"), "\(rule.id) names the grant \(name), which there is not",
          remedy: "write it under network.grants")
        continue
      }
      let hosts = grant.hosts.compactMap { (try? HostName(parsing: $0))?.text }
      guard target == nil || !hosts.contains(target ?? "") else { continue }
      log.report(
        child.mark(of: "network.rules"),
        "\(rule.id) is for \(rule.target), to which the grant \(name) is not given",
        remedy: "add the name to the hosts of the grant, or use another grant")
    }
  }

  private func union(_ parent: [String], _ child: [Located<String>]) -> [String] {
    Set(parent).union(child.map(\.value)).sorted()
  }

  private func mergeFilesystem(
    _ child: Profile.Filesystem, into merged: inout EffectiveProfile.Filesystem
  ) {
    var mounts = Dictionary(merged.mounts.map { ($0.target, $0) }, uniquingKeysWith: { $1 })
    for mount in child.mounts {
      mounts[mount.value.target] = mount.value.access == .hidden ? nil : mount.value
    }
    merged.mounts = mounts.values.sorted { $0.target < $1.target }
    var temporaries = Dictionary(
      merged.temporaries.map { ($0.target, $0) }, uniquingKeysWith: { $1 })
    for mount in child.temporaries { temporaries[mount.value.target] = mount.value }
    merged.temporaries = temporaries.values.sorted { $0.target < $1.target }
    merged.toolchains = child.toolchains ?? merged.toolchains
    merged.masks = union(merged.masks, child.masks)
    merged.proc = child.proc ?? merged.proc
  }

  private func mergeSyscalls(
    _ child: Profile.Syscalls, into merged: inout EffectiveProfile.Syscalls
  ) {
    let allowed = Set(child.allow.flatMap { groups.calls(for: $0, log: log) })
    let denied = Set(child.deny.flatMap { groups.calls(for: $0, log: log) })
    merged.allow = allowed.union(merged.allow).subtracting(denied).sorted()
    merged.denied = denied.union(merged.denied).sorted()
    // A condition replaces what was inherited for the same argument under the same premise; within
    // one text all hold.
    let written = child.conditions.map(\.value)
    let replaced = Set(written.map { ConditionKey($0) })
    let kept = merged.conditions.filter { !replaced.contains(ConditionKey($0)) }
    merged.conditions = (kept + written).sortedForRendering()
    for answer in child.answers { merged.answers[answer.value.call] = answer.value.answer }
    merged.listener = child.listener ?? merged.listener
  }

  private func mergeLimits(_ child: Profile.WrittenLimits, into merged: inout Limits) {
    merged.memory = child.memory ?? merged.memory
    merged.milliCPUs = child.milliCPUs ?? merged.milliCPUs
    merged.pids = child.pids ?? merged.pids
    merged.disk = child.disk ?? merged.disk
    merged.wall = child.wall ?? merged.wall
    merged.cpuTime = child.cpuTime ?? merged.cpuTime
    merged.output = child.output ?? merged.output
    merged.openFiles = child.openFiles ?? merged.openFiles
    merged.fileSize = child.fileSize ?? merged.fileSize
    merged.io = child.io ?? merged.io
  }

  private func mergeIdentity(_ child: Profile.WrittenIdentity, into merged: inout Identity) {
    merged.uid = child.uid ?? merged.uid
    merged.gid = child.gid ?? merged.gid
    merged.user = child.user ?? merged.user
    merged.hostname = child.hostname ?? merged.hostname
  }
}

/// What makes a condition replace another.
private struct ConditionKey: Hashable {
  var call: String
  var argument: Int
  var premise: ArgumentCondition.Premise?

  init(_ condition: ArgumentCondition) {
    (call, argument, premise) = (condition.call, condition.argument, condition.premise)
  }
}

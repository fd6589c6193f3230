internal import Egress

/// A key that a profile can mark final, and what loosening it means.
struct FinalKey: Sendable {
  /// The full name, such as `network.mode`.
  let name: String

  /// What the heir loosened, as the start of a sentence; nothing if it only tightened.
  let loosened: @Sendable (_ parent: EffectiveProfile, _ heir: EffectiveProfile) -> String?

  /// Every name that may be written: keys and whole sections.
  static let names: [String] = (all.map(\.name) + all.map(\.section)).uniqued().sorted()

  /// The keys that a written name covers.
  static func covered(by name: String) -> [FinalKey] {
    all.filter { $0.name == name || $0.section == name }
  }

  private var section: String { String(name.prefix { $0 != "." }) }

  private static let all: [FinalKey] =
    [
      FinalKey(name: "filesystem.mounts", loosened: loosenedMounts),
      FinalKey(name: "filesystem.tmpfs", loosened: loosenedTemporaries),
      // Masks are only ever added to.
      FinalKey(name: "filesystem.masks") { _, _ in nil },
      ordered("filesystem.toolchains", \.filesystem.toolchains.rank),
      ordered("filesystem.proc", \.filesystem.proc.rank),
      ordered("workspace.mode", \.workspace.mode.rank),
      // Names are only ever added to.
      FinalKey(name: "workspace.protect") { _, _ in nil },
      ordered("workspace.execute", \.workspace.execute.rank),
      ordered("network.mode", \.networkMode.rank),
      FinalKey(name: "network.rules") { parent, heir in
        // What was inherited stands first; only what follows can add.
        let added = heir.networkRules.dropFirst(parent.networkRules.count)
          .filter { $0.verdict != "deny" }
        return listed(added.map(\.target), "network.rules")
      },
      FinalKey(name: "network.grants") { parent, heir in
        let added = heir.networkGrants.filter { !parent.networkGrants.contains($0) }
        return listed(added.map(\.name), "network.grants")
      },
      FinalKey(name: "network.limits") { parent, heir in
        let looser = EgressLimit.allCases.filter {
          heir.egressLimits[$0] > parent.egressLimits[$0]
        }
        return looser.first.map { "\"network.limits.\($0.rawValue)\" is looser than inherited" }
      },
      FinalKey(name: "syscalls.allow") { parent, heir in
        let added = Set(heir.syscalls.allow).subtracting(parent.syscalls.allow).sorted()
        return listed(added, "syscalls.allow")
      },
      FinalKey(name: "syscalls.deny") { parent, heir in
        let added = Set(heir.syscalls.allow).intersection(parent.syscalls.denied)
          .subtracting(parent.syscalls.allow).sorted()
        return listed(added, "syscalls.allow")
      },
      FinalKey(name: "syscalls.arguments", loosened: loosenedConditions),
      fixed("syscalls.answers", \.syscalls.answers),
      ordered("syscalls.listener", \.syscalls.listener.rank),
      FinalKey(name: "environment.pass") { parent, heir in
        let added = Set(heir.environment.pass).subtracting(parent.environment.pass).sorted()
        return listed(added, "environment.pass")
      },
      fixed("environment.set", \.environment.set),
      fixed("identity.uid", \.identity.uid), fixed("identity.gid", \.identity.gid),
      fixed("identity.user", \.identity.user), fixed("identity.hostname", \.identity.hostname),
      ordered("terminal", \.terminal.rank),
    ] + limits

  private static let limits: [FinalKey] = [
    ordered("limits.memory", \.limits.memory), ordered("limits.cpus", \.limits.milliCPUs),
    ordered("limits.pids", \.limits.pids), ordered("limits.disk", \.limits.disk),
    ordered("limits.wall", \.limits.wall), ordered("limits.cpuTime", \.limits.cpuTime),
    ordered("limits.output", \.limits.output), ordered("limits.openFiles", \.limits.openFiles),
    ordered("limits.fileSize", \.limits.fileSize), ordered("limits.io", \.limits.highestIO),
  ]

  /// A key whose smaller value is the tighter one.
  private static func ordered<Value: Comparable & SendableMetatype>(
    _ name: String, _ value: any KeyPath<EffectiveProfile, Value> & Sendable
  ) -> FinalKey {
    FinalKey(name: name) { parent, heir in
      heir[keyPath: value] > parent[keyPath: value] ? "\"\(name)\" is looser than inherited" : nil
    }
  }

  /// A key without an order: any change is refused.
  private static func fixed<Value: Equatable & SendableMetatype>(
    _ name: String, _ value: any KeyPath<EffectiveProfile, Value> & Sendable
  ) -> FinalKey {
    FinalKey(name: name) { parent, heir in
      heir[keyPath: value] != parent[keyPath: value] ? "\"\(name)\" is changed" : nil
    }
  }

  private static func listed(_ added: [String], _ key: String) -> String? {
    guard let first = added.first else { return nil }
    let more = added.count > 1 ? " and \(added.count - 1) more" : ""
    return "\"\(key)\" adds \(first)\(more)"
  }
}

extension FinalKey {
  private static let loosenedMounts = {
    @Sendable (parent: EffectiveProfile, heir: EffectiveProfile) -> String? in
    for mount in heir.filesystem.mounts {
      guard let old = parent.filesystem.mounts.first(where: { $0.target == mount.target }) else {
        return "\"filesystem.mounts\" adds \(mount.target)"
      }
      if mount.source != old.source {
        return "\"filesystem.mounts\" changes what lies at \(mount.target)"
      }
      if mount.access == .readWrite && old.access != .readWrite || mount.execute && !old.execute {
        return "\"filesystem.mounts\" opens \(mount.target) further"
      }
    }
    return nil
  }

  private static let loosenedTemporaries = {
    @Sendable (parent: EffectiveProfile, heir: EffectiveProfile) -> String? in
    for mount in heir.filesystem.temporaries {
      let old = parent.filesystem.temporaries.first { $0.target == mount.target }
      guard let old else { return "\"filesystem.tmpfs\" adds \(mount.target)" }
      if mount.size > old.size || mount.inodes > old.inodes || mount.execute && !old.execute {
        return "\"filesystem.tmpfs\" opens \(mount.target) further"
      }
    }
    return nil
  }

  private static let loosenedConditions = {
    @Sendable (parent: EffectiveProfile, heir: EffectiveProfile) -> String? in
    for old in parent.syscalls.conditions {
      let same = heir.syscalls.conditions.filter {
        $0.call == old.call && $0.argument == old.argument
          && ($0.premise == nil || $0.premise == old.premise)
      }
      let accepted = same.reduce(CubeSet.everything) { $0.intersection(CubeSet($1)) }
      if !accepted.subtracting(CubeSet(old)).isEmpty {
        return "\"syscalls.arguments\" accepts more in argument \(old.argument) of \(old.call)"
      }
    }
    return nil
  }
}

extension Bool {
  /// True is looser than false.
  fileprivate var rank: Int { self ? 1 : 0 }
}

extension RawRepresentable where Self: CaseIterable & Equatable {
  /// The place in the order of the cases, which run from tight to loose.
  fileprivate var rank: Int { Self.allCases.enumerated().first { $1 == self }?.offset ?? 0 }
}

extension [String] {
  /// Without repetitions.
  fileprivate func uniqued() -> [String] { Array(Set(self)) }
}

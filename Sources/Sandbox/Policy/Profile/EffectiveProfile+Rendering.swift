internal import Egress
internal import Text
internal import YAML

extension EffectiveProfile {
  /// The merged profile as a profile text of its own, without a parent.
  ///
  /// Reading the text yields an equal profile, except that `final` keys name their new places.
  package func render() -> String {
    var text = YAMLText()
    text.scalar("schema", Profile.schema)
    text.scalar("name", name)
    text.scalar("summary", summary)
    text.list("final", final.map(\.value))
    renderFilesystem(into: &text)
    text.section("workspace")
    text.scalar("mode", workspace.mode.rawValue, depth: 1)
    text.list("protect", workspace.protect, depth: 1)
    text.scalar("execute", "\(workspace.execute)", depth: 1)
    text.section("network")
    text.scalar("mode", networkMode.rawValue, depth: 1)
    text.lines("grants", networkGrants.map(NetworkGrantsReader.line))
    text.lines("rules", networkRules.map(NetworkRulesReader.line))
    let bounds = networkLimits.sorted { $0.key.rawValue < $1.key.rawValue }
    text.pairs(
      "limits", bounds.map { ($0.key.rawValue, NetworkRulesReader.text($0.value, $0.key)) },
      depth: 1)
    renderSyscalls(into: &text)
    renderLimits(into: &text)
    text.section("environment")
    text.list("pass", environment.pass, depth: 1)
    text.pairs("set", environment.set.sorted { $0.key < $1.key }, depth: 1)
    text.section("identity")
    text.scalar("uid", "\(identity.uid)", depth: 1)
    text.scalar("gid", "\(identity.gid)", depth: 1)
    text.scalar("user", identity.user, depth: 1)
    text.scalar("hostname", identity.hostname, depth: 1)
    text.scalar("terminal", terminal.rawValue)
    return text.text
  }

  /// The canonical serialisation: equal profiles have equal bytes, and only they.
  package var bytes: [UInt8] { Array(render().utf8) }

  /// The SHA-256 of the canonical serialisation.
  package var digest: [UInt8] { SHA256.digest(of: bytes) }

  private func renderFilesystem(into text: inout YAMLText) {
    text.section("filesystem")
    text.flows(
      "mounts",
      filesystem.mounts.map {
        [
          ("source", $0.source), ("target", $0.target), ("access", $0.access.rawValue),
          ("execute", "\($0.execute)"), ("optional", "\($0.isOptional)"),
        ]
      })
    text.scalar("toolchains", filesystem.toolchains.rawValue, depth: 1)
    text.flows(
      "tmpfs",
      filesystem.temporaries.map {
        [
          ("target", $0.target), ("size", $0.size.description), ("inodes", "\($0.inodes)"),
          ("execute", "\($0.execute)"),
        ]
      })
    text.list("masks", filesystem.masks, depth: 1)
    text.scalar("proc", "\(filesystem.proc)", depth: 1)
  }

  private func renderSyscalls(into text: inout YAMLText) {
    text.section("syscalls")
    text.list("allow", syscalls.allow, depth: 1)
    let allowed = Set(syscalls.denied.isEmpty ? [] : syscalls.allow)
    text.list("deny", syscalls.denied.filter { !allowed.contains($0) }, depth: 1)
    text.lines("arguments", syscalls.conditions.map(\.description))
    text.flows(
      "answers",
      syscalls.answers.sorted { $0.key < $1.key }.map {
        [("call", $0.key), ("errno", $0.value.rawValue)]
      })
    text.scalar("listener", syscalls.listener.rawValue, depth: 1)
  }

  private func renderLimits(into text: inout YAMLText) {
    text.section("limits")
    text.scalar("memory", limits.memory.description, depth: 1)
    let places = String(1000 + limits.milliCPUs % 1000).dropFirst()
    text.scalar("cpus", "\(limits.milliCPUs / 1000).\(places)", depth: 1)
    text.scalar("pids", "\(limits.pids)", depth: 1)
    text.scalar("disk", limits.disk.description, depth: 1)
    text.scalar("wall", limits.wall.description, depth: 1)
    text.scalar("cpuTime", limits.cpuTime.description, depth: 1)
    text.scalar("output", limits.output.description, depth: 1)
    text.scalar("openFiles", "\(limits.openFiles)", depth: 1)
    text.scalar("fileSize", limits.fileSize.description, depth: 1)
    if let io = limits.io { text.scalar("io", io.description, depth: 1) }
  }
}

internal import YAML

/// Reads the `filesystem` section, whose paths end up in mount calls.
struct ProfilePaths {
  private let reader: MappingReader

  init(_ reader: MappingReader) { self.reader = reader }

  /// Reads all keys of the section.
  func read() -> Profile.Filesystem {
    var filesystem = Profile.Filesystem()
    filesystem.mounts = reader.list("mounts").compactMap { mount($0) }
    filesystem.toolchains = reader.choice("toolchains", of: Toolchains.self)?.value
    filesystem.temporaries = reader.mappings("tmpfs").compactMap { temporary($0) }
    filesystem.masks = reader.texts("masks").filter { isPath($0, mayGlob: false) }
    filesystem.proc = reader.boolean("proc")?.value
    reader.finish()
    return filesystem
  }

  /// Reads one mount; a bare path is an optional read-only tree without programs.
  private func mount(_ node: YAMLNode) -> Located<Mount>? {
    if case .scalar(let path, _) = node.content {
      guard isPath(Located(path, at: node.mark), mayGlob: true) else { return nil }
      guard isTarget(Located(path, at: node.mark)) else { return nil }
      let mount = Mount(
        source: path, target: path, access: .readOnly, execute: false, isOptional: true)
      return Located(mount, at: node.mark)
    }
    guard let entry = MappingReader(node, name: "filesystem.mounts", log: reader.log) else {
      return nil
    }
    let source = entry.requiredText("source")
    let target = entry.text("target") ?? source
    let access = entry.choice("access", of: MountAccess.self)?.value ?? .readOnly
    let execute = entry.boolean("execute")?.value ?? false
    let isOptional = entry.boolean("optional")?.value ?? false
    entry.finish()
    guard let source, let target, isPath(source, mayGlob: source.value == target.value) else {
      return nil
    }
    guard source.value == target.value || isPath(target, mayGlob: false), isTarget(target) else {
      return nil
    }
    let mount = Mount(
      source: source.value, target: target.value, access: access, execute: execute,
      isOptional: isOptional)
    return Located(mount, at: node.mark)
  }

  private func temporary(_ entry: MappingReader) -> Located<TemporaryMount>? {
    let target = entry.requiredText("target")
    let size = entry.size("size")
    if entry.mark(of: "size") == nil { entry.reportMissing("size") }
    let inodes = entry.whole("inodes", in: 1...16_777_216)
    if entry.mark(of: "inodes") == nil { entry.reportMissing("inodes") }
    let execute = entry.boolean("execute")?.value ?? false
    entry.finish()
    guard let target, isPath(target, mayGlob: false), isTarget(target), let size, let inodes else {
      return nil
    }
    let mount = TemporaryMount(
      target: target.value, size: size.value, inodes: inodes.value, execute: execute)
    return Located(mount, at: entry.mark)
  }

  /// Whether a path is absolute and in its simplest form; reports it otherwise.
  private func isPath(_ path: Located<String>, mayGlob: Bool) -> Bool {
    let parts = path.value.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    let isAbsolute = path.value.hasPrefix("/") && path.value.utf8.count < 4096
    if !isAbsolute || parts.contains(where: { ["", ".", ".."].contains($0) }) {
      reader.log.report(
        path.mark, "\"\(path.value)\" is not a simple absolute path",
        remedy: "write it from / without empty, . or .. parts")
      return false
    }
    let globs = parts.filter { $0.contains("*") || $0.contains("?") || $0.contains("[") }
    guard !globs.isEmpty else { return true }
    let isLast = globs.count == 1 && parts.last == globs.first
    let isStar = globs.allSatisfy { !$0.contains("?") && !$0.contains("[") && $0 != "*" }
    if mayGlob, isLast, isStar { return true }
    reader.log.report(
      path.mark, "\"\(path.value)\" has a pattern that is not read",
      remedy: "write * only within the last part, and only where source and target are the same")
    return false
  }

  /// Whether something may be mounted there; reports it otherwise.
  private func isTarget(_ target: Located<String>) -> Bool {
    let reserved = ["/proc", "/sys", "/dev"]
    let isReserved = reserved.contains { target.value == $0 || target.value.hasPrefix($0 + "/") }
    guard isReserved, target.value != "/dev/shm" else { return true }
    reader.log.report(
      target.mark, "\"\(target.value)\" lies in a tree that the sandbox makes itself",
      remedy: "mount it elsewhere")
    return false
  }
}

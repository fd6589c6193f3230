internal import CKernel
internal import Glibc
internal import Kernel
internal import Policy
internal import YAML

/// Turns a profile's file-system section and the workspace into the launcher's steps, in order.
struct MountPlanner {
  let request: RunRequest
  let host: HostFacts
  let mounts: HostMounts
  let paths: PathLookups
  let toolchains: ToolchainFinder.Found
  /// The disk folder of the upper layer, where memory cannot hold one.
  let upper: BytePath?
  /// The workspace's copy, where it needs one.
  var copy: BytePath?
  /// The authority of the run, where it has one.
  var certificates: RunCertificates?

  /// Parents before children; what covers something comes after what it covers.
  func steps() throws -> [MountStep] {
    let own = try SentinelFolders(host, mounts: mounts, paths: paths)
    let below = { (folder: BytePath) in mounts.below(folder).filter { !own.hold($0) } }
    let toolchains = toolchainSteps().filter { !own.hold($0.source) }
    var steps = networkSteps() + apart(systemSteps() + toolchains, below: below)
    steps += temporarySteps() + identitySteps()
    steps.append(MountStep(kind: .devices, target: "/dev"))
    if request.profile.filesystem.proc {
      steps.append(MountStep(kind: .proc, target: "/proc"))
      steps += request.profile.filesystem.masks.map { BytePath($0) }.filter(needsMask).map(mask)
    }
    let extra = request.extraMounts + scanners()
    steps += apart(extra.map(extraStep), below: below)
    if let workspace = request.workspace {
      steps += try workspaceSteps(workspace, below: below(workspace))
    }
    steps += try own.covers(
      for: steps.map(original), granted: extra.filter(\.isOwn).map(\.source))
    steps.append(directory(home))
    return ordered(copyingSmallFiles(steps))
  }

  /// What is written to a copy of the workspace gets to the workspace itself.
  private func original(_ step: MountStep) -> MountStep {
    guard let workspace = request.workspace, step.source == copy else { return step }
    var original = step
    original.source = workspace
    return original
  }

  /// Folders that the host goes on to use, each through an overlay of the sandbox's own.
  ///
  /// A bind would share its inodes: a socket that somebody makes there later could be connected to, a
  /// watch (inotify) would tell what the host opens there, and so which programs it runs.
  private func apart(
    _ steps: [MountStep], below points: (BytePath) -> [BytePath]
  ) -> [MountStep] {
    steps.flatMap { step in
      guard step.kind == .bind, step.isReadOnly,
        paths.status(of: step.source)?.kind == .directory
      else { return [step] }
      var folder = step
      folder.kind = .overlay
      return [folder] + nestedSteps(points(step.source), in: step)
    }
  }

  /// The system's small settings that everybody may read, as copies: cheaper than mounts, and their
  /// locks are nobody else's.
  ///
  /// Only where nothing of the host is mounted above: there a file could not be made.
  private func copyingSmallFiles(_ steps: [MountStep]) -> [MountStep] {
    let covered = steps.filter { $0.kind == .bind || $0.kind == .overlay }.map(\.target)
    return steps.map { step in
      guard step.kind == .bind, step.isReadOnly, !step.execute, step.source.isWithin("/etc"),
        let status = paths.status(of: step.source), status.kind == .regular,
        status.permissions & 0o004 != 0, status.size <= Int(SENTINEL_COPY_BYTES),
        !covered.contains(where: { $0 != step.target && step.target.isWithin($0) })
      else { return step }
      var copy = step
      copy.kind = .copy
      return copy
    }
  }

  /// Where the payload's home is.
  var home: BytePath { BytePath(request.profile.environment.set["HOME"] ?? "/tmp") }

  /// What is missing, or a file of root's own that others cannot read anyway, needs no cover.
  private func needsMask(_ path: BytePath) -> Bool {
    guard path.isWithin("/proc") else { return true }
    guard let status = paths.status(of: path) else { return false }
    return status.kind != .regular || status.uid != 0 || status.permissions & 0o004 != 0
  }

  /// A stable order by depth, what is writable and the way to it before the rest.
  ///
  /// The payload's own confinement goes on from there. Of one target the first step wins, except
  /// that covers stay.
  private func ordered(_ steps: [MountStep]) -> [MountStep] {
    var seen: Set<BytePath> = []
    let kept = steps.filter { step in
      step.kind == .mask || seen.insert(step.target.normalised).inserted
    }
    let writable = kept.filter(\.isWritable).map(\.target)
    // The private dev makes its own folder and nodes before anything is put below it.
    let ranked = kept.enumerated().map { offset, step in
      let isEarly = writable.contains { $0.isWithin(step.target) }
      return (rank: (isEarly ? 0 : 1, step.target.components.count, offset), step: step)
    }
    return ranked.sorted { $0.rank < $1.rank }.map(\.step)
  }

  private func systemSteps() -> [MountStep] {
    let mounts = request.profile.filesystem.mounts.filter { $0.access != .hidden }
    var folders = HostFolders(paths: mounts.map { BytePath($0.source) })
    var steps: [MountStep] = []
    for mount in mounts {
      let written = BytePath(mount.source)
      for source in folders.expand(written) {
        let isPattern = source != written
        if let step = step(for: mount, source: source, isPattern: isPattern) {
          steps.append(step)
        }
      }
    }
    return steps
  }

  /// A link of the host is made again as a link: `/bin` leads to `usr/bin` inside as outside.
  private func step(
    for mount: Mount, source: BytePath, isPattern: Bool
  ) -> MountStep? {
    let target = isPattern ? source : BytePath(mount.target)
    guard let status = paths.status(of: source) else {
      if mount.isOptional { return nil }
      return bind(source, target, isReadOnly: true, execute: mount.execute)
    }
    if status.kind == .link, let content = try? FileSystem.linkTarget(source) {
      return MountStep(kind: .link, target: target, content: content.bytes)
    }
    let resolved = paths.resolve(source) ?? source
    var step = bind(
      resolved, target, isReadOnly: mount.access != .readWrite, execute: mount.execute)
    step.isOptional = mount.isOptional
    step.mapOwner = host.ids.mapsOwners && mount.access == .readWrite
    return step
  }

  private func toolchainSteps() -> [MountStep] {
    let binds = toolchains.places.map { place in
      var step = bind(place, place, isReadOnly: true, execute: true)
      step.isOptional = true
      return step
    }
    return binds
      + toolchains.links.sorted { $0.key < $1.key }.flatMap { link, content in
        [
          directory(link.parent), MountStep(kind: .link, target: link, content: content.bytes),
        ]
      }
  }

  /// The installed scanners, where a Sentinel inside looks for its own.
  private func scanners() -> [RunRequest.ExtraMount] {
    guard request.profile.filesystem.toolchains == .pathAndScanners,
      let tools = paths.resolve(host.folders.tools)
    else { return [] }
    var mount = RunRequest.ExtraMount(
      source: tools, target: OwnFolders.data(ofHome: home).appending("tools"), isWritable: false,
      execute: true)
    mount.isOwn = true
    return [mount]
  }

  private func temporarySteps() -> [MountStep] {
    request.profile.filesystem.temporaries.map { temporary in
      let target = BytePath(temporary.target)
      return MountStep(
        kind: .tmpfs, target: target, sizeBytes: temporary.size.bytes,
        inodes: UInt64(temporary.inodes), mode: target == home ? 0o700 : 0o1777,
        execute: temporary.execute)
    }
  }

  /// Who the payload is, in the files where programs look it up.
  private func identitySteps() -> [MountStep] {
    let identity = request.profile.identity
    let passwd =
      "root:x:0:0:root:/nonexistent:/usr/sbin/nologin\n"
      + "\(identity.user):x:\(identity.uid):\(identity.gid)::\(home):/bin/sh\n"
      + "nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n"
    let group = "root:x:0:\n\(identity.user):x:\(identity.gid):\nnogroup:x:65534:\n"
    let hosts = "127.0.0.1 localhost \(identity.hostname)\n::1 localhost \(identity.hostname)\n"
    var steps = [
      file("/etc/passwd", passwd), file("/etc/group", group), file("/etc/hosts", hosts),
      file("/etc/hostname", identity.hostname + "\n"),
    ]
    if request.profile.networkMode == .host,
      let resolver = try? FileSystem.read("/etc/resolv.conf", limit: 1 << 16)
    {
      steps.append(MountStep(kind: .file, target: "/etc/resolv.conf", content: resolver))
    }
    return steps
  }

  /// In the mode `egress` names are looked up at the gateway alone, whatever the host's files say.
  private func networkSteps() -> [MountStep] {
    guard request.profile.networkMode == .egress else { return [] }
    return GatewayStep.files.map { file(BytePath($0.path), $0.content) }
      + (certificates?.steps ?? [])
  }

  private func workspaceSteps(
    _ workspace: BytePath, below points: [BytePath]
  ) throws -> [MountStep] {
    let section = request.profile.workspace
    // Seen through an overlay, a socket or pipe of the host leads nowhere. What is written in
    // read-write mode is taken over at the end.
    var main = bind(
      copy ?? workspace, request.workspaceTarget ?? workspace,
      isReadOnly: section.mode == .readOnly, execute: section.execute)
    main.kind = .overlay
    main.mapOwner = host.ids.mapsOwners && copy == nil
    main.isTakenOver = section.mode == .readWrite
    if section.mode != .readOnly {
      main.upper = upper ?? ""
      main.sizeBytes = request.profile.limits.disk.bytes
      main.inodes = max(16384, request.profile.limits.disk.bytes / 4096)
    }
    // An overlay shows one file system; what the host mounted below is put back, read-only. A copy has
    // it all.
    return try [main] + (copy == nil ? nestedSteps(points, in: main) : [])
      + (section.mode == .readWrite && !request.includesProtected ? covers(main) : [])
  }

  /// Read-only views of what may not be changed, so that the command is told so at once.
  private func covers(_ workspace: MountStep) throws -> [MountStep] {
    let found = try ProtectedNames(names: request.profile.workspace.protect)
      .find(in: workspace.source)
    if found.count > ProtectedNames.most {
      throw Refusal(
        "\(workspace.source) holds \(found.count) protected names, more than can be covered",
        remedy: "use --mode overlay, or a smaller workspace")
    }
    return nestedSteps(found.map { workspace.source.appending($0) }, in: workspace).map { step in
      var step = step
      step.isOptional = false
      return step
    }
  }

  private func nestedSteps(_ points: [BytePath], in folder: MountStep) -> [MountStep] {
    points.map { point in
      var step = bind(
        point, folder.place(of: point), isReadOnly: true, execute: folder.execute)
      if paths.status(of: point)?.kind == .directory { step.kind = .overlay }
      step.isOptional = true
      step.mapOwner = folder.mapOwner
      return step
    }
  }

  private func extraStep(_ extra: RunRequest.ExtraMount) -> MountStep {
    var step = bind(
      extra.source, extra.target, isReadOnly: !extra.isWritable, execute: extra.execute)
    step.mapOwner = host.ids.mapsOwners
    return step
  }

  private func bind(
    _ source: BytePath, _ target: BytePath, isReadOnly: Bool, execute: Bool
  ) -> MountStep {
    MountStep(
      kind: .bind, target: target.normalised, source: source, isReadOnly: isReadOnly,
      execute: execute)
  }

  private func mask(_ target: BytePath) -> MountStep { MountStep(kind: .mask, target: target) }

  private func directory(_ target: BytePath) -> MountStep {
    MountStep(kind: .directory, target: target, mode: 0o755)
  }

  private func file(_ target: BytePath, _ content: String) -> MountStep {
    MountStep(kind: .file, target: target, content: Array(content.utf8))
  }
}

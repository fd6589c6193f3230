internal import Egress
internal import Kernel
internal import Policy

/// What a payload has where there are no namespaces: files of the host at their own paths, by rules of
/// Landlock, and one folder on disk that it may write to.
struct LandlockView {
  /// A rule: what may be done with a file, or with everything below a folder.
  struct Rule: Equatable {
    var path: BytePath
    var isWritable = false
    var execute = false
  }

  /// The ABI that scopes signals (Linux 6.12), without which nothing could end a run.
  static let leastABI = 6

  /// The folder for everything that the payload writes.
  let folder: RunFolder
  /// Its HOME.
  let home: BytePath
  /// Its TMPDIR.
  let temporary: BytePath
  /// What the payload trusts servers by, where the run has an authority of its own.
  let certificates: RunCertificates?
  /// Where its certificates lie.
  private let trust: BytePath?
  /// What stands for the workspace; nil where that itself is shown, read-only, or there is none.
  let copy: PrivateCopy?
  /// What gives the payload named memory and semaphores of its own, in place of everybody's in /dev/shm.
  private let memory: (folder: BytePath, library: BytePath)?
  /// When the copy was whole, in nanoseconds since 1970.
  let copied: Int64

  /// Makes the folder and the copy.
  ///
  /// - Parameters:
  ///   - request: What to run.
  ///   - host: The machine.
  ///   - supervisor: The launcher, whose id decides about the payload's.
  ///   - certificates: Of the run's own authority.
  /// - Throws: A ``Refusal`` with the figures of a workspace that is too large; what the kernel says.
  init(
    for request: RunRequest, on host: HostFacts, by supervisor: Int32,
    certificates: RunCertificates?
  ) throws {
    folder = try request.makeFolder(on: host, for: supervisor)
    // With another user id the command could not enter many a workspace.
    let isCopied = request.profile.workspace.mode != .readOnly || host.isRoot
    if isCopied, let workspace = request.workspace {
      copy = try PrivateCopy(of: workspace, in: folder)
    } else {
      copy = nil
    }
    home = try folder.makeFolder("home")
    temporary = try folder.makeFolder("tmp")
    if let certificates {
      let place = try folder.makeFolder("certificates")
      self.certificates = try certificates.written(to: place)
      trust = place
    } else {
      (self.certificates, trust) = (nil, nil)
    }
    if let library = Self.library(for: request, on: host) {
      memory = (try folder.makeFolder("shm"), library)
    } else {
      memory = nil
    }
    copied = try FileStatus.of(home).changed
  }

  /// The library that a payload with memory files finds them by, where it can load it.
  private static func library(for request: RunRequest, on host: HostFacts) -> BytePath? {
    let library = host.launcher.parent.appending("libsentinel-memory.so"), paths = PathLookups()
    guard request.profile.filesystem.temporaries.contains(where: { $0.target == "/dev/shm" }),
      let status = paths.status(of: library),
      !host.isRoot || status.permissions & 0o004 != 0 && closedFolder(above: library, paths) == nil
    else { return nil }
    return library
  }

  /// Where a path of the request is for the payload.
  func place(of path: BytePath, in request: RunRequest) -> BytePath {
    guard let copy, let workspace = request.workspace, path.isWithin(workspace) else { return path }
    let below = path.components.dropFirst(workspace.components.count)
    return below.reduce(copy.path) { $0.appending(BytePath($1)) }
  }

  /// The present folder of the command.
  func directory(of request: RunRequest) -> BytePath {
    (request.directory ?? request.workspace).map { place(of: $0, in: request) } ?? temporary
  }

  /// The variables that name the folder's parts and the ways to the network.
  ///
  /// Git takes settings of the machine that it may not read for a failure, while in a view of its own
  /// there are none.
  func variables(of request: RunRequest) -> [[UInt8]] {
    [
      Array("HOME=".utf8) + home.bytes, Array("TMPDIR=".utf8) + temporary.bytes,
      Array("GIT_CONFIG_NOSYSTEM=1".utf8),
    ] + (request.profile.networkMode == .egress ? Self.ofNetwork : [])
      + (memory.map { memory in
        [
          Array("SENTINEL_SHARED_MEMORY=".utf8) + memory.folder.bytes,
          Array("LD_PRELOAD=".utf8) + memory.library.bytes,
        ]
      } ?? [])
  }

  /// The variables by which programs reach names: the C library asks over TCP, which the supervisor leads to
  /// the resolver, and what resolves names in ways of its own asks the proxy.
  private static var ofNetwork: [[UInt8]] {
    let proxy = "http://\(SyntheticRange.gateway):\(SyntheticRange.proxyPort)"
    return ["RES_OPTIONS=use-vc", "HTTPS_PROXY=\(proxy)", "https_proxy=\(proxy)"].map {
      Array($0.utf8)
    }
  }

  /// Why a request needs namespaces; nil where it does not.
  static func objection(to request: RunRequest, on host: HostFacts) -> Refusal? {
    let remedy = "run it where namespaces can be made; `sentinel doctor` names what forbids them"
    if host.landlockABI < leastABI {
      return Refusal(
        "the kernel's Landlock has ABI \(host.landlockABI), and without namespaces \(leastABI) is "
          + "needed", remedy: "boot Linux 6.12 or later")
    }
    if request.profile.networkMode == .host || request.selfTest != nil {
      return Refusal(
        request.selfTest != nil
          ? "without namespaces there is no self-test of the network"
          : "without namespaces the host's network cannot be shared", remedy: remedy)
    }
    if request.profile.networkMode == .egress, !request.hasListener {
      return Refusal(
        "inside another sandbox nothing can be reached by name: the kernel lets one sandbox alone answer "
          + "calls, and it is the outer",
        remedy: "let the outer sandbox reach the names, or none here")
    }
    if let target = request.workspaceTarget, target != request.workspace,
      !request.acceptsOtherPlace
    {
      return Refusal(
        "without namespaces the workspace cannot be shown at another path", remedy: remedy)
    }
    return nil
  }

  // MARK: Rules

  /// What normal programs open of the devices; everything else of /dev is closed.
  private static let devices: [BytePath] = [
    "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom",
  ]

  /// Files that a view of its own makes up for a run, and that everybody may read.
  private static let users: Set<BytePath> = ["/etc/passwd", "/etc/group"]
  /// Likewise, but with rules for names: those that the machine has addresses for are looked up as well.
  private static let hosts: BytePath = "/etc/hosts"

  /// The rules that stand for the steps of a view.
  ///
  /// - Parameters:
  ///   - steps: What a view with namespaces would be built by.
  ///   - request: What to run.
  ///   - paths: The host's paths.
  /// - Returns: The rules, and what the payload writes to.
  /// - Throws: Where something would have to be hidden, or shown elsewhere, or be written on the host.
  func rules(
    for steps: [MountStep], of request: RunRequest, _ paths: PathLookups
  ) throws(Refusal) -> [Rule] {
    var rules: [Rule] = []
    for step in steps where step.source != request.workspace {
      switch step.kind {
      case .bind, .overlay, .copy:
        if let workspace = request.workspace, step.target.isWithin(workspace) { continue }
        rules.append(try rule(for: step, of: request, paths))
      case .file where Self.users.contains(step.target): rules.append(Rule(path: step.target))
      case .file where step.target == Self.hosts && request.profile.networkMode != .egress:
        rules.append(Rule(path: step.target))
      case .file, .link, .tmpfs, .devices, .proc, .mask, .directory, .tree: break
      }
    }
    let profile = request.profile
    if let workspace = request.workspace {
      rules.append(
        Rule(
          path: copy?.path ?? workspace, isWritable: profile.workspace.mode != .readOnly,
          execute: profile.workspace.execute))
    }
    try refuseHidden(steps, beneath: rules.map(\.path) + (request.workspace.map { [$0] } ?? []))
    let temporaries = profile.filesystem.temporaries
    for (path, inside) in [(home, profile.environment.set["HOME"] ?? "/tmp"), (temporary, "/tmp")] {
      let isExecutable = temporaries.contains { $0.target == inside && $0.execute }
      rules.append(Rule(path: path, isWritable: true, execute: isExecutable))
    }
    if let trust { rules.append(Rule(path: trust)) }
    if let memory {
      rules += [Rule(path: memory.folder, isWritable: true), Rule(path: memory.library)]
    }
    return rules + Self.devices.map { Rule(path: $0, isWritable: true) }
  }

  private func rule(
    for step: MountStep, of request: RunRequest, _ paths: PathLookups
  ) throws(Refusal) -> Rule {
    guard step.isReadOnly || Self.scratch(of: request).contains(step.source) else {
      throw Refusal(
        "without namespaces nothing of the host can be written, and \(step.source) is to be",
        remedy: "show it read-only, or run where namespaces can be made")
    }
    guard step.target == step.source || paths.resolve(step.target) == step.source else {
      throw Refusal(
        "without namespaces \(step.source) cannot be shown at \(step.target)",
        remedy: "run where namespaces can be made")
    }
    return Rule(path: step.source, isWritable: !step.isReadOnly, execute: step.execute)
  }

  /// Refuses programs and tools on the way to which a folder stops everybody but root, whose payloads have
  /// an id of their own.
  static func refuseClosed(_ request: RunRequest, _ paths: PathLookups) throws(Refusal) {
    let program = request.command.first.map { BytePath($0) }.flatMap {
      $0.isAbsolute && !(request.workspace.map($0.isWithin) ?? false) ? $0 : nil
    }
    for place in request.extraMounts.filter(\.isOwn).map(\.source) + (program.map { [$0] } ?? []) {
      guard let closed = closedFolder(above: place, paths) else { continue }
      throw Refusal(
        "without namespaces root's commands have a user id of their own, and \(closed) lets no other "
          + "user through to \(place)",
        remedy:
          "keep it where everybody may pass (Sentinel's tools: set XDG_DATA_HOME=/var/lib), or "
          + "run as an ordinary user")
    }
  }

  /// The folder that stops everybody but its owner on the way to a place; nil where none does.
  private static func closedFolder(above place: BytePath, _ paths: PathLookups) -> BytePath? {
    var way = (paths.resolve(place) ?? place).parent
    while way.depth > 0 {
      if let status = paths.status(of: way), status.permissions & 0o001 == 0 { return way }
      way = way.parent
    }
    return nil
  }

  /// The folders that were made for what the payload writes.
  static func scratch(of request: RunRequest) -> [BytePath] {
    request.extraMounts.filter { $0.isWritable && $0.isScratch }.map(\.source)
  }

  /// Covers are masks, or empty folders of memory, as those over Sentinel's own folders are.
  private func refuseHidden(_ steps: [MountStep], beneath shown: [BytePath]) throws(Refusal) {
    for step in steps where [.mask, .tmpfs].contains(step.kind) && !step.target.isWithin("/proc") {
      guard let folder = shown.first(where: { step.target.isWithin($0) }) else { continue }
      throw Refusal(
        "without namespaces \(step.target) cannot be hidden in \(folder), which the command sees",
        remedy: "use another workspace, or run where namespaces can be made")
    }
  }
}

internal import Glibc
internal import Kernel

/// Finds the compilers and interpreters that the caller's PATH names outside the system trees.
///
/// Shown are the programs, what their layout says they load, and where their links lead; never the
/// home, a folder of settings, or what lies beside the programs for other reasons.
struct ToolchainFinder {
  /// What to show, read-only, and the PATH that finds what is in it.
  struct Found: Equatable {
    /// Files and folders.
    var places: [BytePath] = []
    /// Links to make again, with their content.
    var links: [BytePath: BytePath] = [:]
    var searchPath: [BytePath] = []
    var variables: [String: BytePath] = [:]
  }

  private let home: BytePath?
  /// The home and the user's folders of settings and data, which hold more than programs.
  private let personal: [BytePath]
  private let workspace: BytePath?
  /// The workspace and its like, as they are and resolved.
  private let foreign: [BytePath]
  /// Trees that the profile shows anyway.
  private let visible: [BytePath]

  private let paths: PathLookups
  private var parts: ShownParts
  private var waiting: [BytePath] = []
  private var seen: Set<BytePath> = []
  private var found = Found()

  private static let slash = UInt8(ascii: "/")

  /// More program folders than this are not followed.
  private static let most = 64

  init(
    home: BytePath?, personal: [BytePath], workspace: BytePath?, foreign: [BytePath] = [],
    visible: [BytePath], paths: PathLookups
  ) {
    self.paths = paths
    parts = ShownParts(paths)
    // PATH is resolved before it is compared; so is what it is compared with.
    let resolved = { (path: BytePath) in paths.resolve(path) ?? path.normalised }
    self.home = home.map(resolved)
    let usual: [BytePath] = [".config", ".cache", ".local/share", ".local/state"]
    let ofHome = home.map { home in [home] + usual.map { home.appending($0) } } ?? []
    self.personal = (ofHome + personal.filter { !ofHome.contains($0) }).map(resolved)
    self.workspace = workspace
    let trees = foreign + (workspace.map { [$0] } ?? [])
    // What is not absolute is the beginning of every path.
    self.foreign = (trees.map(\.normalised) + trees.map(resolved)).filter(\.isAbsolute)
    self.visible = visible
  }

  /// Follows each folder of a PATH.
  mutating func find(searchPath: [UInt8]) -> Found {
    for part in searchPath.split(separator: UInt8(ascii: ":")) {
      let named = BytePath(part)
      guard named.isAbsolute, !isLed(named), let entry = paths.resolve(named), isTrusted(entry)
      else { continue }
      for path in [named.normalised, entry] where !found.searchPath.contains(path) {
        found.searchPath.append(path)
      }
      enqueue(entry)
    }
    var next = 0
    while next < waiting.count {
      visit(waiting[next])
      next += 1
    }
    found.places = parts.places
    found.links = parts.looseLinks
    return found
  }

  /// Whether a name or link that somebody else has made decides where a path leads: in the workspace or its
  /// like, or of another user.
  private func isLed(_ path: BytePath) -> Bool {
    var place: BytePath = "/"
    var rest = Array(path.components.reversed().map { BytePath($0) })
    var links = 0
    while let name = rest.popLast() {
      if name == "." { continue }
      place = name == ".." ? place.parent : place.appending(name)
      if foreign.contains(where: { place.isWithin($0) }) { return true }
      guard let status = paths.status(of: place), status.kind == .link else { continue }
      links += 1
      guard status.uid == 0 || status.uid == geteuid(), links <= Self.mostLinks,
        let target = try? FileSystem.linkTarget(place)
      else { return true }
      place = target.isAbsolute ? "/" : place.parent
      rest += target.components.reversed().map { BytePath($0) }
    }
    return false
  }

  /// As many as the kernel follows.
  private static let mostLinks = 40

  /// A folder that anybody may write to, that lies in the workspace, or that holds the home or the
  /// user's settings, is no toolchain.
  private func isTrusted(_ folder: BytePath) -> Bool {
    guard let status = paths.status(of: folder), status.kind == .directory else { return false }
    if let workspace, folder.isWithin(workspace) || workspace.isWithin(folder) { return false }
    return status.permissions & 0o002 == 0 && !isPersonal(folder)
  }

  private func isPersonal(_ folder: BytePath) -> Bool {
    personal.contains { $0.isWithin(folder) }
  }

  /// Whether a prefix would bring the home along, or is a folder of the user's settings or data itself.
  private func isHomeOrSettings(_ prefix: BytePath) -> Bool {
    personal.contains(prefix) || home.map { $0.isWithin(prefix) } ?? false
  }

  private func isVisible(_ path: BytePath) -> Bool { visible.contains { path.isWithin($0) } }

  private mutating func enqueue(_ folder: BytePath) {
    guard !isVisible(folder), waiting.count < Self.most, seen.insert(folder).inserted else {
      return
    }
    waiting.append(folder)
  }

  private mutating func visit(_ folder: BytePath) {
    guard let entries = parts.entries(of: folder) else { return }
    parts.show(folder, levels: ToolchainLayout.levels(below: folder.name))
    if ToolchainLayout.programFolders.contains(folder.name) { showPrefix(folder.parent) }
    if entries.contains(where: { $0.name == "rustup" }) { showRustup() }
    // Who else owns the folder could let a link lead to what only the caller may read.
    guard let owner = paths.status(of: folder)?.uid, owner == 0 || owner == geteuid() else {
      return
    }
    for entry in entries where entry.kind == .link {
      // One without a slash leads to a neighbour.
      let link = folder.appending(entry.name)
      if let content = try? FileSystem.linkTarget(link), content.bytes.contains(Self.slash),
        let program = paths.resolve(link)
      {
        follow(program)
      }
    }
  }

  /// Shows what belongs to the programs of a prefix, unless it is the home or a top-level tree.
  private mutating func showPrefix(_ prefix: BytePath) {
    guard prefix.depth >= 2, !isShownOtherwise(prefix), !isHomeOrSettings(prefix),
      let entries = parts.entries(of: prefix)
    else { return }
    let folders = ToolchainLayout.folders(among: Set(entries.map(\.name)))
    for entry in entries {
      let path = prefix.appending(entry.name)
      switch entry.kind {
      case .directory where folders.contains(entry.name) && isTrusted(path):
        parts.show(path, levels: ToolchainLayout.levels(below: entry.name))
      case .regular where ToolchainLayout.files.contains(entry.name): parts.show(part: path)
      case .link where folders.contains(entry.name):
        if let content = try? FileSystem.linkTarget(path) {
          parts.show(link: path, leadingTo: content)
        }
      default: break
      }
    }
  }

  private func isShownOtherwise(_ path: BytePath) -> Bool { isVisible(path) || parts.isShown(path) }

  /// A program elsewhere brings its own prefix, or its tree of packages, or itself.
  private mutating func follow(_ program: BytePath) {
    let entry = FolderEntry(name: program.name, kind: .regular)
    guard !isShownOtherwise(program), isTrusted(program.parent),
      let status = paths.status(of: program), status.kind == .regular,
      status.permissions & 0o111 != 0
    else { return }
    if ToolchainLayout.programFolders.contains(program.parent.name) {
      return enqueue(program.parent)
    }
    let components = program.components
    if let index = components.firstIndex(where: { BytePath($0) == "node_modules" }) {
      let packages = components[...index].reduce(BytePath("/")) { $0.appending(BytePath($1)) }
      if isTrusted(packages) { parts.show(packages, levels: 0) }
      return
    }
    guard !CredentialNames.mayHold(entry, in: program.parent) else { return }
    parts.show(part: program)
  }

  /// Rust's programs are proxies for what lies in ~/.rustup.
  private mutating func showRustup() {
    guard let rustup = home?.appending(".rustup"), isTrusted(rustup) else { return }
    parts.show(rustup.appending("toolchains"), levels: 2)
    // Without this folder the proxies try to make it.
    parts.show(rustup.appending("update-hashes"), levels: 0)
    let settings = rustup.appending("settings.toml")
    if paths.status(of: settings)?.kind == .regular { parts.show(part: settings) }
    found.variables["RUSTUP_HOME"] = rustup
  }
}

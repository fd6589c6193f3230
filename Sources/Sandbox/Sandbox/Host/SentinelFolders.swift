internal import Glibc
internal import Kernel

/// Sentinel's own folders, under every name that they have on this machine.
///
/// Whoever can write there decides about the runs that follow: filters, profiles, tools and keys. So no
/// sandbox sees them, whichever source they are part of.
struct SentinelFolders {
  private let folders: [BytePath]
  private let programs: [BytePath]
  private let paths: PathLookups

  /// Resolves the folders, and finds what else leads to them.
  init(_ host: HostFacts, mounts: HostMounts, paths: PathLookups) throws(Refusal) {
    self.paths = paths
    var found: [BytePath] = []
    do {
      for folder in host.folders.all {
        for alias in try mounts.aliases(of: try Self.resolve(folder, paths))
        where !found.contains(alias) {
          found.append(alias)
        }
      }
      folders = found
      programs = try mounts.aliases(of: host.launcher.parent)
    } catch let refusal as Refusal {
      throw refusal
    } catch {
      throw Refusal(
        "it cannot be told where Sentinel's own folders are: \(error)",
        remedy: "mount proc at /proc")
    }
  }

  /// Whether something is one of the folders, or lies in one.
  func hold(_ path: BytePath) -> Bool { folders.contains { path.isWithin($0) } }

  /// The covers that hide the folders from what some steps show.
  ///
  /// - Parameters:
  ///   - steps: Every step of the plan.
  ///   - granted: Sources in the folders that Sentinel shows itself, such as an installed tool, or
  ///     for writing the one that is being installed.
  /// - Returns: An empty folder for each own folder that a step would show.
  /// - Throws: When a step shows what no cover can hide: a part of a folder itself, or the way to it
  ///   where the command could rename it and put another in its place.
  func covers(for steps: [MountStep], granted: [BytePath]) throws(Refusal) -> [MountStep] {
    var covers: [MountStep] = []
    for written in steps where !written.source.bytes.isEmpty {
      var step = written
      step.source = paths.resolve(written.source) ?? written.source
      if step.reachesSource, let shown = programs.first(where: step.shows) {
        throw Refusal(
          "the command could replace Sentinel's own programs in \(shown), because it writes to "
            + "\(step.source)", remedy: "use --mode overlay, or install Sentinel elsewhere")
      }
      if hold(step.source) {
        if granted.contains(written.source) { continue }
        throw Refusal(
          "\(step.source) belongs to Sentinel's own folders, which no command sees",
          remedy: "take it out of the profile, or name another workspace")
      }
      for folder in folders where step.shows(folder) {
        guard !step.reachesSource else {
          throw Refusal(
            "the command could replace \(folder), one of Sentinel's own folders, because it writes "
              + "to \(step.source)", remedy: "use --mode overlay, or name a smaller folder")
        }
        let target = step.place(of: folder)
        if steps.contains(where: { $0.covers(target, after: step) }) { continue }
        if covers.contains(where: { $0.target == target }) { continue }
        switch try Self.kindAfterMaking(folder) {
        case nil: continue
        case .directory: covers.append(.cover(target))
        // A file of a folder can be mounted in another place by itself.
        default: covers.append(MountStep(kind: .mask, target: target))
        }
      }
    }
    return covers
  }

  /// What stands at a folder, which is made where it is missing: made later, it would be seen.
  private static func kindAfterMaking(_ folder: BytePath) throws(Refusal) -> FileStatus.Kind? {
    do throws(KernelFailure) {
      if !FileSystem.exists(folder) { try FileSystem.makeFolder(folder, mode: 0o700) }
      return try FileStatus.of(folder).kind
    } catch {
      // With a file on the way there is nothing to see, and nothing can be made.
      if error.number == ENOTDIR { return nil }
      throw Refusal(
        "\(folder), one of Sentinel's own folders, cannot be made (\(error.reason)), so that the "
          + "command would see what is put there later",
        remedy: "make it, or name a smaller folder")
    }
  }

  /// Where a folder is or would be made, every link on the way resolved.
  private static func resolve(
    _ folder: BytePath, _ paths: PathLookups
  ) throws(Refusal) -> BytePath {
    var known = folder, missing: [BytePath] = []
    while true {
      if let place = paths.resolve(known) {
        return missing.reversed().reduce(place) { $0.appending($1) }
      }
      // Who may write where such a link leads makes the folder in Sentinel's place.
      if paths.status(of: known)?.kind == .link {
        throw Refusal(
          "\(known), on the way to Sentinel's own folder \(folder), is a link that leads nowhere",
          remedy: "make what it leads to, or remove it")
      }
      guard known.parent != known else { return folder }
      missing.append(known.name)
      known = known.parent
    }
  }
}

extension MountStep {
  /// An empty folder below which mounts are still possible, as for a tool in the data folder.
  static func cover(_ target: BytePath) -> MountStep {
    MountStep(kind: .tmpfs, target: target, sizeBytes: 4096, inodes: 64, mode: 0o755)
  }

  /// Whether something of the host lies in the source.
  fileprivate func shows(_ path: BytePath) -> Bool { path.isWithin(source) }

  /// Where something of the source is inside.
  func place(of path: BytePath) -> BytePath {
    path.components.dropFirst(source.depth).reduce(target.normalised) {
      $0.appending(BytePath($1))
    }
  }

  /// Whether this is what stands at a target, rather than a step that shows more.
  fileprivate func covers(_ path: BytePath, after other: MountStep) -> Bool {
    guard kind != .link, kind != .directory, kind != .file, kind != .copy else { return false }
    return path.isWithin(target) && target.depth > other.target.depth
  }
}

internal import Glibc
internal import Kernel

/// Takes protected names that a payload made or replaced out of the workspace.
///
/// They are kept, not deleted: somebody may want to look at them. What is left in spite of that is
/// the one thing that a caller must not overlook: ``apply(_:to:)`` makes it the status of the run.
struct Quarantine {
  let folder: BytePath

  /// Moves what was not there before, and what is no longer what it was, and lists it.
  func collect(
    from workspace: BytePath, before: ProtectedNames.Found, names: ProtectedNames
  ) -> [RunResult.Quarantined] {
    let after = names.find(in: workspace, opening: true)
    defer { close(before.closed, in: workspace) }
    let hidden = after.unsearched.filter { before.unsearched[$0.key] == nil }.map { path, failure in
      Self.left(path, "it could not be looked into: \(failure.reason)")
    }
    let moved = after.identities.filter { before.identities[$0.key] != $0.value }.keys.sorted()
    if moved.isEmpty { return hidden }
    let place = folder.appending("\(Timestamp.now())-\(getpid())")
    let taken = moved.enumerated().map { index, path in
      take(path, outOf: workspace, to: place.appending("\(index)"))
    }
    return hidden + taken
  }

  private func take(
    _ path: BytePath, outOf workspace: BytePath, to place: BytePath
  ) -> RunResult.Quarantined {
    let target = place.appending(path.name)
    do {
      try move(workspace.appending(path), to: target)
      return RunResult.Quarantined(
        path: path.description, movedTo: target.description, outcome: .moved)
    } catch {
      return rename(path, in: workspace, because: error.description)
    }
  }

  /// Notes what was collected in a result; what is left there ends the run with a status of its own.
  static func apply(_ items: [RunResult.Quarantined], to result: inout RunResult) {
    result.quarantined = items
    guard let first = items.first(where: { $0.outcome == .left }) else { return }
    result.status = .quarantineFailed
    result.exitCode = 125
    result.reason =
      "the command left \(first.path), and it could not be taken out of the workspace: "
      + (first.reason ?? "")
    result.remedy = "remove it before any other program reads the workspace"
  }

  private static func left(_ path: BytePath, _ reason: String) -> RunResult.Quarantined {
    RunResult.Quarantined(
      path: path.description, movedTo: path.description, outcome: .left, reason: reason)
  }

  /// Folders that the caller keeps closed were opened for the search; they are closed again.
  private func close(_ folders: [BytePath: UInt32], in workspace: BytePath) {
    guard let root = try? Descriptor.open(workspace, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else {
      return
    }
    // Never through a link that the payload put in the place of a parent.
    for (path, mode) in folders.sorted(by: { $0.key > $1.key }) {
      if let folder = try? root.openBeneath(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) {
        fchmod(folder.number, mode)
      }
    }
  }

  /// What cannot be moved away still loses its name, which is what makes it dangerous.
  private func rename(
    _ path: BytePath, in workspace: BytePath, because reason: String
  ) -> RunResult.Quarantined {
    let harmless = BytePath(
      path.bytes + Array(".quarantined-\(UInt32.random(in: 0 ... .max))".utf8))
    let parent = workspace.appending(path.parent)
    let mode = ((try? FileStatus.of(parent))?.permissions ?? 0) | 0o700
    _ = unsafe parent.withPointer { unsafe chmod($0, mode) }
    do {
      try FileSystem.rename(workspace.appending(path), to: workspace.appending(harmless))
      return RunResult.Quarantined(
        path: path.description, movedTo: harmless.description, outcome: .renamed, reason: reason)
    } catch {
      return Self.left(path, error.description)
    }
  }

  private func move(_ source: BytePath, to target: BytePath) throws(KernelFailure) {
    try FileSystem.makeFolder(target.parent, mode: 0o700)
    do {
      try FileSystem.rename(source, to: target)
    } catch {
      guard error.number == EXDEV else { throw error }
      try copy(source, to: target, depth: 0)
      try FileSystem.remove(source)
    }
  }

  /// Copies files, folders and links; anything else is only removed.
  private func copy(_ source: BytePath, to target: BytePath, depth: Int) throws(KernelFailure) {
    // Nobody needs more, and a hostile tree must not exhaust the stack.
    guard depth < 256 else { throw KernelFailure(call: "copy", number: ELOOP) }
    let parent = try Descriptor.open(source.parent, O_RDONLY | O_DIRECTORY)
    switch try parent.status(of: source.name).kind {
    case .directory:
      try FileSystem.makeFolder(target, mode: 0o700)
      let folder = try parent.openBeneath(source.name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      for name in try folder.entries() {
        try copy(source.appending(name), to: target.appending(name), depth: depth + 1)
      }
    case .regular:
      let file = try parent.openBeneath(source.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      let copied = try Descriptor.open(target, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
      try file.copyAll(to: copied)
    case .link:
      let content = try parent.linkTarget(source.name)
      _ = unsafe content.withPointer { text in
        unsafe target.withPointer { place in unsafe symlink(text, place) }
      }
    default: break
    }
  }
}

internal import Glibc
internal import Kernel
internal import Text

extension OwnRepository {
  /// The branches of a remote below a prefix, with the commits that they name.
  package func branches(
    below prefix: String, of remote: RemoteAddress, for caller: PushCredentials
  ) throws(GitFailure) -> [String: String] {
    var found: [String: String] = [:]
    let listing: [UInt8]
    do throws(GitFailure) {
      listing = try outside.reach(
        ["ls-remote", "--refs", "--", remote.text, "refs/heads/\(prefix)*"],
        variables: caller.variables)
    } catch {
      guard case .git(_, let text) = error else { throw error }
      throw .remote("\(remote): \(remote.withoutUser(text))")
    }
    for line in String(decoding: listing, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: "\t")
      guard fields.count == 2, SourceRepository.isReference(String(fields[1])) else { continue }
      found[String(fields[1].dropFirst("refs/heads/".count))] = String(fields[0])
    }
    return found
  }

  /// Pushes a commit as a branch.
  ///
  /// - Parameters:
  ///   - commit: what is pushed.
  ///   - branch: its name at the remote, without `refs/heads/`.
  ///   - remote: where.
  ///   - expected: what the branch names now; nil when it must not be there yet.
  ///   - caller: what git may use to get in.
  /// - Throws: ``GitFailure/remote(_:)``, also for a branch that somebody moved meanwhile.
  package func push(
    _ commit: String, as branch: String, to remote: RemoteAddress, expecting expected: String?,
    for caller: PushCredentials
  ) throws(GitFailure) {
    let reference = "refs/heads/\(branch)"
    guard SourceRepository.isReference(reference) else {
      throw .remote("\"\(VisibleText.escaped(branch))\" is not a name for a branch")
    }
    do throws(GitFailure) {
      let lent = try lending()
      _ = try outside.reach(
        [
          "push", "--quiet", "--no-verify", "--force-with-lease=\(reference):\(expected ?? "")",
          "--", remote.text, "\(commit):\(reference)",
        ], variables: caller.variables.merging(lent) { $1 })
    } catch {
      guard case .git(_, let text) = error else { throw error }
      throw .remote("\(remote) refused \(branch): \(remote.withoutUser(text))")
    }
  }

  /// Takes a branch away from a remote.
  ///
  /// - Parameters:
  ///   - branch: its name at the remote, without `refs/heads/`.
  ///   - remote: where.
  ///   - expected: what the branch names now.
  ///   - caller: what git may use to get in.
  /// - Throws: ``GitFailure/remote(_:)``, also for a branch that somebody moved meanwhile.
  package func delete(
    _ branch: String, from remote: RemoteAddress, expecting expected: String,
    for caller: PushCredentials
  ) throws(GitFailure) {
    let reference = "refs/heads/\(branch)"
    guard SourceRepository.isReference(reference) else {
      throw .remote("\"\(VisibleText.escaped(branch))\" is not a name for a branch")
    }
    do throws(GitFailure) {
      _ = try outside.reach(
        [
          "push", "--quiet", "--no-verify", "--force-with-lease=\(reference):\(expected)", "--",
          remote.text, ":\(reference)",
        ], variables: caller.variables)
    } catch {
      guard case .git(_, let text) = error else { throw error }
      throw .remote("\(remote) keeps \(branch): \(remote.withoutUser(text))")
    }
  }

  /// Moves a branch of a remote forward, and only forward, from the very commit that it names now.
  ///
  /// - Parameters:
  ///   - branch: its name at the remote, without `refs/heads/`.
  ///   - base: what it must name.
  ///   - commit: what it is to name, a descendant of `base`.
  ///   - remote: where.
  ///   - caller: what git may use to get in.
  /// - Throws: ``GitFailure/remote(_:)``, also when it names another commit by the time of the push.
  package func advance(
    _ branch: String, from base: String, to commit: String, at remote: RemoteAddress,
    for caller: PushCredentials
  ) throws(GitFailure) {
    // The lease alone would let through what takes commits away.
    guard try history(of: commit, most: 2).last == base else {
      throw .remote("\(commit) does not follow on \(base)")
    }
    try push(commit, as: branch, to: remote, expecting: base, for: caller)
  }

  /// Who made the commit at the end of a remote's branch, and its message.
  ///
  /// The commit is fetched without its history; use a repository for it that nothing else is in.
  ///
  /// - Returns: the last commit; its name may differ from what was listed before.
  package func lastCommit(
    of branch: String, at remote: RemoteAddress, for caller: PushCredentials
  ) throws(GitFailure) -> RemoteCommit {
    guard let last = try commits(of: branch, at: remote, most: 1, for: caller).first else {
      throw .remote("\(branch) names no commit")
    }
    return last
  }

  /// The commits that a remote's branch holds, the newest first, without their files.
  ///
  /// Use a repository for it that nothing else is in.
  ///
  /// - Parameters:
  ///   - branch: its name at the remote, without `refs/heads/`.
  ///   - remote: where.
  ///   - most: how many generations are fetched.
  ///   - caller: what git may use to get in.
  /// - Returns: the commits of these generations.
  /// - Throws: ``GitFailure/remote(_:)``.
  package func commits(
    of branch: String, at remote: RemoteAddress, most: Int, for caller: PushCredentials
  ) throws(GitFailure) -> [RemoteCommit] {
    let reference = "refs/heads/\(branch)"
    guard SourceRepository.isReference(reference) else {
      throw .remote("\"\(VisibleText.escaped(branch))\" is not a name for a branch")
    }
    do throws(GitFailure) {
      _ = try outside.reach(
        [
          "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--depth=\(most)",
          "--filter=tree:0", "--no-auto-maintenance", "--", remote.text,
          "+\(reference):refs/inspected/head",
        ], variables: caller.variables)
    } catch {
      guard case .git(_, let text) = error else { throw error }
      throw .remote("\(remote): \(remote.withoutUser(text))")
    }
    let format = "--format=%H%x00%P%x00%an <%ae>%x00%cn <%ce>%x00%B%x00"
    let text = try outside.run(["log", format, "refs/inspected/head", "--"])
    let fields = text.split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    // Behind the last field of each stands the end of a line.
    return stride(from: 0, to: fields.count - 5, by: 5).map { start in
      RemoteCommit(
        name: String(fields[start].drop(while: \.isNewline)),
        parents: fields[start + 1].split(separator: " ").map(String.init),
        author: fields[start + 2], committer: fields[start + 3], message: fields[start + 4])
    }
  }

  /// Variables by which git outside takes objects from the confined repository.
  ///
  /// - Throws: when something is there that git there would follow out of it.
  private func lending() throws(GitFailure) -> [String: String] {
    let refusal = GitFailure.repository(
      "Sentinel's own repository holds what git does not put there; nothing is pushed")
    do {
      let top = try Descriptor.open(git.folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      let objects = try top.openBeneath("objects", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      for name in try objects.entries() {
        let folder = try objects.openBeneath(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        let entries = try folder.entries()
        // Alternates stand in info; nothing that is taken over needs any other file there.
        if name == "info", !entries.isEmpty { throw refusal }
        for entry in entries {
          guard try folder.status(of: entry).kind == .regular else { throw refusal }
        }
      }
      var variables = ["GIT_OBJECT_DIRECTORY": git.folder.appending("objects").description]
      if try top.entries().contains("shallow") {
        guard try top.status(of: "shallow").kind == .regular else { throw refusal }
        variables["GIT_SHALLOW_FILE"] = git.folder.appending("shallow").description
      }
      return variables
    } catch let failure as GitFailure {
      throw failure
    } catch {
      throw refusal
    }
  }
}

package import Kernel

/// Decides whether a folder can be a workspace.
package enum Workspace {
  /// Trees of the system that a workspace may neither be nor contain.
  private static let systemTrees: [BytePath] = [
    "/", "/bin", "/boot", "/dev", "/etc", "/lib", "/lib32", "/lib64", "/proc", "/root", "/home",
    "/run", "/sbin", "/sys", "/usr", "/var", "/tmp", "/dev/shm", "/run/shm",
  ]

  /// Resolves the folders above the workspace and checks the workspace itself.
  ///
  /// - Parameters:
  ///   - path: As the caller wrote it, relative to `current`.
  ///   - current: The present folder.
  ///   - home: The caller's home, which must be named explicitly to be used.
  ///   - isExplicit: Whether the caller named the workspace.
  /// - Returns: The absolute path without links.
  /// - Throws: Why it cannot be a workspace, and what to name instead.
  package static func resolve(
    _ path: BytePath, current: BytePath, home: BytePath?, isExplicit: Bool
  ) throws(Refusal) -> BytePath {
    let absolute = current.appending(path).normalised
    let status: FileStatus
    let parent: BytePath
    do {
      status = try FileStatus.of(absolute)
      parent = try FileSystem.resolve(absolute.parent)
    } catch {
      throw Refusal("workspace \(absolute): \(error.reason)", remedy: "name a folder that exists")
    }
    let resolved = absolute.components.isEmpty ? absolute : parent.appending(absolute.name)
    if status.kind == .link {
      let target = (try? FileSystem.resolve(absolute))?.description ?? "nothing"
      throw Refusal(
        "workspace \(absolute) is a symbolic link to \(target)",
        remedy: "name the folder that it leads to")
    }
    guard status.kind == .directory else {
      throw Refusal("workspace \(absolute) is not a folder", remedy: "name a folder")
    }
    if systemTrees.contains(resolved) {
      throw Refusal(
        "workspace \(resolved) is a tree of the system", remedy: "name a project's folder")
    }
    if let home, resolved == home, !isExplicit {
      throw Refusal(
        "the present folder is your home, which would all be visible to the command",
        remedy: "change to a project's folder, or name the home with --workspace")
    }
    return resolved
  }
}

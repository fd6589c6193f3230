internal import Glibc
internal import Kernel

/// Finds the compilers and interpreters that the caller's PATH names outside the system trees.
///
/// Only what a tool needs to run is exposed: never the home folder, never a folder that holds
/// credentials beside the programs.
struct ToolchainFinder {
  /// Folders to expose, read-only, and the PATH that finds what is in them.
  struct Found: Equatable {
    var folders: [BytePath] = []
    var searchPath: [BytePath] = []
    var variables: [String: BytePath] = [:]
  }

  let home: BytePath?
  let workspace: BytePath?
  /// Trees that the profile shows anyway.
  let visible: [BytePath]

  private static let programFolders: [BytePath] = ["bin", "sbin", "shims", "condabin", "cmd"]

  func find(searchPath: [UInt8]) -> Found {
    var found = Found()
    for part in searchPath.split(separator: UInt8(ascii: ":")) {
      let named = BytePath(part)
      guard named.isAbsolute, let entry = try? FileSystem.resolve(named), isTrusted(entry) else {
        continue
      }
      found.searchPath.append(named.normalised)
      if named.normalised != entry { found.searchPath.append(entry) }
      if visible.contains(where: { entry.isWithin($0) }) { continue }
      for folder in roots(of: entry) where !found.folders.contains(where: { folder.isWithin($0) }) {
        found.folders.removeAll { $0.isWithin(folder) }
        found.folders.append(folder)
      }
    }
    found.searchPath = found.searchPath.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    addRustup(to: &found)
    return found
  }

  /// A folder that anybody may write to, or that lies in the workspace, is no toolchain.
  private func isTrusted(_ folder: BytePath) -> Bool {
    guard let status = try? FileStatus.of(folder), status.kind == .directory else { return false }
    if let workspace, folder.isWithin(workspace) || workspace.isWithin(folder) { return false }
    return status.permissions & 0o002 == 0
  }

  /// `…/pyenv/shims` needs `…/pyenv`; but a parent that is the home, a dot folder of general use
  /// or a top-level tree holds more than programs, so there only the folder itself is shown.
  private func roots(of entry: BytePath) -> [BytePath] {
    let parent = entry.parent
    guard Self.programFolders.contains(entry.name), parent.components.count >= 2,
      !isShared(parent)
    else { return [entry] }
    return [parent]
  }

  private func isShared(_ folder: BytePath) -> Bool {
    guard let home else { return false }
    let shared: [BytePath] = [".local", ".cargo", ".config", ".cache", ".npm", "go", ".docker"]
    return home.isWithin(folder) || shared.contains { folder == home.appending($0) }
  }

  /// Rust's programs in ~/.cargo/bin are proxies for what lies in ~/.rustup.
  private func addRustup(to found: inout Found) {
    guard let home else { return }
    let proxies = home.appending(".cargo/bin"), toolchains = home.appending(".rustup")
    guard found.folders.contains(proxies), isTrusted(toolchains) else { return }
    found.folders.append(toolchains)
    found.variables["RUSTUP_HOME"] = toolchains
  }
}

internal import Glibc
package import Kernel
package import Policy

extension FilterCache {
  /// Uses the user's own cache folder, which is made where it is missing, and the user's own secret.
  package init(_ folders: OwnFolders) throws(KernelFailure) {
    let folder = folders.cache.appending("filters")
    try FileSystem.makeFolder(folder, mode: 0o700)
    self.init(folder: folder.description, secret: OwnSecret.read(folders))
  }
}

/// The secret that shows which files of the cache Sentinel has written itself.
///
/// It lies with the data, not in the cache: caches are restored from elsewhere, shared and mounted.
enum OwnSecret {
  private static let length = 32

  /// The secret of this user, made at the first use; nothing where none can be kept to oneself.
  static func read(_ folders: OwnFolders) -> [UInt8]? {
    if let secret = find(in: folders.data) { return secret }
    guard (try? FileSystem.makeFolder(folders.data, mode: OwnFolders.mode)) != nil,
      let folder = open(folders.data), (try? folder.status(of: name)) == nil
    else { return nil }
    var generator = SystemRandomNumberGenerator()
    let made = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    // Of two first starts the later one wins; the other's filter is made once more.
    try? folder.writeFile(name, mode: 0o600) { (file) throws(KernelFailure) in
      try file.writeAll(made)
    }
    return find(in: folders.data)
  }

  private static let name: BytePath = "cache.key"

  private static func find(in path: BytePath) -> [UInt8]? {
    guard let folder = open(path),
      let file = try? folder.openBeneath(name, O_RDONLY | O_NONBLOCK | O_NOCTTY),
      let status = try? file.status(), status.kind == .regular, status.uid == geteuid(),
      status.permissions & 0o077 == 0, status.links == 1,
      let secret = try? file.readAll(limit: length), secret.count == length
    else { return nil }
    return secret
  }

  /// The folder, unless somebody else could put a file of their own into it.
  private static func open(_ path: BytePath) -> Descriptor? {
    guard let folder = try? Descriptor.open(path, O_RDONLY | O_DIRECTORY),
      let status = try? folder.status(), status.uid == geteuid(), status.permissions & 0o022 == 0
    else { return nil }
    return folder
  }
}

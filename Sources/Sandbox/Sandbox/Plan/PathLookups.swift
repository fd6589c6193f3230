internal import Glibc
internal import Kernel

/// What the host's paths are, each asked once while a plan is made.
///
/// A plan only proposes: the launcher opens every source anew, by descriptor and through no link.
final class PathLookups {
  private var statuses: [BytePath: FileStatus?] = [:]
  private var places: [BytePath: BytePath?] = [:]
  private var listings: [BytePath: [FolderEntry]?] = [:]

  /// What stands at a path, a link itself rather than its target; nil where it cannot be told.
  func status(of path: BytePath) -> FileStatus? {
    if let known = statuses[path] { return known }
    let status = try? FileStatus.of(path)
    statuses[path] = .some(status)
    return status
  }

  /// Whether something stands at a path, a dangling link included.
  func exists(_ path: BytePath) -> Bool { status(of: path) != nil }

  /// An absolute path with every link on the way followed; nil where it leads nowhere.
  func resolve(_ path: BytePath) -> BytePath? {
    if let known = places[path] { return known }
    let place = look(path)
    places[path] = .some(place)
    return place
  }

  private func look(_ path: BytePath) -> BytePath? {
    let parent = path.parent
    // `..` after a link leads elsewhere than the text says.
    guard path.isAbsolute, path.normalised == path else { return try? FileSystem.resolve(path) }
    guard parent != path else { return path }
    guard let above = resolve(parent) else { return nil }
    let place = above.appending(path.name)
    guard let status = status(of: place) else { return nil }
    return status.kind == .link ? try? FileSystem.resolve(place) : place
  }

  /// What a folder holds, sorted by name, the kind of each known; nil where that cannot be told in full.
  func listing(of folder: BytePath) -> [FolderEntry]? {
    if let known = listings[folder] { return known }
    let listing = try? Self.list(folder)
    listings[folder] = .some(listing)
    return listing
  }

  private static func list(_ path: BytePath) throws(KernelFailure) -> [FolderEntry] {
    let folder = try Descriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    var known: [FolderEntry] = []
    for entry in try folder.listing() {
      let kind = if let kind = entry.kind { kind } else { try folder.status(of: entry.name).kind }
      known.append(FolderEntry(name: entry.name, kind: kind))
    }
    return known
  }
}

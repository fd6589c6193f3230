internal import Glibc
internal import Kernel

/// What the patterns of a profile stand for, each folder read once for a plan.
///
/// They are few; a dictionary takes longer to get ready than to search a list.
struct HostFolders {
  private struct Folder {
    var path: BytePath
    /// How the names that are asked for start.
    var starts: [[UInt8]] = []
    var names: [BytePath]?
  }

  private var folders: [Folder] = []

  /// Takes the paths that will be asked for, so that a folder is read for all its patterns at once.
  init(paths: [BytePath]) {
    for path in paths {
      guard let parts = Self.parts(path) else { continue }
      folders[index(of: path.parent)].starts.append(parts.start)
    }
  }

  /// What a path with a `*` in its last component stands for; any other is itself.
  ///
  /// The star is any run of bytes. A folder that cannot be read leaves the path as it is.
  mutating func expand(_ path: BytePath) -> [BytePath] {
    guard let parts = Self.parts(path) else { return [path] }
    let parent = path.parent, index = index(of: parent)
    if folders[index].names == nil,
      let folder = try? Descriptor.open(parent, O_RDONLY | O_DIRECTORY)
    {
      folders[index].names = try? folder.entries(startingWith: folders[index].starts)
    }
    guard let names = folders[index].names else { return [path] }
    return names.filter { name in
      name.bytes.count >= parts.start.count + parts.end.count
        && name.bytes.starts(with: parts.start)
        && name.bytes.suffix(parts.end.count).elementsEqual(parts.end)
    }.map { parent.appending($0) }
  }

  private mutating func index(of path: BytePath) -> Int {
    if let known = folders.firstIndex(where: { $0.path == path }) { return known }
    folders.append(Folder(path: path))
    return folders.count - 1
  }

  private static func parts(_ pattern: BytePath) -> (start: [UInt8], end: [UInt8])? {
    guard pattern.bytes.contains(UInt8(ascii: "*")) else { return nil }
    let name = pattern.name.bytes
    guard let star = name.firstIndex(of: UInt8(ascii: "*")) else { return nil }
    return (Array(name[..<star]), Array(name[(star + 1)...]))
  }
}

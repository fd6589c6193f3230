internal import Kernel

/// What of a toolchain's folders a sandbox is shown: a folder where nothing in it has to be hidden, else
/// its other entries one by one.
///
/// A cover would not do: a program outside that replaces the covered file takes the cover away.
struct ShownParts {
  /// Files and folders, none of which lies in another.
  private(set) var places: [BytePath] = []
  /// Links that are made again, with their content.
  private(set) var links: [BytePath: BytePath] = [:]

  /// More names than this are not searched, and more parts not mounted; their folder stays hidden.
  private var namesLeft = 1 << 16
  private static let mostParts = 512

  private let paths: PathLookups

  init(_ paths: PathLookups) { self.paths = paths }

  /// What a folder holds; nil when it cannot be known in full.
  mutating func entries(of folder: BytePath) -> [FolderEntry]? {
    guard namesLeft > 0, let found = paths.listing(of: folder) else { return nil }
    namesLeft -= found.count
    return namesLeft > 0 ? found : nil
  }

  /// Shows a folder that is searched some levels deep; one that cannot be searched stays hidden.
  mutating func show(_ folder: BytePath, levels: Int) {
    guard !isShown(folder), let parts = parts(of: folder, levels: levels),
      places.count + parts.places.count <= Self.mostParts
    else { return }
    for place in parts.places { show(part: place) }
    links.merge(parts.links) { first, _ in first }
  }

  /// Shows a single file.
  mutating func show(part: BytePath) {
    guard !isShown(part) else { return }
    places.removeAll { $0.isWithin(part) }
    places.append(part)
  }

  /// Makes a link again.
  mutating func show(link: BytePath, leadingTo content: BytePath) { links[link] = content }

  /// Whether a place is part of what is shown.
  func isShown(_ path: BytePath) -> Bool { places.contains { path.isWithin($0) } }

  /// The links that no shown folder brings along.
  var looseLinks: [BytePath: BytePath] { links.filter { link, _ in !isShown(link) } }

  private struct Parts {
    var places: [BytePath] = []
    var links: [BytePath: BytePath] = [:]
  }

  private mutating func parts(of folder: BytePath, levels: Int) -> Parts? {
    guard let entries = entries(of: folder) else { return nil }
    var parts = Parts(), isWhole = true
    for entry in entries {
      let path = folder.appending(entry.name)
      if CredentialNames.mayHold(entry, in: folder) {
        isWhole = false
        continue
      }
      switch entry.kind {
      case .directory where levels > 0:
        // Of code the top alone is searched: further down such names are parts of programs.
        let isCode = ToolchainLayout.isCode(entry.name)
        guard let inner = self.parts(of: path, levels: isCode ? 0 : levels - 1) else {
          isWhole = false
          continue
        }
        if inner.places != [path] { isWhole = false }
        parts.places += inner.places
        parts.links.merge(inner.links) { first, _ in first }
      case .directory, .regular: parts.places.append(path)
      case .link:
        guard let content = try? FileSystem.linkTarget(path) else { return nil }
        parts.links[path] = content
      default: isWhole = false  // a socket or pipe leads to a program outside
      }
    }
    return isWhole ? Parts(places: [folder]) : parts
  }
}

internal import Text

/// Turns the artifact locations of a run into paths relative to the scanned tree.
struct SARIFArtifactPaths {
  private let artifacts: [JSONValue]
  private let bases: [String: JSONValue]
  private let root: String?

  init(run: JSONValue, root: String?) {
    artifacts = run["artifacts"]?.elements ?? []
    bases = run["originalUriBaseIds"]?.members ?? [:]
    self.root = root.map { SARIFAddress.normalized($0) }
  }

  /// Gives the path; `nil` where the location names no file.
  ///
  /// What lies outside the tree keeps its absolute path; an address of another scheme stays whole.
  func path(of location: JSONValue) -> String? {
    var place = location
    if location["uri"] == nil, let index = location["index"]?.integer,
      let artifact = artifacts.indices.contains(index) ? artifacts[index]["location"] : nil
    {
      place = artifact
    }
    guard let uri = place["uri"]?.string else { return nil }
    let whole = resolved(uri, base: place["uriBaseId"]?.string)
    guard let local = localPath(of: whole) else { return whole }
    let path = SARIFAddress.normalized(SARIFAddress.decoded(local))
    return relative(path)
  }

  /// Puts the bases before a relative address; eight levels are more than any tool uses.
  private func resolved(_ uri: String, base: String?) -> String {
    var whole = trimmed(uri)
    var next = base
    for _ in 0..<8 {
      guard let id = next, !isAbsolute(whole), let entry = bases[id] else { break }
      let prefix = trimmed(entry["uri"]?.string ?? "")
      let needsSlash = !prefix.isEmpty && !prefix.hasSuffix("/")
      whole = prefix + (needsSlash ? "/" : "") + whole
      next = entry["uriBaseId"]?.string
    }
    return whole
  }

  /// The path of a relative or `file:` address, still percent-encoded; `nil` for other schemes.
  private func localPath(of uri: String) -> String? {
    var path = Substring(uri)
    if uri.lowercased().hasPrefix("file:") {
      path = path.dropFirst(5)
      if path.hasPrefix("//") {
        // What stands between two and the third slash is a host, which names no part of the tree.
        path = path.dropFirst(2)
        path = path.firstIndex(of: "/").map { path[$0...] } ?? ""
      }
    } else if isAbsolute(uri), !uri.hasPrefix("/") {
      return nil
    }
    let usesBackslash = path.utf8.contains(UInt8(ascii: "\\")) && !path.contains("/")
    return usesBackslash ? path.split(separator: "\\").joined(separator: "/") : String(path)
  }

  private func relative(_ path: String) -> String {
    guard let root, path.hasPrefix("/") else { return path }
    if path == root { return "." }
    let prefix = root == "/" ? root : root + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }

  private func isAbsolute(_ uri: String) -> Bool {
    if uri.hasPrefix("/") { return true }
    guard let colon = uri.firstIndex(of: ":") else { return false }
    let scheme = uri[..<colon]
    // One letter before the colon is a Windows drive.
    return scheme.utf8.count > 1
      && scheme.utf8.allSatisfy { $0 == UInt8(ascii: "+") || (0x61...0x7A).contains($0 | 0x20) }
  }

  private func trimmed(_ text: String) -> String {
    let isSpace = { (character: Character) in character == " " }
    let front = text.drop(while: isSpace)
    return String(front.reversed().drop(while: isSpace).reversed())
  }
}

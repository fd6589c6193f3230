internal import Kernel
package import Patches
internal import Text

/// Every file of a tree with its digest: what a stranger compares a checkout with.
///
/// As text a line for each file, in byte order of the paths: mode, SHA-256 of the content, and the
/// path as git quotes it. Links and files that cannot be read have a dash for a digest.
package struct TreeListing: Equatable, Sendable {
  /// The lines by path as git quotes it: mode and digest.
  package private(set) var files: [String: String] = [:]

  /// Lists a tree.
  package init(_ tree: any SourceTree) {
    for path in tree.paths {
      let name = Self.name(path)
      switch tree.entry(at: path) {
      case .file(let content, let isExecutable)?:
        files[name] = "\(isExecutable ? "100755" : "100644") \(SHA256.hex(of: content))"
      case .link?: files[name] = "120000 -"
      case .unreadable?: files[name] = "000000 -"
      case .folder?, nil: continue
      }
    }
  }

  /// Reads the text of a listing; nil when it is none.
  package init?(_ text: [UInt8]) {
    for line in text.split(separator: 0x0A) {
      let parts = line.split(separator: 0x20, maxSplits: 2)
      guard parts.count == 3, let mode = String(validating: parts[0], as: UTF8.self),
        let digest = String(validating: parts[1], as: UTF8.self),
        let name = String(validating: parts[2], as: UTF8.self), files[name] == nil
      else { return nil }
      files[name] = "\(mode) \(digest)"
    }
    guard self.text == text else { return nil }
  }

  /// The text.
  package var text: [UInt8] {
    files.keys.sorted().flatMap { Array("\(files[$0] ?? "") \($0)\n".utf8) }
  }

  /// The digest of the text, 64 hexadecimal digits; it names the tree.
  package var digest: String { SHA256.hex(of: text) }

  /// How a path is written in a listing.
  package static func name(_ path: PatchPath) -> String {
    String(decoding: GitNames.quoted("", path.bytes), as: UTF8.self)
  }
}

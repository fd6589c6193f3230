import Patches
internal import Text

/// The identity of a tree: every path with what stands there.
enum TreeDigest {
  /// The digest, 64 hexadecimal digits.
  static func of(_ tree: some SourceTree) -> String {
    var digest = SHA256()
    for path in tree.paths {
      digest.add(Array("\(path.bytes.count):".utf8) + path.bytes)
      switch tree.entry(at: path) {
      case .file(let bytes, let isExecutable):
        digest.add(Array("\(isExecutable ? "x" : "f")\(bytes.count):".utf8))
        digest.add(bytes)
      case .link: digest.add(Array("l".utf8))
      case .folder: digest.add(Array("d".utf8))
      case .unreadable, nil: digest.add(Array("u".utf8))
      }
    }
    return SHA256.hex(digest.digest())
  }
}

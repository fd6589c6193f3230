/// A regular file of the tree that some tool may want to see.
package struct FileEntry: Equatable, Sendable {
  /// What the bytes look like.
  package enum Content: String, Sendable {
    /// Valid UTF-8, with hardly a NUL.
    case text
    /// Not UTF-8, but without NUL or marked as UTF-16: text in an older encoding.
    case otherEncoding
    /// A NUL among the first bytes, and no text but for a few of them.
    case binary
    /// Nothing.
    case empty
  }

  /// Where it is.
  package let path: TreePath
  /// How long it is.
  package let sizeBytes: Int
  /// What it looks like.
  package let content: Content
  /// The program that the `#!` line names, without folders and without `env`, such as `python3`.
  package let interpreter: String?
  /// Whether a comment tells the shell linter to be silent about something.
  package let hasShellDirective: Bool
  /// Whether its lines are so long that a program wrote them for machines, as bundlers of JavaScript do.
  package let isMinified: Bool

  /// Makes an entry without looking at the file.
  package init(
    path: TreePath, sizeBytes: Int, content: Content, interpreter: String? = nil,
    hasShellDirective: Bool = false, isMinified: Bool = false
  ) {
    self.path = path
    self.sizeBytes = sizeBytes
    self.content = content
    self.interpreter = interpreter
    self.hasShellDirective = hasShellDirective
    self.isMinified = isMinified
  }

  /// Looks at the whole content once.
  init(path: TreePath, content bytes: [UInt8]) {
    let isText = String(validating: bytes, as: UTF8.self) != nil
    let isBinary = Self.isBinary(bytes, isText: isText)
    self.init(
      path: path, sizeBytes: bytes.count,
      content: bytes.isEmpty ? .empty : isBinary ? .binary : isText ? .text : .otherEncoding,
      interpreter: Self.interpreter(of: bytes),
      hasShellDirective: ShellDirectives.arePresent(in: bytes),
      isMinified: Self.isMinified(bytes))
  }

  /// Whether the lines of a file of some size have more than 200 bytes in the mean; those of people
  /// have 30 to 40.
  private static func isMinified(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 16_384 && bytes.count / 200 > bytes.count { $0 == 0x0A }
  }

  /// Whether NULs make it no text: a few of them in a text are there to hide it.
  private static func isBinary(_ bytes: [UInt8], isText: Bool) -> Bool {
    guard bytes.prefix(8192).contains(0), !TextEncoding.isUTF16(bytes) else { return false }
    return !isText || bytes.count { $0 == 0 } > bytes.count / 100
  }

  /// The program behind `#!`; `env` and its options are looked through.
  static func interpreter(of bytes: [UInt8]) -> String? {
    guard bytes.starts(with: [UInt8(ascii: "#"), UInt8(ascii: "!")]) else { return nil }
    let line = bytes.dropFirst(2).prefix(254).prefix { $0 != 0x0A && $0 != 0x0D && $0 != 0 }
    let words = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\t" }
    var names = words.map { $0.split(separator: "/").last.map(String.init) ?? "" }[...]
    if names.first == "env" {
      names = names.dropFirst().drop { $0.hasPrefix("-") || $0.contains("=") }
    }
    return names.first.flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// A path of the tree that no tool sees, and why.
package struct SkippedPath: Equatable, Sendable {
  /// Why no tool sees a path.
  package enum Reason: String, Sendable {
    /// A folder that holds no source of the project: version control, dependencies, caches.
    case excludedFolder
    /// A symbolic link; its target is scanned where it lies, if it lies in the tree.
    case symbolicLink
    /// A device, pipe or socket.
    case specialFile
    /// No permission, or gone meanwhile.
    case unreadable
    /// More bytes than the limit of the walk.
    case tooLarge
    /// Deeper than the limit of the walk.
    case tooDeep
  }

  /// Where it is.
  package let path: TreePath
  /// Why it was skipped.
  package let reason: Reason
  /// Whether it is a folder, so that nobody knows what lies in it.
  package let isFolder: Bool

  /// Makes a skipped path.
  package init(path: TreePath, reason: Reason, isFolder: Bool = false) {
    self.path = path
    self.reason = reason
    self.isFolder = isFolder
  }

  /// Whether the scan is incomplete because of it: somebody wanted it seen and it was not.
  package var isBlind: Bool {
    switch reason {
    case .excludedFolder, .symbolicLink, .specialFile: false
    case .unreadable, .tooLarge, .tooDeep: true
    }
  }
}

internal import Text

/// A path below the root of a tree: bytes that cannot lead out of it.
package struct PatchPath: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The bytes, parts joined by `/`, without a leading slash.
  package let bytes: [UInt8]

  /// The most bytes of a path, as of git's own limit.
  static let mostBytes = 4000

  /// Takes a path that ``refusal(of:)`` has nothing against.
  package init?(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    if Self.refusal(of: bytes) != nil { return nil }
    self.bytes = bytes
  }

  /// Takes the UTF-8 form of a text that ``refusal(of:)`` has nothing against.
  package init?(_ text: String) { self.init(text.utf8) }

  /// Takes the path of a walk that has checked its names; only for trees that exist.
  package init(ofWalk bytes: [UInt8]) { self.bytes = bytes }

  /// Why a candidate must not name this path; nil when it may.
  static func refusal(of bytes: [UInt8]) -> PatchRefusal.Reason? {
    if bytes.isEmpty || bytes.count > mostBytes { return .badPath }
    if bytes.first == UInt8(ascii: "/") { return .absolutePath }
    for part in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      if part.elementsEqual([0x2E, 0x2E]) { return .parentSegment }
      if part.isEmpty || part.elementsEqual([0x2E]) { return .badPath }
      if GitNames.isGitFolder(part) { return .gitFolder }
      if GitNames.isModulesFile(part) { return .submodule }
    }
    // A backslash separates folders on other systems; controls deceive whoever reads the patch.
    let isOdd = bytes.contains { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }
    if isOdd { return .badPath }
    let isPlain = String(validating: bytes, as: UTF8.self)
      .map { !$0.unicodeScalars.contains(where: VisibleText.isHidden) }
    return isPlain ?? false ? nil : .badPath
  }

  /// The text for reports; bytes that are not UTF-8 are replaced, hidden scalars escaped.
  package var description: String { VisibleText.line(text) }

  /// The text for comparison with rules; bytes that are not UTF-8 are replaced.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// What follows the last slash; bytes that are not UTF-8 are replaced.
  package var name: String {
    String(decoding: bytes.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
  }

  /// The folders that lead to it, outermost first.
  package var parents: [PatchPath] {
    bytes.indices.filter { bytes[$0] == UInt8(ascii: "/") }
      .map { PatchPath(ofWalk: Array(bytes[..<$0])) }
  }

  /// Orders as unsigned bytes, which no locale changes; a prefix comes first.
  package static func < (left: PatchPath, right: PatchPath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

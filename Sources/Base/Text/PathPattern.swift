/// A pattern of paths, with the meaning that code owners' files give it.
///
/// Within a name `*` is any run of bytes and `?` is one; `**` as a whole name is any number of folders.
/// A pattern without a slash, but for one at its end, fits a file or folder of that name at any depth;
/// every other begins at the root. What fits a folder fits everything below it, except that `a/*` is
/// what lies in `a` itself. A slash at the end means folders alone. Every other byte is itself.
package struct PathPattern: Sendable, Equatable {
  /// The pattern as it was written.
  package let text: String

  private let names: [[UInt8]]
  private let isAnchored: Bool
  private let isFolder: Bool
  private let ignoresCase: Bool

  private static let slash = UInt8(ascii: "/"), star = UInt8(ascii: "*")

  /// Reads a pattern; every text is one, and the empty text fits nothing.
  ///
  /// With `ignoresCase` letters of ASCII fit in either case, for what file systems without case would
  /// take for the same name.
  package init(_ text: String, ignoresCase: Bool = false) {
    let bytes = ignoresCase ? Self.folded(Array(text.utf8)) : Array(text.utf8)
    self.text = text
    self.ignoresCase = ignoresCase
    names = bytes.split(separator: Self.slash).map { Array($0) }
    isAnchored = bytes.dropLast().contains(Self.slash)
    isFolder = bytes.last == Self.slash
  }

  /// Whether a path below the root fits, given without a slash at its start.
  package func matches(_ path: String) -> Bool { matches(Array(path.utf8)) }

  /// Whether a path's bytes fit; costs at most the product of both lengths.
  package func matches(_ path: [UInt8]) -> Bool {
    let parts = (ignoresCase ? Self.folded(path) : path).split(separator: Self.slash)
    guard !names.isEmpty, !parts.isEmpty else { return false }
    // The numbers of names of the path that the pattern so far may have taken.
    var taken = (0...parts.count).map { $0 == 0 || (!isAnchored && $0 < parts.count) }
    for (place, name) in names.enumerated() {
      var next = [Bool](repeating: false, count: parts.count + 1)
      if name == [Self.star, Self.star] {
        // As the last name it is what lies in a folder, not the folder.
        let least = (taken.firstIndex(of: true) ?? parts.count) + (place == names.count - 1 ? 1 : 0)
        for count in next.indices where count >= least { next[count] = true }
      } else {
        for count in parts.indices where taken[count] {
          next[count + 1] = Self.fits(parts[count], name)
        }
      }
      taken = next
    }
    let isWhole = taken[parts.count] && !isFolder
    let isBelow = taken.dropLast().contains(true) && !(isAnchored && names.last == [Self.star])
    return isWhole || isBelow
  }

  private static func folded(_ bytes: [UInt8]) -> [UInt8] {
    bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }

  /// Whether one name fits; only the last star is ever given more.
  private static func fits(_ name: ArraySlice<UInt8>, _ pattern: [UInt8]) -> Bool {
    var at = name.startIndex, place = 0
    var retry: (at: Int, place: Int)?
    while at < name.endIndex {
      if place < pattern.count, pattern[place] == star {
        place += 1
        retry = (at, place)
      } else if place < pattern.count,
        pattern[place] == name[at] || pattern[place] == UInt8(ascii: "?")
      {
        at += 1
        place += 1
      } else if let last = retry {
        retry = (last.at + 1, last.place)
        (at, place) = (last.at + 1, last.place)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == star }
  }
}

/// A pattern for paths: `*` within a part, `**` over parts; without a slash it means any folder's name.
struct Glob: Sendable {
  private let parts: [String]
  private let isAnchored: Bool

  init(_ text: String) {
    let text = text.lowercased()
    isAnchored = text.contains("/")
    parts = text.split(separator: "/").map(String.init)
  }

  /// Whether a path, in whatever case, or one of its folders matches.
  func matches(_ path: String) -> Bool {
    let names = path.lowercased().split(separator: "/").map(String.init)
    if !isAnchored { return names.contains { Self.matches($0[...], parts[0][...]) } }
    return matches(names[...], parts[...])
  }

  private func matches(_ names: ArraySlice<String>, _ parts: ArraySlice<String>) -> Bool {
    guard let part = parts.first else { return names.isEmpty }
    if part == "**" {
      return parts.count == 1 || names.indices.contains { matches(names[$0...], parts.dropFirst()) }
        || matches([], parts.dropFirst())
    }
    guard let name = names.first, Self.matches(name[...], part[...]) else { return false }
    return matches(names.dropFirst(), parts.dropFirst())
  }

  /// Linear in the text for each star: the last star takes more when the rest does not fit.
  private static func matches(_ text: Substring, _ pattern: Substring) -> Bool {
    let text = Array(text.utf8)
    let pattern = Array(pattern.utf8)
    var (at, place) = (0, 0)
    var retry: (at: Int, place: Int)?
    while at < text.count {
      if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
        retry = (at, place)
        place += 1
      } else if place < pattern.count, pattern[place] == text[at] {
        (at, place) = (at + 1, place + 1)
      } else if let last = retry {
        retry = (last.at + 1, last.place)
        (at, place) = (last.at + 1, last.place + 1)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}

/// A pattern: `*` is any run of characters without a slash, `**` any run at all.
public struct Glob: Sendable, Equatable {
  /// As it was written.
  public let text: String

  /// A pattern of this text.
  public init(_ text: String) { self.text = text }

  /// Whether all of `name` fits; takes at most the product of both lengths.
  public func fits(_ name: String) -> Bool {
    let pattern = Array(text.utf8)
    let bytes = Array(name.utf8)
    // reached[i]: the pattern so far fits the first i bytes.
    var reached = [Bool](repeating: false, count: bytes.count + 1)
    reached[0] = true
    var place = 0
    while place < pattern.count {
      if pattern[place] == UInt8(ascii: "*") {
        let isDeep = place + 1 < pattern.count && pattern[place + 1] == UInt8(ascii: "*")
        place += isDeep ? 2 : 1
        for index in bytes.indices
        where reached[index] && (isDeep || bytes[index] != UInt8(ascii: "/")) {
          reached[index + 1] = true
        }
      } else {
        for index in bytes.indices.reversed() {
          reached[index + 1] = reached[index] && bytes[index] == pattern[place]
        }
        reached[0] = false
        place += 1
      }
    }
    return reached[bytes.count]
  }
}

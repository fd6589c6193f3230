internal import Kernel

/// Names of files in an exported log: C2SP tlog-tiles, tiles of height 8.
enum TilePath {
  /// The hashes, or entries, of a full tile.
  static let width = 256

  /// `tile/<level>/<index>`, with `.p/<count>` for a tile that is not full.
  static func hashes(level: Int, index: Int, count: Int) -> BytePath {
    BytePath("tile/\(level)/\(number(index))\(partial(count))")
  }

  /// `tile/entries/<index>`, with `.p/<count>` for a bundle that is not full.
  static func entries(index: Int, count: Int) -> BytePath {
    BytePath("tile/entries/\(number(index))\(partial(count))")
  }

  /// How many entries each tile of so many has.
  static func counts(of total: Int) -> [Int] {
    let full = [Int](repeating: width, count: total / width)
    return total % width == 0 ? full : full + [total % width]
  }

  /// Three digits a folder, all but the last with an x: 1234067 is x001/x234/067.
  private static func number(_ index: Int) -> String {
    var rest = index / 1_000
    var text = digits(index % 1_000)
    while rest > 0 {
      text = "x\(digits(rest % 1_000))/\(text)"
      rest /= 1_000
    }
    return text
  }

  private static func digits(_ value: Int) -> String {
    String(repeating: "0", count: 3 - String(value).count) + String(value)
  }

  private static func partial(_ count: Int) -> String { count == width ? "" : ".p/\(count)" }
}

/// Collects one line that must end in CRLF; every byte is judged as it comes.
struct HTTPLine: Sendable {
  private var bytes: [UInt8] = []
  private var sawReturn = false

  /// Takes bytes from a position on and gives the line, without its end, when it is complete.
  ///
  /// The budget counts down with every byte; running out of it is the mistake given.
  mutating func read(
    _ input: [UInt8], at position: inout Int, budget: inout Int, tooLong: HTTPMistake
  ) throws(HTTPMistake) -> [UInt8]? {
    while position < input.count {
      let byte = input[position]
      position += 1
      budget -= 1
      guard budget >= 0 else { throw tooLong }
      switch byte {
      case ASCII.lineFeed:
        guard sawReturn else { throw .bareLineFeed }
        defer {
          bytes = []
          sawReturn = false
        }
        return bytes
      case _ where sawReturn: throw .bareCarriageReturn
      case ASCII.carriageReturn: sawReturn = true
      case 0x00..<0x20 where byte != ASCII.tab, 0x7f: throw .controlByte
      default: bytes.append(byte)
      }
    }
    return nil
  }
}

/// Takes out of a server's offer to pushing clients (gitprotocol-http, "Smart Server Response") what a
/// grant does not let through, so that git says by itself what cannot be done.
///
/// Holds what it was given until the line with the capabilities is whole, 64 KiB at most.
struct PushAdvertisement: Sendable {
  /// What is known so far.
  enum Outcome: Hashable, Sendable {
    /// More bytes must come first.
    case needMore
    /// All bytes so far as they may go on, and how many fewer they are; the rest passes as it is.
    case pass([UInt8], removed: Int)
    /// Bytes that are no offer to a pushing client.
    case refused
  }

  private static let limit = 64 << 10
  private var received: [UInt8] = []
  private var position = 0
  private var flushes = 0

  /// Takes the next bytes; nothing more once there is an outcome.
  mutating func append(_ bytes: some Collection<UInt8>) -> Outcome {
    received += bytes
    while let length = lineLength() {
      guard length != 0 else {
        // The name of the service ends with the first, an offer without any ref with the second.
        flushes += 1
        position += 4
        guard flushes < 2 else { return .refused }
        continue
      }
      guard length > 4, length <= 65_520 else { return .refused }
      guard position + length <= received.count else { break }
      let line = received[(position + 4)..<(position + length)]
      guard let end = line.firstIndex(of: 0) else {
        position += length
        continue
      }
      return replace(line, end)
    }
    return received.count > Self.limit ? .refused : .needMore
  }

  /// The length of the next pkt-line (gitprotocol-common); nil until it is there, 1 for what is none.
  private func lineLength() -> Int? {
    let start = received[position...].prefix(4)
    var length = 0
    for byte in start {
      guard let digit = ASCII.hexValue(byte) else { return 1 }
      length = length << 4 | Int(digit)
    }
    return start.count == 4 ? length : nil
  }

  private func replace(_ line: ArraySlice<UInt8>, _ end: Int) -> Outcome {
    let words = line[(end + 1)...]
    let text = words.last == ASCII.lineFeed ? words.dropLast() : words
    let kept = PushCapabilities(text).permitted.joined(separator: " ")
    let changed = GitAnswer.packet(Array(line[...end]) + Array("\(kept)\n".utf8))
    let passed = received[..<position] + changed + received[line.endIndex...]
    return .pass(Array(passed), removed: received.count - passed.count)
  }
}

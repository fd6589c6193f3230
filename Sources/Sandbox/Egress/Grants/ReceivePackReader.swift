/// One command of a push.
package struct RefUpdate: Hashable, Sendable {
  /// The full name of the ref.
  package let ref: String
  /// Whether the ref is to be deleted.
  package let isDeletion: Bool
}

/// Reads the commands at the start of a push (gitprotocol-pack, "Reference Update Request") from
/// bytes in any pieces; of the pack behind them the head is looked at.
///
/// Holds what it was given until that is seen, 64 KiB at most, so that nothing is sent before it is
/// judged. Options and signatures of a push stand between its commands and its pack: a push that asks
/// for a capability of no list is refused, and so are bytes behind the commands that begin no pack.
package struct ReceivePackReader: Sendable {
  /// What is known so far.
  package enum Outcome: Hashable, Sendable {
    /// More bytes must come first, or the end.
    case needMore
    /// All commands; none in the probe that git sends to see whether it is let in.
    case commands([RefUpdate])
    /// Bytes that cannot be judged, and why as the end of a sentence about the push.
    case refused(String)
  }

  private static let limit = 64 << 10
  private var position = 0
  private var updates: [RefUpdate] = []
  private var isBehindCommands = false
  private var outcome = Outcome.needMore

  /// Whether the pusher reads errors from a channel of their own.
  package private(set) var usesSideBand = false

  /// All bytes that were given, to be sent on when the commands are permitted.
  package private(set) var received: [UInt8] = []

  /// A reader at the start of a body.
  package init() {}

  /// Takes bytes; once the outcome stands it does not change, and bytes are no longer kept.
  package mutating func append(_ bytes: some Collection<UInt8>) -> Outcome {
    guard outcome == .needMore else { return outcome }
    received += bytes
    while outcome == .needMore, !isBehindCommands, let line = nextLine() { read(line) }
    if outcome == .needMore, isBehindCommands { readPack() }
    if outcome == .needMore, received.count > Self.limit {
      outcome = .refused("has more commands than can be judged")
    }
    return outcome
  }

  /// Hears that the body has ended, which it does behind the commands when these bring no objects.
  package mutating func finish() -> Outcome {
    guard outcome == .needMore else { return outcome }
    outcome =
      isBehindCommands && !needsPack && position == received.count
      ? .commands(updates) : .refused("ends before its commands or its pack do")
    return outcome
  }

  /// Whether objects come behind the commands: for all that do not delete (gitprotocol-pack).
  private var needsPack: Bool { !updates.allSatisfy(\.isDeletion) }

  /// Looks at what stands behind the commands: the head of a pack (gitformat-pack), or nothing.
  private mutating func readPack() {
    let rest = received[position...]
    let isPack = [2, 3].contains { (version: UInt8) in
      let head = Array("PACK".utf8) + [0, 0, 0, version]
      guard rest.count >= head.count else { return head.starts(with: rest) }
      return rest.starts(with: head)
    }
    guard rest.isEmpty || needsPack && isPack else {
      outcome = .refused("has bytes after its commands that are not a pack")
      return
    }
    if rest.count >= 8 { outcome = .commands(updates) }
  }

  private enum Line {
    case flush
    case text(ArraySlice<UInt8>)
    case wrong
  }

  /// The next pkt-line (gitprotocol-common); nil until it is whole.
  private mutating func nextLine() -> Line? {
    let start = received[position...].prefix(4)
    var length = 0
    for byte in start {
      guard let digit = ASCII.hexValue(byte) else { return .wrong }
      length = length << 4 | Int(digit)
    }
    guard start.count == 4 else { return nil }
    if length == 0 {
      position += 4
      return .flush
    }
    // 1 to 3 are delimiters of another version; the longest line of git is 65,520.
    guard length > 4, length <= 65_520, position + length <= Self.limit else { return .wrong }
    guard received.count - position >= length else { return nil }
    defer { position += length }
    return .text(received[(position + 4)..<(position + length)])
  }

  private mutating func read(_ line: Line) {
    switch line {
    case .flush: isBehindCommands = true
    case .wrong: outcome = .refused(Self.unreadable)
    case .text(let text):
      if updates.isEmpty, text.starts(with: Array("shallow ".utf8)) {
        let object = Self.withoutLineEnd(text.dropFirst(8))
        if !Self.isObject(object) { outcome = .refused(Self.unreadable) }
        return
      }
      if updates.isEmpty, let end = text.firstIndex(of: 0) {
        let asked = PushCapabilities(Self.withoutLineEnd(text[(end + 1)...]))
        usesSideBand = asked.words.contains("side-band-64k")
        if let stranger = asked.strangers.first {
          let shown = CappedText.visible(stranger.utf8, limit: 80)
          outcome = .refused("asks for \(shown), which grants do not let through")
          return
        }
      }
      guard updates.count < 256, let update = Self.update(text, isFirst: updates.isEmpty) else {
        outcome = .refused(Self.unreadable)
        return
      }
      updates.append(update)
    }
  }

  /// Reads `OLD SP NEW SP REF`, in the first command followed by NUL and capabilities.
  private static func update(_ text: ArraySlice<UInt8>, isFirst: Bool) -> RefUpdate? {
    let parts = text.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    guard let command = parts.first, parts.count == 1 || isFirst else { return nil }
    let words = withoutLineEnd(command).split(
      separator: ASCII.space, maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count == 3, isObject(words[0]), isObject(words[1]),
      words[0].count == words[1].count, isRef(words[2])
    else { return nil }
    return RefUpdate(
      ref: String(decoding: words[2], as: UTF8.self),
      isDeletion: words[1].allSatisfy { $0 == UInt8(ascii: "0") })
  }

  private static let unreadable = "begins with what cannot be judged"

  private static func withoutLineEnd(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text.last == ASCII.lineFeed ? text.dropLast() : text
  }

  /// A SHA-1 or SHA-256 name in small hexadecimal digits.
  private static func isObject(_ word: ArraySlice<UInt8>) -> Bool {
    (word.count == 40 || word.count == 64)
      && word.allSatisfy { ASCII.hexValue($0) != nil && $0 == ASCII.lower($0) }
  }

  /// A full name that git itself takes (git-check-ref-format), in visible ASCII.
  private static func isRef(_ name: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: name, as: UTF8.self)
    guard text.hasPrefix("refs/"), name.count <= 1024,
      name.allSatisfy({ (0x21...0x7e).contains($0) && !Array("~^:?*[\\".utf8).contains($0) })
    else { return false }
    guard !text.contains(".."), !text.contains("@{"), !text.hasSuffix(".") else { return false }
    return text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && !$0.hasPrefix(".") && !$0.hasSuffix(".lock")
    }
  }
}

/// Changes inputs a little, in ways that parsers get wrong.
package struct Mutator {
  /// Inputs that showed behaviour of their own; others are made of these.
  package private(set) var corpus: [[UInt8]]

  private let tokens: [[UInt8]]
  private var behaviours: Set<String> = []
  private static let corpusLimit = 4096
  private static let longest = 40_000

  /// Starts from seeds; tokens are what the format's grammar is made of.
  package init(seeds: [[UInt8]], tokens: [[UInt8]]) {
    corpus = seeds.isEmpty ? [[]] : seeds
    self.tokens = tokens
  }

  /// A new input.
  package func next(by random: inout SeededRandom) -> [UInt8] {
    var input = corpus[random.below(corpus.count)]
    for _ in 0...random.below(4) { mutate(&input, by: &random) }
    if input.count > Self.longest { input.removeLast(input.count - Self.longest) }
    return input
  }

  /// Keeps an input whose behaviour was not seen before.
  package mutating func learn(_ input: [UInt8], behaviour: String) {
    guard corpus.count < Self.corpusLimit, behaviours.insert(behaviour).inserted else { return }
    corpus.append(input)
  }

  private func mutate(_ input: inout [UInt8], by random: inout SeededRandom) {
    let place = random.below(input.count + 1)
    switch random.below(13) {
    case 0 where place < input.count: input[place] ^= 1 << UInt8(random.below(8))
    case 1 where place < input.count: input[place] = UInt8(random.below(256))
    case 2 where place < input.count: input[place] = Self.edges[random.below(Self.edges.count)]
    case 3 where place < input.count: input[place] &+= random.below(2) == 0 ? 1 : 255
    case 4: input.insert(UInt8(random.below(256)), at: place)
    case 5: input.removeSubrange(place..<min(input.count, place + 1 + random.below(8)))
    case 6: input.removeSubrange(place...)
    case 7:
      let end = min(input.count, place + random.below(40))
      input.insert(contentsOf: input[place..<end], at: random.below(input.count + 1))
    case 8:
      let other = corpus[random.below(corpus.count)]
      input.replaceSubrange(place..., with: other[random.below(other.count + 1)...])
    case 9 where !tokens.isEmpty:
      input.insert(contentsOf: tokens[random.below(tokens.count)], at: place)
    case 10 where place + 2 <= input.count:
      let value = UInt16(truncatingIfNeeded: random.next()) >> UInt16(random.below(16))
      input.replaceSubrange(place..<place + 2, with: DNSBytes.word(value))
    case 11 where random.below(20) == 0:
      let byte = place < input.count ? input[place] : 0x61
      input.insert(contentsOf: Array(repeating: byte, count: random.below(20_000)), at: place)
    default: input += tokens.isEmpty ? [0] : tokens[random.below(tokens.count)]
    }
  }

  private static let edges: [UInt8] = [
    0, 1, 9, 10, 13, 0x20, 0x2e, 0x2f, 0x3a, 0x3f, 0x40, 0x7f, 0x80, 0xc0, 0xff,
  ]
}

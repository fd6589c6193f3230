/// xoshiro256** (Blackman and Vigna, 2018), its state filled by SplitMix64: fast, long, repeatable.
struct SeededGenerator: RandomNumberGenerator {
  private var a: UInt64
  private var b: UInt64
  private var c: UInt64
  private var d: UInt64

  /// The generator of one stream: streams of one seed do not depend on each other's length.
  init(seed: UInt64, stream: UInt64) {
    var mixer = SplitMix(state: seed)
    var state = SplitMix(state: mixer.next() ^ (stream &* 0xD134_2543_DE82_EF95))
    (a, b, c, d) = (state.next(), state.next(), state.next(), state.next())
  }

  mutating func next() -> UInt64 {
    let result = rotated(b &* 5, 7) &* 9
    let shifted = b << 17
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = rotated(d, 45)
    return result
  }

  /// True with this probability: 53 random bits are compared with it.
  mutating func isTrue(probability: Double) -> Bool {
    Double(next() >> 11) * 0x1p-53 < probability
  }

  private func rotated(_ value: UInt64, _ count: UInt64) -> UInt64 {
    value << count | value >> (64 - count)
  }
}

/// Steele, Lea and Flood's generator, which makes unlike states of like seeds.
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

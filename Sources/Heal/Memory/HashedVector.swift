internal import FoundationEssentials

/// A text as a point, by hashing its words and the triples of letters in them.
///
/// Texts that share many lie close together. The same text has the same vector on every machine, and no
/// model is needed.
///
/// Feature hashing with signs after Weinberger et al., "Feature Hashing for Large Scale Multitask
/// Learning", 2009; the hash is FNV-1a with 64 bits.
struct HashedVector: Equatable, Sendable {
  /// The number of dimensions; collisions among the few hundred features of a case are rare and cancel
  /// out by their signs.
  static let dimensions = 256
  /// How much a triple counts beside a word.
  private static let tripleWeight: Float = 0.5

  /// The coordinates; of length 1, or all zero for a text without words.
  let values: [Float]

  /// The vector of a text.
  init(_ text: String) {
    var values = [Float](repeating: 0, count: Self.dimensions)
    for word in Self.words(text) {
      Self.add(word[...], 1, to: &values)
      let framed = [0x5E] + word + [0x24]
      guard framed.count > 3 else { continue }
      for start in 0...(framed.count - 3) {
        Self.add(framed[start..<start + 3], Self.tripleWeight, to: &values)
      }
    }
    let length = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
    self.values = length == 0 ? values : values.map { $0 / length }
  }

  /// Reads what ``bytes`` gave; nil when it is something else.
  init?(bytes: Data) {
    guard bytes.count == Self.dimensions * 4 else { return nil }
    let bytes = Array(bytes)
    values = (0..<Self.dimensions).map { index in
      Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[index * 4 + $1]) << (8 * $1) })
    }
  }

  /// The coordinates as 32-bit numbers, little end first.
  var bytes: Data {
    Data(values.flatMap { value in (0..<4).map { UInt8(value.bitPattern >> (8 * $0) & 0xFF) } })
  }

  /// The cosine of the angle to another, from -1 to 1; 0 beside a text without words.
  func similarity(to other: HashedVector) -> Float {
    zip(values, other.values).reduce(0) { $0 + $1.0 * $1.1 }
  }

  /// The words of a text in lower case: runs of letters and digits; a name in camel case is several.
  static func words(_ text: String) -> [[UInt8]] {
    var words: [[UInt8]] = []
    var word: [UInt8] = []
    var wasLower = false
    for byte in text.utf8 {
      let isUpper = (0x41...0x5A).contains(byte)
      let isLower = (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte >= 0x80
      if !isUpper && !isLower || isUpper && wasLower {
        if !word.isEmpty { words.append(word) }
        word = []
      }
      if isUpper || isLower { word.append(isUpper ? byte | 0x20 : byte) }
      wasLower = isLower
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  private static func add(_ feature: ArraySlice<UInt8>, _ weight: Float, to values: inout [Float]) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in feature { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    values[Int(hash % UInt64(dimensions))] += hash >> 63 == 0 ? weight : -weight
  }
}

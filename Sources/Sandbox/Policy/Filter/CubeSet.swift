/// All numbers whose masked bits have given values.
struct Cube: Hashable {
  var mask: UInt64
  var value: UInt64

  /// All numbers.
  static let everything = Cube(mask: 0, value: 0)

  /// The numbers in both, or nothing.
  func intersection(_ other: Cube) -> Cube? {
    let common = mask & other.mask
    guard value & common == other.value & common else { return nil }
    return Cube(mask: mask | other.mask, value: value | other.value)
  }

  /// The numbers that are not in the other, as disjoint cubes.
  ///
  /// Bits are split from the top, so that the pieces are prefixes as in a trie: a filter that
  /// compares the upper half of an argument first never has to come back.
  func subtracting(_ other: Cube) -> [Cube] {
    guard intersection(other) != nil else { return [self] }
    var pieces: [Cube] = []
    var (mask, value) = (mask, value)
    for bit in stride(from: 63, through: 0, by: -1) {
      let flag: UInt64 = 1 << UInt64(bit)
      guard other.mask & flag != 0, self.mask & flag == 0 else { continue }
      mask |= flag
      pieces.append(Cube(mask: mask, value: value | (~other.value & flag)))
      value |= other.value & flag
    }
    return pieces
  }
}

/// A set of 64-bit numbers as disjoint masked equalities, the form that a filter can test.
struct CubeSet: Hashable {
  private(set) var cubes: [Cube]

  /// All numbers.
  static let everything = CubeSet(cubes: [.everything])

  /// Whether no number is in the set.
  var isEmpty: Bool { cubes.isEmpty }

  /// The numbers for which one condition holds.
  init(_ condition: ArgumentCondition) {
    let narrow = ArgumentWidth.isNarrow(call: condition.call, argument: condition.argument)
    let width: UInt64 = narrow ? 0xffff_ffff : .max
    let values = condition.values.map(\.value)
    switch condition.test {
    case .bitsClear:
      self.init(cubes: [Cube(mask: values.reduce(0, |) & width, value: 0)])
    case .oneOf, .noneOf:
      let mask = (condition.mask?.value ?? .max) & width
      // A value with bits outside the mask can never be equal.
      let listed = Set(values).filter { $0 & mask == $0 }.sorted()
      let set = CubeSet(cubes: listed.map { Cube(mask: mask, value: $0) })
      self = condition.test == .oneOf ? set : CubeSet.everything.subtracting(set)
    }
  }

  init(cubes: [Cube]) { self.cubes = cubes }

  /// The numbers in both sets.
  func intersection(_ other: CubeSet) -> CubeSet {
    CubeSet(cubes: cubes.flatMap { cube in other.cubes.compactMap { cube.intersection($0) } })
  }

  /// The numbers that are not in the other set.
  func subtracting(_ other: CubeSet) -> CubeSet {
    CubeSet(
      cubes: other.cubes.reduce(cubes) { rest, cube in rest.flatMap { $0.subtracting(cube) } })
  }
}

/// FreeBSD's `version[_revision][,epoch]`, after pkg-version(8) and the Porter's Handbook.
///
/// A version is a list of components: a number, then a letter or a stage (`alpha`, `beta`, `pre`,
/// `rc`, `pl`), then a patch level. A component that starts without a number comes before nothing.
enum FreeBSDVersions {
  private enum Rank {
    static let asterisk: UInt16 = 0
    static let noNumber: UInt16 = 1
    static let zeroBeforeStage: UInt16 = 2
    static let end: UInt16 = 3
    static let number: UInt16 = 4
    static let noPatchLevel: UInt16 = 0
    static let patchLevel: UInt16 = 1
  }

  private struct Component {
    var rank: UInt16 = Rank.number
    var number: ArraySlice<UInt8> = []
    /// 1 for `a` to 26 for `z`, 0 for none.
    var letter: UInt16 = 0
    /// Nil where a letter has no number behind it.
    var patchLevel: ArraySlice<UInt8>? = []

    var isZero: Bool {
      rank == Rank.number && letter == 0 && number.allSatisfy { $0 == ASCII.zero }
    }
  }

  private static let stages: [(name: String, letter: UInt16)] = [
    ("pl", 0), ("alpha", 1), ("beta", 2), ("pre", 16), ("rc", 18),
  ]

  static func key(of bytes: [UInt8]) -> VersionKey? {
    var version = ASCII.lowercased(bytes)[...]
    guard let epoch = removeNumber(after: UInt8(ascii: ","), from: &version),
      let revision = removeNumber(after: ASCII.underscore, from: &version),
      version.contains(where: { $0.isDigit || $0.isLetter })
    else { return nil }
    var key = VersionKey()
    key.append(rank: Rank.number, number: epoch)
    for block in version.split(separator: ASCII.plus, omittingEmptySubsequences: false) {
      append(components(of: block), to: &key)
    }
    // Blocks that the other version lacks come before its revision, so the list needs its own end.
    key.append(rank: Rank.end)
    key.append(rank: Rank.number, number: revision)
    key.append(rank: Rank.end)
    return key
  }

  /// Cuts a number off the end; empty when the separator is absent, nil when no number follows it.
  private static func removeNumber(
    after separator: UInt8, from version: inout ArraySlice<UInt8>
  ) -> ArraySlice<UInt8>? {
    guard let index = version.lastIndex(of: separator) else { return [] }
    let number = version[(index + 1)...]
    guard !number.isEmpty, number.allSatisfy(\.isDigit) else { return nil }
    version = version[..<index]
    return number
  }

  private static func components(of block: ArraySlice<UInt8>) -> [Component] {
    var components: [Component] = []
    var cursor = ByteCursor(block)
    while !cursor.isAtEnd {
      components.append(takeComponent(from: &cursor))
      _ = cursor.take { !$0.isDigit && !$0.isLetter && $0 != UInt8(ascii: "*") }
    }
    return components
  }

  private static func takeComponent(from cursor: inout ByteCursor) -> Component {
    var component = Component()
    if cursor.skip(UInt8(ascii: "*")) {
      _ = cursor.take { _ in true }
      component.rank = Rank.asterisk
    } else if cursor.next?.isDigit == true {
      component.number = cursor.takeDigits()
    } else {
      component.rank = Rank.noNumber
    }
    guard let first = cursor.next, first.isLetter else { return component }
    var ahead = cursor
    let word = ahead.take { $0.isLetter }
    let stage = stages.first { word.count > 1 && word.elementsEqual($0.name.utf8) }
    // A stage directly behind a number is a component of its own.
    if stage != nil, component.rank == Rank.number { return component }
    component.letter = stage?.letter ?? UInt16(first - UInt8(ascii: "a") + 1)
    cursor = ahead
    component.patchLevel = cursor.next?.isDigit == true ? cursor.takeDigits() : nil
    return component
  }

  private static func append(_ components: [Component], to key: inout VersionKey) {
    let count = (components.lastIndex { !$0.isZero } ?? -1) + 1
    var precedesStage = [Bool](repeating: false, count: count)
    var isStageNext = false
    for index in (0..<count).reversed() {
      precedesStage[index] = isStageNext
      if !components[index].isZero { isStageNext = components[index].rank < Rank.end }
    }
    for (component, isBeforeStage) in zip(components, precedesStage) {
      let rank = component.isZero && isBeforeStage ? Rank.zeroBeforeStage : component.rank
      key.append(rank: rank, number: component.number)
      key.append(rank: component.letter)
      if let patchLevel = component.patchLevel {
        key.append(rank: Rank.patchLevel, number: patchLevel)
      } else {
        key.append(rank: Rank.noPatchLevel)
      }
    }
    key.append(rank: Rank.end)
  }
}

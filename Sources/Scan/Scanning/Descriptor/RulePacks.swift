/// The rules of ours that one tool runs, by language.
package struct RulePacks: Equatable, Sendable {
  /// The rules of each pack: the elements of its list as JSON text, not read.
  private let rules: [String: ArraySlice<UInt8>]

  /// What a pack is, around its rules: the build writes it in this form, whose parts can be joined.
  private static let opening = Array(#"{"rules":["#.utf8), closing = Array("]}".utf8)

  /// Takes the packs that a descriptor names.
  ///
  /// - Throws: `usage` for a name without a pack.
  init(
    of descriptor: ToolDescriptor, from packs: [String: [UInt8]], file: String
  ) throws(ScanError) {
    var rules: [String: ArraySlice<UInt8>] = [:]
    for name in descriptor.inputs.compactMap(\.rulePack) {
      guard let pack = packs[name], pack.starts(with: Self.opening),
        pack.suffix(Self.closing.count).elementsEqual(Self.closing)
      else {
        throw ScanError(.usage, "there is no rule pack \"\(name)\"", context: file)
      }
      rules[name] = pack.dropFirst(Self.opening.count).dropLast(Self.closing.count)
    }
    self.rules = rules
  }

  /// The packs of these names as one JSON document.
  package func merged(_ names: [String]) -> [UInt8] {
    let lists = names.sorted().compactMap { rules[$0] }.filter { !$0.isEmpty }
    return Self.opening + lists.joined(separator: [UInt8(ascii: ",")]) + Self.closing
  }

  /// All packs as one JSON document; nil where the tool runs no rules of ours.
  package var all: [UInt8]? { rules.isEmpty ? nil : merged(Array(rules.keys)) }
}

/// The names and words of pytest.
enum PytestNode {
  /// Takes a node id, `path::Class::test[parameters]`, apart.
  static func id(of node: String) -> TestID {
    // Parameters may hold anything, colons too.
    let bytes = Array(node.utf8)
    let bracket = bytes.firstIndex(of: UInt8(ascii: "[")) ?? bytes.count
    var line = ByteCursor(bytes[..<bracket])
    let tail = String(decoding: bytes[bracket...], as: UTF8.self)
    // What has no test is a file that could not be collected.
    guard let suite = line.take(upTo: "::") else { return TestID(suite: node, name: "collection") }
    let group = line.take(upToLast: "::")
    return TestID(suite: suite, group: group, name: line.rest + tail)
  }

  /// The file of a node id.
  static func path(of node: String) -> String {
    var line = ByteCursor(node)
    return line.take(upTo: "::") ?? node
  }

  /// The meaning of an outcome's word, in any of pytest's spellings.
  static func outcome(of word: String) -> Outcome {
    switch word.lowercased() {
    case "passed", "xpassed", "xpass", "rerun": .passed
    case "failed": .failed
    case "skipped", "xfailed", "xfail", "deselected": .skipped
    default: .errored
    }
  }
}

internal import Text
internal import YAML

/// Reads one YAML document into a JSON value.
///
/// A rule must mean the same to the scanner whether it reads the file or the pack: plain scalars that
/// one version of YAML takes for a boolean, date or number and another does not are refused.
enum YAMLReader {
  /// Reads the only document of a text.
  static func read(_ text: String, path: String) throws -> JSONValue {
    try value(of: try YAMLParser.parse(Array(text.utf8), file: path))
  }

  private static func value(of node: YAMLNode) throws -> JSONValue {
    switch node.content {
    case .scalar(let text, plain: false): return .string(text)
    case .scalar(let text, plain: true):
      if let value = PlainScalar.value(of: text) { return value }
      throw Problem(
        node.mark, "'\(text)' means different things in different versions of YAML",
        remedy: "quote it")
    case .sequence(let nodes): return .array(try nodes.map(value))
    case .mapping(let entries):
      var members: [String: JSONValue] = [:]
      for entry in entries {
        guard case .string(let name) = try value(of: entry.key) else {
          throw Problem(entry.key.mark, "a key that is not text", remedy: "quote it")
        }
        members[name] = try value(of: entry.value)
      }
      return .object(members)
    }
  }
}

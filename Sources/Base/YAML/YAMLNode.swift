/// One node of a parsed YAML text; every node knows where it was written.
package struct YAMLNode: Sendable, Equatable {
  /// What a node holds.
  package indirect enum Content: Sendable, Equatable {
    /// A text without structure; a plain one may stand for a number, a Boolean or nothing.
    case scalar(String, plain: Bool)
    /// An ordered list.
    case sequence([YAMLNode])
    /// Keys and values in the order in which they were written.
    case mapping([Entry])
  }

  /// One key and its value.
  package struct Entry: Sendable, Equatable {
    /// The key, always a scalar.
    package var key: YAMLNode
    /// The text of the key.
    package var name: String
    /// What stands behind the key.
    package var value: YAMLNode
  }

  /// What the node holds.
  package var content: Content

  /// Where the node starts.
  package var mark: Mark

  /// What the node is, in the words of an error message.
  package var kind: String {
    switch content {
    case .scalar("", plain: true), .scalar("~", plain: true), .scalar("null", plain: true):
      "nothing"
    case .scalar: "a single value"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }

  /// Whether the node stands for nothing: an empty value, `~` or `null`.
  package var isNothing: Bool { kind == "nothing" }
}

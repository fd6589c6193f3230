/// A value of a structured text, whichever notation it is written in, with the line it stands on.
///
/// Scalars are texts as the file spells them, because readers of lock files compare spellings.
package struct DataNode: Sendable {
  /// What the value is.
  package enum Content: Sendable {
    /// A null, or a key without a value.
    case nothing
    /// A scalar: a string without its quotes, or a number, truth value or date as it is spelled.
    case text(String)
    /// A list in the order of the file.
    case list([DataNode])
    /// Named values in the order of the file.
    case mapping(Mapping)
  }

  /// What the value is.
  package var content: Content
  /// The line of its first character, from 1; for a named value the line of its name.
  package var line: Int

  /// Makes a value.
  package init(_ content: Content, line: Int) {
    self.content = content
    self.line = line
  }

  /// The named value of a mapping; nil where there is none, or this is no mapping.
  package subscript(_ name: String) -> DataNode? {
    if case .mapping(let mapping) = content { mapping[name] } else { nil }
  }

  /// The text of a scalar; nil for anything else.
  package var text: String? {
    if case .text(let text) = content { text } else { nil }
  }

  /// The elements of a list; none for anything else.
  package var elements: [DataNode] {
    if case .list(let elements) = content { elements } else { [] }
  }

  /// The named values of a mapping in the order of the file; none for anything else.
  package var entries: [Mapping.Entry] {
    if case .mapping(let mapping) = content { mapping.entries } else { [] }
  }

  /// Whether the scalar is the word `true`.
  package var isTrue: Bool { text == "true" }
}

extension DataNode {
  /// Named values in the order of the file, found by name in constant time.
  package struct Mapping: Sendable {
    /// A name and its value.
    package struct Entry: Sendable {
      /// The name without quotes.
      package var name: String
      /// The value, on the line of the name.
      package var value: DataNode

      /// Makes an entry.
      package init(name: String, value: DataNode) {
        self.name = name
        self.value = value
      }
    }

    /// Every entry, also those whose name comes again.
    package private(set) var entries: [Entry] = []
    private var places: [String: Int] = [:]

    /// Makes an empty mapping.
    package init() {}

    /// The last value of a name, as every reader of these notations takes it.
    package subscript(_ name: String) -> DataNode? {
      places[name].map { entries[$0].value }
    }

    /// Adds a value behind the others.
    package mutating func append(_ name: String, _ value: DataNode) {
      places[name] = entries.count
      entries.append(Entry(name: name, value: value))
    }
  }
}

/// The files of `profiles/`, `tools/` and `rules/`, built into the binary.
///
/// The tables are literals in read-only data: nothing is read, parsed or copied until asked for.
package enum ProductData {
  /// One embedded file or rule pack.
  package struct Document: Sendable {
    /// The file name without its extension, the language of a rule pack, or the path of a fixer.
    package let name: StaticString
    /// The file's content byte for byte, in UTF-8.
    package let text: StaticString
  }

  /// The document of that name in one of the tables; looks at each name, there are few.
  package static func document(named name: String, in table: [Document]) -> Document? {
    table.first { $0.name.description == name }
  }
}

package import FoundationEssentials

/// A text that wants to be obeyed, believed or shown: what untrusted places may hold.
package struct Injection: Sendable, CustomStringConvertible {
  /// The name of its file in `Tests/Fixtures/injection`, without the ending.
  package let name: String
  /// Its bytes; not always UTF-8.
  package let bytes: [UInt8]

  /// Its text; what is not UTF-8 is replaced.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
  /// The name, for reports of tests.
  package var description: String { name }

  /// The folder of the texts.
  package static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/injection")

  /// Every text of the folder, by name; empty when the folder is not there, which a test notices.
  package static let all: [Injection] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
    return names.filter { $0.hasSuffix(".txt") }.sorted().compactMap { name in
      (try? Data(contentsOf: folder.appending(path: name))).map {
        Injection(name: String(name.dropLast(4)), bytes: Array($0))
      }
    }
  }()

  /// The text as comments of Python: every line behind a mark, whatever ends lines for somebody; without
  /// NUL, which would make the file a binary one.
  package var comment: String {
    text.filter { $0 != "\0" }.split(omittingEmptySubsequences: false) {
      $0.isNewline || "\u{0B}\u{0C}\u{1C}\u{1D}\u{1E}".contains($0)
    }.map { "# \($0)\n" }.joined()
  }
}

internal import FoundationEssentials

/// A text with signatures below it: C2SP signed-note.
package struct SignedNote: Sendable, Equatable {
  /// The text, which ends with a newline.
  package let text: String
  private let signatures: [(name: String, bytes: [UInt8])]

  /// The most bytes of a note.
  package static let mostBytes = 1 << 16

  /// Reads a note; nil when it is none.
  ///
  /// No signature of it is checked yet.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.mostBytes, bytes.last == 0x0A,
      let blank = bytes.firstRange(of: [0x0A, 0x0A]),
      let text = String(validating: bytes[...blank.lowerBound], as: UTF8.self),
      let lines = String(validating: bytes[blank.upperBound...], as: UTF8.self)
    else { return nil }
    var signatures: [(name: String, bytes: [UInt8])] = []
    for line in lines.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let parts = line.split(separator: " ", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[0] == "\u{2014}",
        let data = Data(base64Encoded: String(parts[2])), data.count > 4,
        data.base64EncodedString() == parts[2]
      else { return nil }
      signatures.append((String(parts[1]), Array(data)))
    }
    self.text = text
    self.signatures = signatures
  }

  /// Signs a text, which must end with a newline and hold no blank line.
  package init(_ text: String, by key: SigningKey) throws(AuditError) {
    guard text.hasSuffix("\n"), !text.hasPrefix("\n"), !text.contains("\n\n") else {
      throw AuditError(.refused, "the text of a note ends with a newline and has no blank line")
    }
    self.text = text
    let signature = try key.verifier.identifier + key.signature(of: Array(text.utf8))
    signatures = [(key.verifier.name, signature)]
  }

  /// The note as it is written: text, an empty line, one line for each signature.
  package var bytes: [UInt8] {
    let lines = signatures.map { "\u{2014} \($0.name) \(Data($0.bytes).base64EncodedString())\n" }
    return Array("\(text)\n\(lines.joined())".utf8)
  }

  /// Wants exactly one signature by `key`, of this text; those of others do not count.
  package func check(_ key: VerifierKey, of what: String) throws(AuditError) {
    let own = signatures.filter {
      $0.name == key.name && Array($0.bytes.prefix(4)) == key.identifier
    }
    guard let signature = own.first else {
      throw AuditError(.wrongKey, "\(what) is not signed by \(key.description)")
    }
    guard own.count == 1 else { throw AuditError(.malformed, "\(what) is signed twice") }
    guard signature.bytes.count == 68,
      key.isSignature(Array(signature.bytes.dropFirst(4)), of: Array(text.utf8))
    else { throw AuditError(.tampered, "the signature of \(what) is not of its text") }
  }

  /// Two notes are equal when their bytes are.
  package static func == (left: SignedNote, right: SignedNote) -> Bool { left.bytes == right.bytes }
}

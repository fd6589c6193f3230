/// The ways in which a server may give a credential back.
enum SecretForms {
  /// Byte strings of which each means that the credential is there.
  ///
  /// Plain; in base64 of both alphabets at any place of a longer text; hexadecimal; escaped as in
  /// addresses, markup and JSON, by writers that escape everything and by those that escape little. Of
  /// each at most 256 bytes, which no other text shares by chance. Not found are compressed, encrypted
  /// and reversed forms, and base64 broken into lines.
  static func forms(of secret: Secret) -> [[UInt8]] {
    let bytes = Array(secret.bytes.prefix(256))
    var forms: Set<[UInt8]> = [bytes]
    for form in Base64.innerForms(bytes) {
      forms.insert(form)
      forms.insert(Base64.urlForm(form))
    }
    let digits = bytes.flatMap { hex($0) }
    forms.insert(digits)
    forms.insert(ASCII.lower(digits))
    for isEscaped in selections {
      for escape in escapes {
        forms.insert(bytes.flatMap { isEscaped($0) ? escape($0) : [$0] })
      }
    }
    return forms.map { Array($0.prefix(256)) }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Which bytes writers escape: all of them; all but letters and digits; what is reserved in addresses,
  /// and less of it, as encodeURI of JavaScript does; what is special in markup, and in JSON.
  private static let selections: [@Sendable (UInt8) -> Bool] = [
    { _ in true }, { !ASCII.isLetter($0) && !ASCII.isDigit($0) }, { !ASCII.isUnreserved($0) },
    { !ASCII.isUnreserved($0) && !Array(";,/?:@&=+$!*'()#".utf8).contains($0) },
    { Array("<>&\"'".utf8).contains($0) }, { Array("\"\\/".utf8).contains($0) },
  ]

  /// How they write a byte: `%2F`, `\u002F`, `&#x2F;`, `&#47;`, `&amp;`, `\/`.
  private static let escapes: [@Sendable (UInt8) -> [UInt8]] = [
    { text("%") + hex($0) }, { text("%") + ASCII.lower(hex($0)) },
    { text("\\u00") + hex($0) }, { text("\\u00") + ASCII.lower(hex($0)) },
    { text("&#x") + hex($0) + text(";") }, { text("&#x") + ASCII.lower(hex($0)) + text(";") },
    { text("&#\($0);") }, { named[$0] ?? text("&#\($0);") }, { text("\\") + [$0] },
  ]

  private static let named: [UInt8: [UInt8]] = [
    UInt8(ascii: "<"): text("&lt;"), UInt8(ascii: ">"): text("&gt;"),
    UInt8(ascii: "&"): text("&amp;"), UInt8(ascii: "\""): text("&quot;"),
  ]

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func hex(_ byte: UInt8) -> [UInt8] {
    [ASCII.hexDigit(byte >> 4), ASCII.hexDigit(byte)]
  }
}

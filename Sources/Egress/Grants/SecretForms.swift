/// The ways in which a server may give a credential back.
enum SecretForms {
  /// Byte strings of which each means that the credential is there.
  ///
  /// Plain; in base64 of both alphabets at any place of a longer text; percent-encoded; hexadecimal;
  /// escaped as in JSON. Of each at most 256 bytes, which no other text shares by chance. Not found
  /// are compressed, encrypted and reversed forms, and base64 broken into lines.
  static func forms(of secret: Secret) -> [[UInt8]] {
    let bytes = Array(secret.bytes.prefix(256))
    var forms: Set<[UInt8]> = [bytes]
    for form in Base64.innerForms(bytes) {
      forms.insert(form)
      forms.insert(Base64.urlForm(form))
    }
    let percent = bytes.flatMap { ASCII.isUnreserved($0) ? [$0] : [UInt8(ascii: "%")] + hex($0) }
    forms.insert(percent)
    forms.insert(smallDigits(percent, after: UInt8(ascii: "%")))
    let digits = bytes.flatMap { hex($0) }
    forms.insert(digits)
    forms.insert(ASCII.lower(digits))
    let escaped = bytes.flatMap { json.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
    forms.insert(escaped)
    return forms.map { Array($0.prefix(256)) }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private static let json = Array("\"\\/".utf8)

  private static func hex(_ byte: UInt8) -> [UInt8] {
    [ASCII.hexDigit(byte >> 4), ASCII.hexDigit(byte)]
  }

  /// The text with the two digits behind each mark in small letters.
  private static func smallDigits(_ text: [UInt8], after mark: UInt8) -> [UInt8] {
    var output = text
    for index in text.indices where text[index] == mark {
      for place in [index + 1, index + 2] where place < text.count {
        output[place] = ASCII.lower(text[place])
      }
    }
    return output
  }
}

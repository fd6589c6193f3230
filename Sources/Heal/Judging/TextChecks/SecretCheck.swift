internal import Patches

/// Credentials in new text: by the form that their issuers give them, or by the name they are put under.
struct SecretCheck: Check {
  /// A start, and how many characters of a key's alphabet must follow.
  private let forms: [(start: [UInt8], count: Int)]
  private let names: [String]
  private let placeholders: [String]

  init(_ fields: inout ArticleFields) {
    forms = fields.texts("forms").compactMap { text in
      let parts = text.split(separator: " ").map(String.init)
      return parts.count == 2 ? Int(parts[1]).map { (Array(parts[0].utf8), $0) } : nil
    }
    names = fields.texts("names")
    placeholders = fields.texts("placeholders")
    if forms.isEmpty || names.isEmpty { fields.problem("needs forms and names") }
  }

  func breaches(in input: JudgeInput) -> [Observation] {
    input.files.flatMap { file -> [Observation] in
      let old = String(decoding: file.change.old ?? [], as: UTF8.self)
      let formed = file.added.filter { line in
        let bytes = Array(line.text.utf8)
        return holdsForm(bytes) || Self.hasAddressWithPassword(bytes)
      }.filter { !PlainText.contains(old, PlainText.trimmed($0.text)) }
      let named = file.role == .test ? [] : assigned(file)
      // The secret itself is not repeated.
      return (formed.map(\.line) + named).map { Observation(file.path, $0) }
    }
  }

  private static func isKey(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: " ")
  }

  private func holdsForm(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { index in
      forms.contains { start, count in
        bytes[index] == start[0] && bytes[index...].starts(with: start)
          // No further than the form asks, or a line of nothing but starts would be read in its square.
          && bytes[(index + start.count)...].prefix(count).prefix(while: Self.isKey).count >= count
      }
    }
  }

  /// `scheme://user:password@host` with a password that is no hole and no placeholder.
  private static func hasAddressWithPassword(_ bytes: [UInt8]) -> Bool {
    let sign = Array("://".utf8)
    guard
      let scheme = bytes.indices.first(where: {
        bytes[$0] == sign[0] && bytes[$0...].starts(with: sign)
      })
    else { return false }
    let rest = bytes[(scheme + 3)...].prefix {
      $0 > 0x20 && $0 != 0x2F && $0 != 0x22 && $0 != 0x27
    }
    guard let at = rest.firstIndex(of: UInt8(ascii: "@")),
      let colon = rest[..<at].firstIndex(of: UInt8(ascii: ":"))
    else { return false }
    let password = rest[(colon + 1)..<at]
    return password.count >= 4 && password.allSatisfy(isKey)
  }

  private func assigned(_ file: FileCase) -> [Int] {
    let added = file.addedLines
    let tokens = file.newIndex.tokens
    let known = Set(file.old.tokens.compactMap(\.stringValue))
    return tokens.indices.compactMap { index in
      let token = tokens[index]
      guard token.kind == .string, added.contains(token.line), index >= 2,
        let value = token.stringValue, !known.contains(value), isSecret(value)
      else { return nil }
      let operators: Set<String> = ["=", ":", ":=", "=>"]
      guard tokens[index - 1].kind == .op, operators.contains(tokens[index - 1].text) else {
        return nil
      }
      let name = (tokens[index - 2].stringValue ?? tokens[index - 2].text).lowercased()
      return names.contains { PlainText.contains(name, $0) } ? token.line : nil
    }
  }

  /// Long enough, without blank space, no address and no placeholder.
  private func isSecret(_ value: String) -> Bool {
    let text = value.lowercased()
    guard value.utf8.count >= 8, value.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      return false
    }
    if placeholders.contains(where: { PlainText.contains(text, $0) }) { return false }
    let hasDigit = value.utf8.contains { (0x30...0x39).contains($0) }
    let hasLetter = value.utf8.contains { (0x41...0x5A).contains($0 & 0xDF) }
    return hasDigit && hasLetter && !value.contains("/") && !value.contains("{")
  }
}

/// Names that git refuses, and paths as it writes them.
package enum GitNames {
  /// Whether some file system would take the name for `.git`: in other case, with characters that HFS+
  /// ignores, with trailing dots and spaces, as NTFS's short name or stream (CVE-2014-9390,
  /// CVE-2019-1352).
  package static func isGitFolder(_ name: ArraySlice<UInt8>) -> Bool {
    folded(name).contains { piece in
      for start in [".git", "git~1"] where piece.hasPrefix(start) {
        let rest = piece.dropFirst(start.count)
        if rest.drop(while: { $0 == "." || $0 == " " }).first.map({ $0 == ":" }) ?? true {
          return true
        }
      }
      return false
    }
  }

  /// git follows no link in place of `.gitmodules`, under whatever name NTFS knows it.
  package static func isModulesFile(_ name: ArraySlice<UInt8>) -> Bool {
    folded(name).contains { piece in
      [".gitmodules", "gitmod~", "gi7eba~"].contains { piece.hasPrefix($0) }
    }
  }

  /// Lower case, without ignored characters, split where Windows splits.
  private static func folded(_ name: ArraySlice<UInt8>) -> [String] {
    var kept = String.UnicodeScalarView()
    for scalar in String(decoding: name, as: UTF8.self).unicodeScalars
    where !isIgnored(scalar.value) {
      kept.append(scalar)
    }
    return String(kept).lowercased().split(separator: "\\").map(String.init)
  }

  /// The characters that git's utf8.c lists as ignored by HFS+.
  private static func isIgnored(_ value: UInt32) -> Bool {
    switch value {
    case 0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F, 0xFEFF: true
    default: false
    }
  }

  /// A path after `prefix`, in C style quotes unless it is of harmless characters only.
  package static func quoted(_ prefix: String, _ path: [UInt8]) -> [UInt8] {
    let bytes = Array(prefix.utf8) + path
    if bytes.allSatisfy(isHarmless) { return bytes }
    var text: [UInt8] = [UInt8(ascii: "\"")]
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
      case 0x20..<0x7F: text.append(byte)
      default:
        let digits = String(byte, radix: 8)
        text += Array(("\\" + String(repeating: "0", count: 3 - digits.count) + digits).utf8)
      }
    }
    text.append(UInt8(ascii: "\""))
    return text
  }

  private static func isHarmless(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "._/-+@=,".utf8.contains(byte)
    }
  }
}

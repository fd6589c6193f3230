/// Keeps secrets of the caller's environment out of what is sent to a model.
///
/// A variable counts as secret by its name, or because its value has the form of a known kind of
/// token. Values below eight characters are left: they would strike ordinary words. The beginning of a
/// long value counts as well, for whoever made the text may have cut it there.
package struct SecretMask: Sendable {
  private static let words = [
    "KEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "PASSPHRASE", "CREDENTIAL", "AUTH", "COOKIE",
    "SESSION", "PRIVATE", "DSN",
  ]
  private static let marks = [
    "ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "xoxb-", "xoxp-", "sk-", "AKIA", "ASIA", "eyJ",
    "npm_", "pypi-",
  ]
  private let secrets: [(name: String, value: [UInt8])]

  /// A mask for the secrets of an environment, the longest first, so that none covers a longer one.
  package init(_ environment: [String: String]) {
    secrets = environment.filter { Self.isSecret($0.key, $0.value) }
      .map { (name: $0.key, value: Array($0.value.utf8)) }
      .sorted { ($1.value.count, $0.name) < ($0.value.count, $1.name) }
  }

  /// The text with every secret replaced by its variable's name.
  package func masked(_ text: String) -> String {
    guard !secrets.isEmpty else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var position = 0
    while position < bytes.count {
      if let (name, length) = hit(bytes[position...]) {
        result += Array("[secret of \(name)]".utf8)
        position += length
      } else {
        result.append(bytes[position])
        position += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The secret that some text begins with, or with the beginning of, and how much of it.
  private func hit(_ text: ArraySlice<UInt8>) -> (name: String, length: Int)? {
    var found: (name: String, length: Int)?
    for secret in secrets where text.first == secret.value.first {
      var length = 0
      for (left, right) in zip(text, secret.value) {
        guard left == right else { break }
        length += 1
      }
      if length >= Self.telling(secret.value), length > found?.length ?? 0 {
        found = (secret.name, length)
      }
    }
    return found
  }

  /// How much of a secret's beginning is as good as the secret; addresses begin like other addresses.
  private static func telling(_ value: [UInt8]) -> Int {
    if value.count < 16 { return value.count }
    let isAddress = String(decoding: value, as: UTF8.self).contains("://")
    return isAddress ? min(value.count, max(32, value.count / 2)) : min(16, value.count * 3 / 4)
  }

  /// Paths and switches have such names too, and are no secrets.
  private static func isSecret(_ name: String, _ value: String) -> Bool {
    guard value.utf8.count >= 8 else { return false }
    if marks.contains(where: value.hasPrefix) { return true }
    let parts = name.uppercased()
    guard words.contains(where: parts.contains) else { return false }
    return !value.hasPrefix("/") && !value.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}

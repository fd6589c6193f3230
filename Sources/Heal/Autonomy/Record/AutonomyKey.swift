/// What autonomy is earned for: never for a tool as a whole.
package struct AutonomyKey: Sendable, Hashable, Codable, Comparable {
  /// The repository, as its origin's address or folder names it.
  package var repository: String
  /// The class of signals: `finding`, `test`, `build` and the like.
  package var signalClass: String
  /// The rule, or the domain where there is none.
  package var rule: String
  /// The kind of actor: `codemod`, `revert`, `config`, `model`.
  package var actorKind: String
  /// The digest of everything that makes the actor what it is: model, prompt, fixer, constitution.
  package var actorVersion: String
  /// The risk of the paths that it changes.
  package var riskTier: RiskTier

  /// A key of these six parts.
  package init(
    repository: String, signalClass: String, rule: String, actorKind: String,
    actorVersion: String, riskTier: RiskTier
  ) {
    self.repository = repository
    self.signalClass = signalClass
    self.rule = rule
    self.actorKind = actorKind
    self.actorVersion = actorVersion
    self.riskTier = riskTier
  }

  /// All parts but the actor's version, which is what successive versions share.
  package var lineage: [String] {
    [repository, signalClass, rule, actorKind, riskTier.rawValue]
  }

  /// The parent domain: every rule of this repository, signal class, actor and risk.
  package var domain: [String] {
    [repository, signalClass, actorKind, actorVersion, riskTier.rawValue]
  }

  /// The parts with slashes between them; what a part may not hold there is percent-encoded.
  package var description: String {
    [repository, signalClass, rule, actorKind, actorVersion, riskTier.rawValue]
      .map(Self.encoded).joined(separator: "/")
  }

  /// Reads what ``description`` wrote; nil when it is anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(Self.decoded)
    guard parts.count == 6, let repository = parts[0], let signal = parts[1],
      let rule = parts[2], let kind = parts[3], let version = parts[4], let risk = parts[5],
      let tier = RiskTier(rawValue: risk)
    else { return nil }
    self.init(
      repository: repository, signalClass: signal, rule: rule, actorKind: kind,
      actorVersion: version, riskTier: tier)
  }

  /// Orders by the text form, so that lists are the same in every run.
  package static func < (left: AutonomyKey, right: AutonomyKey) -> Bool {
    left.description < right.description
  }

  private static func encoded(_ part: String) -> String {
    var text = ""
    for byte in part.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "@"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return text
  }

  private static func decoded(_ part: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = part.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let first = rest.popFirst(), let second = rest.popFirst(),
        let value = UInt8(String(decoding: [first, second], as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

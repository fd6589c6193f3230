internal import Text

/// How bad and how sure a SARIF result is.
enum SARIFGrade {
  /// A severity in our own words decides, then the security score, the result's level, the rule's
  /// level, the rank; SARIF's default is a warning.
  static func severity(result: JSONValue, rule: JSONValue?) -> Severity {
    let word = result["properties"]?["severity"]?.string?.lowercased()
    if let severity = word.flatMap(Severity.init(rawValue:)) { return severity }
    let score =
      result["properties"]?["security-severity"]?.double
      ?? rule?["properties"]?["security-severity"]?.double
    if let score, score > 0 { return severity(score: score) }
    let level =
      result["level"]?.string ?? rule?["defaultConfiguration"]?["level"]?.string
    switch level {
    case "error": return .high
    case "warning": return .medium
    case "note": return .low
    case "none": return .info
    default: break
    }
    let rank = result["rank"]?.double ?? rule?["defaultConfiguration"]?["rank"]?.double ?? -1
    return rank >= 0 ? severity(score: rank / 10) : .medium
  }

  /// Reads a CVSS score from 0 to 10.
  static func severity(score: Double) -> Severity {
    switch score {
    case 9...: .critical
    case 7..<9: .high
    case 4..<7: .medium
    case 0.1..<4: .low
    default: .info
    }
  }

  /// The rule's precision, or what Bandit calls confidence; medium where nobody says.
  static func confidence(result: JSONValue, rule: JSONValue?) -> Confidence {
    let said =
      result["properties"]?["issue_confidence"]?.string
      ?? result["properties"]?["confidence"]?.string
      ?? rule?["properties"]?["precision"]?.string ?? rule?["properties"]?["confidence"]?.string
    switch said?.lowercased() {
    case "very-high", "high": return .high
    case "low": return .low
    default: return .medium
    }
  }
}

/// The CWE numbers of a SARIF result.
enum SARIFWeakness {
  /// Looks at taxa, relationships, tags and the properties in which tools hide them.
  static func numbers(result: JSONValue, rule: JSONValue?, run: JSONValue) -> [Int] {
    var found: [Int] = []
    for taxon in result["taxa"]?.elements ?? [] { add(target: taxon, run: run, to: &found) }
    for relationship in rule?["relationships"]?.elements ?? [] {
      if let target = relationship["target"] { add(target: target, run: run, to: &found) }
    }
    for properties in [rule?["properties"], result["properties"]] {
      for (key, value) in (properties?.members ?? [:]).sorted(by: { $0.key < $1.key }) {
        switch key.lowercased() {
        case "tags", "cwe", "cwes", "cweids", "cwe_id":
          add(value, isCWE: key.lowercased().hasPrefix("cwe"), to: &found)
        default: break
        }
      }
    }
    var seen: Set<Int> = []
    return found.filter { seen.insert($0).inserted }
  }

  private static func add(target: JSONValue, run: JSONValue, to found: inout [Int]) {
    let component = target["toolComponent"]
    var name = component?["name"]?.string
    var id = target["id"]?.string
    if let index = component?["index"]?.integer {
      let taxonomy = run["taxonomies"]?[index]
      name = name ?? taxonomy?["name"]?.string
      if id == nil, let entry = target["index"]?.integer {
        id = taxonomy?["taxa"]?[entry]?["id"]?.string
      }
    }
    guard let id else { return }
    let isCWE = name?.uppercased().hasPrefix("CWE") ?? false
    add(.string(id), isCWE: isCWE, to: &found)
  }

  private static func add(_ value: JSONValue, isCWE: Bool, to found: inout [Int]) {
    switch value {
    case .array(let elements):
      for element in elements { add(element, isCWE: isCWE, to: &found) }
    case .integer(let number) where isCWE && number > 0: found.append(number)
    case .string(let text):
      if let number = number(in: text) {
        found.append(number)
      } else if isCWE, let number = Int(text), number > 0 {
        found.append(number)
      }
    case .object(let members):
      if let id = members["id"] { add(id, isCWE: isCWE, to: &found) }
    default: break
    }
  }

  /// The number behind `CWE-`, `cwe:` or `cwe_` in a tag such as `external/cwe/cwe-079`.
  static func number(in text: String) -> Int? {
    let bytes = Array(text.lowercased().utf8)
    let mark = Array("cwe".utf8)
    for start in bytes.indices where bytes[start...].starts(with: mark) {
      let rest = bytes[(start + 3)...].drop { "-:_ ".utf8.contains($0) }
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      if let number = Int(String(decoding: digits, as: UTF8.self)), number > 0 { return number }
    }
    return nil
  }
}

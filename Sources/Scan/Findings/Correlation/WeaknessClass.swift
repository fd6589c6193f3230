/// The table that says which rules of different tools mean the same weakness.
///
/// A class is a short name such as `command-injection`. It is looked up by tool and rule first and
/// by CWE family second; two findings without a class are only the same when one tool repeats itself.
package enum WeaknessClass {
  /// The class of findings whose flagged text is itself a secret.
  package static let hardcodedCredential = "hardcoded-credential"

  /// Gives the class of a finding; `nil` when nothing is known about its rule.
  package static func name(for finding: ToolFinding) -> String? {
    finding.weaknessClass
      ?? name(tool: finding.tool, rule: finding.rule)
      ?? finding.cwe.lazy.compactMap { byCWE[$0] }.first
  }

  /// Gives the class that the rule table holds.
  package static func name(tool: String, rule: String) -> String? {
    let tool = tool.lowercased()
    if let number = banditNumber(tool: tool, rule: rule) { return byBanditNumber[number] }
    return byTool[tool]
  }

  /// Gives the class of a CWE number.
  package static func name(cwe: Int) -> String? { byCWE[cwe] }

  /// Gives a class in words, such as `SQL injection` for `sql-injection`.
  package static func words(_ name: String) -> String {
    let words = name.split(separator: "-").map { acronyms[$0] ?? String($0) }
    let text = words.joined(separator: " ")
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  private static let acronyms: [Substring: String] = [
    "api": "API", "csrf": "CSRF", "html": "HTML", "http": "HTTP", "jwt": "JWT", "ldap": "LDAP",
    "orm": "ORM", "sql": "SQL", "ssh": "SSH", "ssl": "SSL", "ssrf": "SSRF", "tls": "TLS",
    "url": "URL", "xml": "XML", "xpath": "XPath", "xss": "XSS", "xxe": "XXE", "yaml": "YAML",
  ]

  /// The ground on which a tool stands: tools of one lineage do not confirm each other, because
  /// ruff's S rules are written after Bandit's and share their mistakes.
  static func lineage(tool: String, rule: String) -> String {
    let tool = tool.lowercased()
    return banditNumber(tool: tool, rule: rule) == nil ? tool : "bandit"
  }

  /// The number in Bandit's `B602` and ruff's `S602`, which mean the same check.
  private static func banditNumber(tool: String, rule: String) -> Int? {
    let letter: Character? =
      switch tool {
      case "bandit": "B"
      case "ruff", "flake8-bandit": "S"
      default: nil
      }
    guard let letter, rule.first == letter, rule.utf8.count == 4 else { return nil }
    return Int(rule.dropFirst())
  }
}

extension WeaknessClass {
  /// Tools all of whose findings are of one class.
  private static let byTool: [String: String] = [
    "detect-secrets": hardcodedCredential,
    "gitleaks": hardcodedCredential,
    "trufflehog": hardcodedCredential,
  ]

  /// Bandit's numbers, which ruff's `S` rules repeat.
  private static let byBanditNumber = expand([
    ("assert-used", [101]),
    ("code-injection", [102, 307]),
    ("insecure-permissions", [103]),
    ("bind-all-interfaces", [104]),
    (hardcodedCredential, [105, 106, 107]),
    ("insecure-temporary-file", [108, 306, 325]),
    ("swallowed-exception", [110, 112]),
    ("missing-timeout", [113]),
    ("debug-enabled", [201]),
    ("path-traversal", [202]),
    ("unsafe-deserialization", [301, 302, 506, 614]),
    ("weak-cryptography", [303, 304, 305, 324, 502, 503, 504, 505]),
    ("cross-site-scripting", [308, 701, 702, 703, 704]),
    ("server-side-request-forgery", [310]),
    ("weak-randomness", [311]),
    ("cleartext-transmission", [309, 312, 321, 508, 509]),
    ("xml-external-entity", [313, 314, 315, 316, 317, 318, 319, 320]),
    ("unsafe-input", [322]),
    ("peer-verification", [323, 501, 507]),
    ("cleartext-import", [401, 402, 415]),
    ("deserialization-import", [403]),
    ("subprocess-import", [404]),
    ("xml-import", [405, 406, 407, 408, 409, 410, 411]),
    ("cgi-import", [412]),
    ("cryptography-import", [413, 414]),
    ("command-injection", [601, 602, 604, 605, 609]),
    ("process-start", [603, 606]),
    ("partial-executable-path", [607]),
    ("sql-injection", [608, 610, 611]),
    ("insecure-logging-configuration", [612]),
    ("trojan-source", [613]),
    ("unverified-download", [615]),
  ])

  /// CWE families.
  ///
  /// CWE-20 and CWE-703 are missing on purpose: they say too little for two tools that name them to
  /// mean one defect. CWE-704 and CWE-915 are where Semgrep's rules file SQL built from requests.
  private static let byCWE = expand([
    ("bind-all-interfaces", [605, 1327]),
    ("buffer-overflow", [119, 120, 121, 122, 124, 125, 126, 127, 131, 787, 788, 805, 806]),
    ("cleartext-transmission", [319, 523]),
    ("code-injection", [94, 95, 96, 98]),
    ("command-injection", [77, 78, 88]),
    ("cross-site-request-forgery", [352]),
    ("cross-site-scripting", [79, 80, 83, 87, 116]),
    ("debug-enabled", [215, 489]),
    ("format-string", [134]),
    (hardcodedCredential, [259, 321, 522, 540, 798]),
    ("header-injection", [93, 113, 644]),
    ("improper-authentication", [287, 306]),
    ("inefficient-regex", [625, 1333]),
    ("information-exposure", [200, 209, 497, 532]),
    ("insecure-cookie", [614, 1004, 1275]),
    ("insecure-permissions", [276, 277, 279, 281, 732]),
    ("insecure-temporary-file", [377, 378, 379]),
    ("integer-overflow", [190, 191, 680]),
    ("ldap-injection", [90]),
    ("log-injection", [117]),
    ("nosql-injection", [943]),
    ("null-dereference", [476]),
    ("open-redirect", [601]),
    ("path-traversal", [22, 23, 35, 36, 73]),
    ("peer-verification", [295, 297, 322, 599]),
    ("race-condition", [362, 367]),
    ("resource-exhaustion", [400, 770, 1088]),
    ("server-side-request-forgery", [918, 939]),
    ("sql-injection", [89, 564, 704, 915]),
    ("swallowed-exception", [390, 391]),
    ("template-injection", [1336]),
    ("trojan-source", [838, 1007]),
    ("trust-boundary", [501]),
    ("unsafe-deserialization", [502]),
    ("unverified-download", [494]),
    ("use-after-free", [415, 416, 825]),
    ("weak-cryptography", [261, 310, 325, 326, 327, 328, 329, 757, 760, 780, 916, 1240]),
    ("weak-randomness", [330, 331, 335, 336, 337, 338]),
    ("xml-external-entity", [611, 776, 827]),
    ("xml-injection", [91, 643, 652]),
  ])

  private static func expand(_ rows: [(name: String, numbers: [Int])]) -> [Int: String] {
    var table: [Int: String] = [:]
    for row in rows {
      for number in row.numbers { table[number] = row.name }
    }
    return table
  }
}

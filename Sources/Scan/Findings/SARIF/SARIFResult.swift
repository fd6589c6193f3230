internal import Text

/// The parts of a SARIF result.
enum SARIFResult {
  /// GitHub rejects a file with more than 1,000 locations in a result and shows 100.
  private static let relatedLimit = 100

  static func value(_ finding: Finding, rules: SARIFRules) -> JSONValue {
    var result: [String: JSONValue] = [
      "ruleId": .string(SARIFRules.id(of: finding)),
      "level": SARIFRules.level(of: finding.severity),
      "message": message(finding.message.isEmpty ? finding.title : finding.message),
      "locations": [location(finding.location)],
      "partialFingerprints": .object(fingerprints(finding)),
      "properties": .object(properties(finding)),
    ]
    if let index = rules.index(of: finding) { result["ruleIndex"] = .integer(index) }
    let related = finding.sources.dropFirst().prefix(relatedLimit)
    if !related.isEmpty {
      result["relatedLocations"] = .array(related.enumerated().map { relatedLocation($0, $1) })
    }
    switch finding.state {
    case .new: result["baselineState"] = "new"
    case .unchanged: result["baselineState"] = "unchanged"
    case .updated: result["baselineState"] = "updated"
    case .absent: result["baselineState"] = "absent"
    case .suppressed: result["suppressions"] = [suppression(finding.suppression)]
    }
    return .object(result)
  }

  /// Text as a message: visible, not empty, and without embedded links.
  static func message(_ text: String) -> JSONValue {
    let shown = limited(VisibleText.block(text), to: 4_000)
    let unlinked = shown.split(separator: "](", omittingEmptySubsequences: false)
      .joined(separator: "] (")
    return ["text": .string(unlinked.isEmpty ? "No message." : unlinked)]
  }

  static func artifact(_ path: String) -> JSONValue {
    if path.hasPrefix("/") { return ["uri": .string("file://\(SARIFAddress.encoded(path))")] }
    return ["uri": .string(SARIFAddress.encoded(path)), "uriBaseId": "%SRCROOT%"]
  }

  static func limited(_ text: String, to count: Int) -> String {
    guard text.unicodeScalars.count > count else { return text }
    var kept = String.UnicodeScalarView()
    kept.append(contentsOf: text.unicodeScalars.prefix(count - 1))
    return String(kept) + "…"
  }

  /// Whether a URL of a tool is fit to be a link: ASCII without space and quotes.
  static func isPlainURL(_ url: String) -> Bool {
    url.utf8.count <= 2_000
      && url.utf8.allSatisfy { byte in
        byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}".utf8.contains(byte)
      }
  }

  private static func location(_ location: Location) -> JSONValue {
    // Decoded findings may hold any numbers; the initialiser mends them.
    let place = Location(
      path: location.path, startLine: location.startLine, startColumn: location.startColumn,
      endLine: location.endLine, endColumn: location.endColumn)
    var value: [String: JSONValue] = [
      "physicalLocation": [
        "artifactLocation": artifact(place.path),
        "region": [
          "startLine": .integer(place.startLine), "startColumn": .integer(place.startColumn),
          "endLine": .integer(place.endLine), "endColumn": .integer(place.endColumn),
        ],
      ]
    ]
    if let name = location.logicalName {
      value["logicalLocations"] = [["fullyQualifiedName": .string(VisibleText.line(name))]]
    }
    return .object(value)
  }

  private static func relatedLocation(_ index: Int, _ source: Finding.Source) -> JSONValue {
    [
      "id": .integer(index + 1),
      "message": message("Also seen by \(source.tool) (\(source.rule))."),
      "physicalLocation": [
        "artifactLocation": artifact(source.path),
        "region": ["startLine": .integer(max(1, source.startLine))],
      ],
    ]
  }

  private static func fingerprints(_ finding: Finding) -> [String: JSONValue] {
    var fingerprints: [String: JSONValue] = [:]
    if !finding.fingerprint.isEmpty {
      fingerprints["sentinel/v1"] = .string(finding.fingerprint)
    }
    if let hash = finding.lineHash { fingerprints["primaryLocationLineHash"] = .string(hash) }
    return fingerprints
  }

  private static func properties(_ finding: Finding) -> [String: JSONValue] {
    var properties: [String: JSONValue] = [
      "severity": .string(finding.severity.rawValue),
      "confidence": .string(finding.confidence.rawValue),
      "sources": .array(
        finding.sources.prefix(relatedLimit + 1).map {
          .string(VisibleText.line("\($0.tool)/\($0.rule)"))
        }),
      "sourceCount": .integer(finding.sources.count),
    ]
    if !finding.aliases.isEmpty {
      properties["aliases"] = .array(finding.aliases.map { .string(VisibleText.line($0)) })
    }
    if let package = finding.package {
      properties["purl"] = .string(VisibleText.line(package.purl))
      properties["installedVersion"] = .string(VisibleText.line(package.version))
      properties["fixedVersions"] = .array(
        package.fixedVersions.map { .string(VisibleText.line($0)) })
    }
    return properties
  }

  private static func suppression(_ suppression: Finding.Suppression?) -> JSONValue {
    var value: [String: JSONValue] = ["kind": "external", "status": "accepted"]
    if let suppression {
      value["justification"] = .string(VisibleText.block(suppression.reason))
    }
    return .object(value)
  }
}

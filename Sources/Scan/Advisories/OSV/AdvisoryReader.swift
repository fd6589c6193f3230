internal import Text
internal import YAML

/// Why a text is no advisory.
package struct AdvisoryError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong, with the line where it is known.
  package var description: String

  init(_ description: String) { self.description = description }
}

/// Reads advisories in OSV's schema, written as JSON or YAML.
package enum AdvisoryReader {
  /// The characters of the details that are kept; reports need no more.
  private static let mostDetails = 1_000

  /// Reads one advisory.
  ///
  /// Packages of ecosystems that OSV does not define are left out: nobody can ask about them.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - isYAML: Whether it is written as YAML, as PyPA's database is, and not as JSON.
  /// - Returns: What matching and reporting need of it.
  /// - Throws: `AdvisoryError` for what breaks the schema where matching depends on it.
  package static func read(_ bytes: [UInt8], isYAML: Bool) throws(AdvisoryError) -> Advisory {
    try advisory(isYAML ? yaml(bytes) : json(bytes))
  }

  private static func json(_ bytes: [UInt8]) throws(AdvisoryError) -> DataNode {
    do {
      return try DataNode(parsingJSON: bytes)
    } catch {
      throw AdvisoryError(error.description)
    }
  }

  private static func yaml(_ bytes: [UInt8]) throws(AdvisoryError) -> DataNode {
    do {
      return DataNode(try YAMLParser.parse(bytes, file: "advisory"))
    } catch {
      throw AdvisoryError(error.all.first?.description ?? "not YAML")
    }
  }

  /// Reads the fields of one advisory.
  static func advisory(_ node: DataNode) throws(AdvisoryError) -> Advisory {
    guard let id = node["id"]?.text, !id.isEmpty else {
      throw AdvisoryError("line \(node.line): no text \"id\", which every OSV advisory has")
    }
    var affected: [Advisory.Affected] = []
    for entry in node["affected"]?.elements ?? [] {
      if let known = try self.affected(entry) { affected.append(known) }
    }
    let specific = node["database_specific"]
    let cwe = (specific?["cwe_ids"]?.elements ?? []).compactMap(\.text).compactMap {
      $0.hasPrefix("CWE-") ? Int($0.dropFirst(4)) : nil
    }
    // The schema has vectors for the whole and for single packages; the worst one counts.
    let severities =
      (node["severity"]?.elements ?? [])
      + (node["affected"]?.elements ?? []).flatMap { $0["severity"]?.elements ?? [] }
    return Advisory(
      id: id, aliases: (node["aliases"]?.elements ?? []).compactMap(\.text),
      summary: node["summary"]?.text ?? "",
      details: String((node["details"]?.text ?? "").prefix(mostDetails)),
      published: moment(node["published"]), withdrawn: moment(node["withdrawn"]),
      vectors: severities.compactMap { $0["score"]?.text }, level: specific?["severity"]?.text,
      cwe: cwe, affected: affected)
  }

  /// A moment; nil for none, and for the first of all days, which Go's database writes for none.
  private static func moment(_ node: DataNode?) -> String? {
    node?.text.flatMap { $0.hasPrefix("0001-") ? nil : $0 }
  }

  private static func affected(
    _ node: DataNode
  ) throws(AdvisoryError) -> Advisory.Affected? {
    guard let package = node["package"] else { return nil }
    guard let name = package["name"]?.text, let place = package["ecosystem"]?.text else {
      throw AdvisoryError("line \(package.line): a package without name or ecosystem")
    }
    guard let ecosystem = Ecosystem(osv: place) else { return nil }
    var ranges: [AffectedRange] = []
    for range in node["ranges"]?.elements ?? [] { ranges.append(try self.range(range)) }
    return Advisory.Affected(
      ecosystem: ecosystem, name: name, ranges: ranges,
      versions: (node["versions"]?.elements ?? []).compactMap(\.text))
  }

  private static func range(_ node: DataNode) throws(AdvisoryError) -> AffectedRange {
    guard let kind = node["type"]?.text.flatMap(AffectedRange.Kind.init(rawValue:)) else {
      throw AdvisoryError(
        "line \(node.line): a range needs a \"type\" of SEMVER, ECOSYSTEM or GIT")
    }
    var events: [AffectedRange.Event] = []
    for entry in (node["events"]?.elements ?? []).flatMap(\.entries) {
      guard let text = entry.value.text else {
        throw AdvisoryError("line \(entry.value.line): an event needs a version")
      }
      guard let event = AffectedRange.Event(word: entry.name, version: text) else {
        throw AdvisoryError(
          "line \(entry.value.line): \"\(entry.name)\" is no event; "
            + "OSV knows introduced, fixed, last_affected and limit")
      }
      events.append(event)
    }
    guard !events.isEmpty else {
      throw AdvisoryError("line \(node.line): a range without events")
    }
    return AffectedRange(kind: kind, events: events)
  }
}

extension AffectedRange.Event {
  /// Makes an event from OSV's word and version; nil for any other word.
  init?(word: String, version: String) {
    switch word {
    case "introduced": self = .introduced(version)
    case "fixed": self = .fixed(version)
    case "last_affected": self = .lastAffected(version)
    case "limit": self = .limit(version)
    default: return nil
    }
  }

  /// OSV's word and version.
  var words: (word: String, version: String) {
    switch self {
    case .introduced(let version): ("introduced", version)
    case .fixed(let version): ("fixed", version)
    case .lastAffected(let version): ("last_affected", version)
    case .limit(let version): ("limit", version)
    }
  }
}

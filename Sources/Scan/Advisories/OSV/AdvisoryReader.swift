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
    guard let id = node["id"]?.text, isIdentifier(id) else {
      throw AdvisoryError(
        "line \(node.line): no \"id\" of letters, digits and -._: alone, which OSV demands")
    }
    let entries = try list("affected", of: node)
    var affected: [Advisory.Affected] = []
    for entry in entries {
      if let known = try self.affected(entry) { affected.append(known) }
    }
    let specific = node["database_specific"]
    let cwe = (specific?["cwe_ids"]?.elements ?? []).compactMap(\.text).compactMap {
      $0.hasPrefix("CWE-") ? Int($0.dropFirst(4)) : nil
    }
    // The schema has vectors for the whole and for single packages; the worst one counts.
    let severities =
      (node["severity"]?.elements ?? [])
      + entries.flatMap { $0["severity"]?.elements ?? [] }
    return try Advisory(
      id: id, aliases: list("aliases", of: node).compactMap(\.text),
      summary: node["summary"]?.text ?? "",
      details: String((node["details"]?.text ?? "").prefix(mostDetails)),
      published: moment(node["published"]), withdrawn: moment(node["withdrawn"]),
      vectors: severities.compactMap { $0["score"]?.text }, level: specific?["severity"]?.text,
      cwe: cwe, affected: affected)
  }

  /// The elements of a list; an advisory that has something else there would concern nobody by mistake.
  private static func list(
    _ name: String, of node: DataNode
  ) throws(AdvisoryError) -> [DataNode] {
    guard let value = node[name] else { return [] }
    switch value.content {
    case .list(let elements): return elements
    case .nothing: return []
    case .text, .mapping:
      throw AdvisoryError("line \(value.line): \"\(name)\" is no list")
    }
  }

  /// Whether a text can stand in an address and in a report as it is.
  private static func isIdentifier(_ text: String) -> Bool {
    (1...256).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x3A, 0x5F: true
        default: false
        }
      }
  }

  /// A moment; nil for none, and for the first of all days, which Go's database writes for none.
  private static func moment(_ node: DataNode?) throws(AdvisoryError) -> String? {
    guard let node, let text = node.text else { return nil }
    guard text.utf8.count >= 10, Int(text.prefix(4)) != nil, text.dropFirst(4).first == "-" else {
      throw AdvisoryError(
        "line \(node.line): \"\(text)\" is no moment such as 2024-01-02T03:04:05Z")
    }
    return text.hasPrefix("0001-") ? nil : text
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
    for range in try list("ranges", of: node) { ranges.append(try self.range(range)) }
    return try Advisory.Affected(
      ecosystem: ecosystem, name: name, ranges: ranges,
      versions: list("versions", of: node).compactMap(\.text))
  }

  private static func range(_ node: DataNode) throws(AdvisoryError) -> AffectedRange {
    guard let kind = node["type"]?.text.flatMap(AffectedRange.Kind.init(rawValue:)) else {
      throw AdvisoryError(
        "line \(node.line): a range needs a \"type\" of SEMVER, ECOSYSTEM or GIT")
    }
    var events: [AffectedRange.Event] = []
    let elements = try list("events", of: node)
    if let odd = elements.first(where: \.entries.isEmpty) {
      throw AdvisoryError("line \(odd.line): an event is a word with a version")
    }
    for entry in elements.flatMap(\.entries) {
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

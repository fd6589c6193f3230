internal import Text

extension Advisory {
  /// OSV's form of what is kept of it.
  var value: JSONValue {
    var members: [String: JSONValue] = [
      "id": .string(id), "affected": .array(affected.map(\.value)),
    ]
    if !aliases.isEmpty { members["aliases"] = .array(aliases.map { .string($0) }) }
    if !summary.isEmpty { members["summary"] = .string(summary) }
    if !details.isEmpty { members["details"] = .string(details) }
    if let published { members["published"] = .string(published) }
    if let withdrawn { members["withdrawn"] = .string(withdrawn) }
    if !vectors.isEmpty {
      members["severity"] = .array(vectors.map { ["score": .string($0)] })
    }
    var specific: [String: JSONValue] = [:]
    if let level { specific["severity"] = .string(level) }
    if !cwe.isEmpty { specific["cwe_ids"] = .array(cwe.map { .string("CWE-\($0)") }) }
    if !specific.isEmpty { members["database_specific"] = .object(specific) }
    return .object(members)
  }
}

extension Advisory.Affected {
  /// OSV's form.
  var value: JSONValue {
    let ranges = ranges.map { range -> JSONValue in
      let events = range.events.map { event -> JSONValue in
        let (word, version) = event.words
        return .object([word: .string(version)])
      }
      return ["type": .string(range.kind.rawValue), "events": .array(events)]
    }
    return [
      "package": ["ecosystem": .string(ecosystem.description), "name": .string(name)],
      "ranges": .array(ranges), "versions": .array(versions.map { .string($0) }),
    ]
  }
}

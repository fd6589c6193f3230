internal import Text

// Written out because JSONEncoder takes several times as long; a test holds the two equal.

extension ScanReport {
  /// The document as a value.
  var value: JSONValue {
    var members: [String: JSONValue] = [
      "schema": .string(schema), "tree": .string(tree), "complete": .bool(complete),
      "exitReason": .string(exitReason), "tools": .array(tools.map(\.value)),
      "findings": .array(findings.map(\.value)), "coverage": coverage.value,
    ]
    members["baseline"] = baseline?.value
    members["gate"] = gate?.value
    return .object(members)
  }
}

extension GateSummary {
  fileprivate var value: JSONValue {
    var members: [String: JSONValue] = ["passed": .bool(passed), "reasons": .strings(reasons)]
    members.set("remedy", remedy)
    return .object(members)
  }
}

extension BaselineSummary {
  fileprivate var value: JSONValue {
    [
      "findings": .integer(findings), "complete": .bool(complete),
      "ambiguous": .integer(ambiguous), "unknown": .integer(unknown),
    ]
  }
}

extension JSONValue {
  fileprivate static func strings(_ strings: [String]) -> JSONValue {
    .array(strings.map { .string($0) })
  }
}

extension [String: JSONValue] {
  fileprivate mutating func set(_ key: String, _ text: String?) {
    if let text { self[key] = .string(text) }
  }
}

extension Finding {
  /// The finding as `sentinel.finding/1`.
  var value: JSONValue {
    var members: [String: JSONValue] = [
      "id": .string(id), "fingerprint": .string(fingerprint), "tool": .string(tool),
      "ruleID": .string(ruleID), "title": .string(title), "message": .string(message),
      "severity": .string(severity.rawValue), "confidence": .string(confidence.rawValue),
      "cwe": .array(cwe.map { .integer($0) }), "aliases": .strings(aliases),
      "location": location.value, "state": .string(state.rawValue),
      "sources": .array(sources.map(\.value)),
    ]
    members.set("lineage", lineage)
    members.set("weaknessClass", weaknessClass)
    members.set("helpURL", helpURL)
    members.set("lineHash", lineHash)
    members["package"] = package?.value
    members["fixes"] = fixes.map { .array($0.map(\.value)) }
    members["suppression"] = suppression?.value
    return .object(members)
  }
}

extension Location {
  fileprivate var value: JSONValue {
    var members: [String: JSONValue] = [
      "path": .string(path), "startLine": .integer(startLine),
      "startColumn": .integer(startColumn), "endLine": .integer(endLine),
      "endColumn": .integer(endColumn),
    ]
    members.set("snippetHash", snippetHash)
    members.set("contextHash", contextHash)
    members.set("precedingHash", precedingHash)
    members.set("logicalName", logicalName)
    return .object(members)
  }
}

extension Finding.Source {
  fileprivate var value: JSONValue {
    [
      "tool": .string(tool), "rule": .string(rule), "path": .string(path),
      "startLine": .integer(startLine),
    ]
  }
}

extension Fix {
  fileprivate var value: JSONValue {
    [
      "tool": .string(tool), "rule": .string(rule), "title": .string(title),
      "columns": .string(columns.rawValue),
      "edits": .array(
        edits.map { edit in
          [
            "startLine": .integer(edit.startLine), "startColumn": .integer(edit.startColumn),
            "endLine": .integer(edit.endLine), "endColumn": .integer(edit.endColumn),
            "text": .string(edit.text),
          ]
        }),
    ]
  }
}

extension Finding.Suppression {
  fileprivate var value: JSONValue {
    var members: [String: JSONValue] = ["reason": .string(reason)]
    members.set("by", by)
    members.set("expires", expires)
    return .object(members)
  }
}

extension Finding.AffectedPackage {
  fileprivate var value: JSONValue {
    [
      "purl": .string(purl), "version": .string(version),
      "fixedVersions": .strings(fixedVersions),
    ]
  }
}

extension ToolRun {
  fileprivate var value: JSONValue {
    var members: [String: JSONValue] = [
      "name": .string(name), "state": .string(state.rawValue),
      "milliseconds": .integer(milliseconds), "findings": .integer(findings),
      "notes": .strings(notes),
    ]
    members.set("version", version)
    members.set("reason", reason)
    return .object(members)
  }
}

extension Coverage {
  fileprivate var value: JSONValue {
    [
      "files": .integer(files), "parsed": .integer(parsed),
      "skipped": .array(
        skipped.map {
          ["path": .string($0.path), "tool": .string($0.tool), "reason": .string($0.reason)]
        }),
      "unseen": .array(unseen.map { ["path": .string($0.path), "tool": .string($0.tool)] }),
    ]
  }
}

internal import FoundationEssentials
package import Patches
internal import Text

/// What the fixers are asked: `sentinel.fix-request/1` of rules/fixers/README.md.
package struct FixRequest: Sendable {
  /// A rule that is broken at a place.
  package struct Broken: Hashable, Sendable {
    /// The rule, as its scanner spells it.
    package var rule: String
    /// The line, from 1.
    package var line: Int
    /// The column in characters, from 1, where one is known.
    package var column: Int?

    /// Makes one.
    package init(rule: String, line: Int, column: Int? = nil) {
      self.rule = rule
      self.line = line
      self.column = column
    }
  }

  /// A file with what is broken in it.
  package struct File: Sendable {
    /// Its path, which the fixers never open.
    package var path: PatchPath
    /// Its bytes.
    package var bytes: [UInt8]
    /// Whether it may be executed.
    package var isExecutable: Bool
    /// What is broken in it.
    package var findings: [Broken]

    /// Makes one.
    package init(path: PatchPath, bytes: [UInt8], isExecutable: Bool, findings: [Broken]) {
      self.path = path
      self.bytes = bytes
      self.isExecutable = isExecutable
      self.findings = findings
    }
  }

  /// The most bytes of one request; the helper's own bound is 128 MiB, and base64 adds a third.
  package static let mostBytes = 64 << 20
  /// The most findings of one request; the helper's own bound.
  package static let mostFindings = 20_000

  /// The files, each path once.
  package var files: [File]
  /// Files of which only evidence is taken, such as which database they speak to.
  package var context: [File] = []
  /// The most seconds of processor time for one file; 1 to 600.
  package var seconds: Int

  /// Makes a request.
  package init(files: [File], seconds: Int) {
    self.files = files
    self.seconds = seconds
  }

  /// Whether it is within the bounds of one request.
  package var isBounded: Bool {
    (files + context).reduce(0) { $0 + $1.bytes.count } <= Self.mostBytes
      && files.reduce(0) { $0 + $1.findings.count } <= Self.mostFindings
  }

  /// The document.
  package func document() -> [UInt8] {
    func members(of file: File) -> [String: JSONValue] {
      [
        "path": .string(file.path.text),
        "base64": .string(Data(file.bytes).base64EncodedString()),
      ]
    }
    let files = files.map { file -> JSONValue in
      let findings = file.findings.map { finding -> JSONValue in
        var members: [String: JSONValue] = [
          "rule": .string(finding.rule), "line": .integer(finding.line),
        ]
        if let column = finding.column { members["column"] = .integer(column) }
        return .object(members)
      }
      return .object(members(of: file).merging(["findings": .array(findings)]) { $1 })
    }
    let body: JSONValue = [
      "schema": "sentinel.fix-request/1", "apply": true, "seconds": .integer(seconds),
      "files": .array(files), "context": .array(context.map { .object(members(of: $0)) }),
    ]
    return body.serialized()
  }
}

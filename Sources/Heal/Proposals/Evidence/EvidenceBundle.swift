internal import Audit
package import Healing
internal import Judging
internal import Patches
package import Text

/// What proves a fix, as files: a manifest `sentinel.evidence/1` that names every other file with its
/// digest, so that the manifest's digest stands for all of it.
package struct EvidenceBundle: Sendable {
  /// The name of the manifest.
  package static let manifestName = "manifest.json"
  /// The change as a canonical diff; the mail beside the bundle carries the same.
  package static let changeName = "change.diff"
  /// The listing of the base.
  package static let baseName = "base.tree"
  /// The author's words, as the judge saw them.
  package static let rationaleName = "rationale.txt"
  /// The log's entry about the manifest.
  package static let recordName = "entry.json"
  /// The proof that it is in the log.
  package static let proofName = "entry.proof"
  /// The log's key.
  package static let keyName = "vkey"

  /// The manifest.
  package let manifest: JSONValue
  /// The files that it names, in its order.
  package let documents: [EvidenceDocument]

  /// The manifest as it is written and signed.
  package var manifestBytes: [UInt8] { manifest.serialized() }

  /// The digest that stands for the whole bundle, 64 hexadecimal digits.
  package var digest: String { SHA256.hex(of: manifestBytes) }

  /// What is known of a fix beside the fix itself.
  struct Context {
    var run: String
    var commit: String?
    var prefix: [UInt8]
    var base: TreeListing
    var mail: [UInt8]
    var testCommand: String?
    var facts: [String: JSONValue]
  }

  /// Puts together what proves a fix.
  init(_ fix: ProvenFix, _ context: Context) {
    var documents = [
      EvidenceDocument(name: Self.changeName, content: fix.changes.rendered()),
      EvidenceDocument(name: Self.baseName, content: context.base.text),
      EvidenceDocument(name: "candidate.txt", content: fix.proposed.text),
    ]
    if let rationale = fix.proposed.rationale {
      documents.append(.init(name: Self.rationaleName, content: Array(rationale.utf8)))
    }
    var names = Set(documents.map(\.name))
    let given = [("baseline-", fix.baseline.documents), ("trial-", fix.report.documents)]
    for (prefix, those) in given {
      for document in those {
        var name = prefix + Self.safe(document.name)
        while !names.insert(name).inserted { name += "-2" }
        documents.append(.init(name: name, content: document.content))
      }
    }
    self.documents = documents
    manifest = Self.manifest(fix, context, documents)
  }

  /// A stored bundle as it was written.
  init(manifest: JSONValue, documents: [EvidenceDocument]) {
    self.manifest = manifest
    self.documents = documents
  }

  /// One component of a path, without what a file system or a shell takes for more.
  private static func safe(_ name: String) -> String {
    let kept = name.unicodeScalars.prefix(100).map { scalar -> Character in
      let isPlain =
        scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      return isPlain || "._-".unicodeScalars.contains(scalar) ? Character(scalar) : "_"
    }
    // A folder of a proposal has one patch and no other.
    return String(kept).replacing(".patch", with: ".diff")
  }

  private static func manifest(
    _ fix: ProvenFix, _ context: Context, _ documents: [EvidenceDocument]
  ) -> JSONValue {
    let accepted = fix.attempts.last
    return .object([
      "schema": "sentinel.evidence/1",
      "run": .string(context.run),
      "incident": CaseDocument.write(fix.healingCase),
      "base": .object([
        "commit": context.commit.map { .string($0) } ?? .null,
        "folder": .string(String(decoding: context.prefix, as: UTF8.self)),
        "tree": .string(context.base.digest), "files": .integer(context.base.files.count),
      ]),
      "patch": .object([
        "sha256": .string(SHA256.hex(of: fix.changes.rendered())),
        "mail": .string(SHA256.hex(of: context.mail)),
        "change": .string(accepted?.changeDigest ?? ""),
      ]),
      "actor": .object([
        "name": .string(accepted?.actor ?? ""), "version": .string(accepted?.actorVersion ?? ""),
        "origin": .string(fix.proposed.origin),
      ]),
      "judge": fix.report.judgement?.document ?? .null,
      "attempts": .array(fix.attempts.map(attempt)),
      "baseline": .object([
        "tests": .integer(fix.baseline.testCount),
        "flaky": .array(fix.baseline.flakyTests.map { .string($0) }),
        "reproduced": .bool(fix.baseline.refusals[fix.healingCase.id] == nil),
      ]),
      "trial": .object([
        "outcome": .string(fix.report.outcome.rawValue),
        "checks": .array(fix.report.checks.map(check)),
        "unchecked": .array(fix.report.unchecked.map { .string($0) }),
      ]),
      "test": context.testCommand.map { .string($0) } ?? .null,
      "facts": .object(context.facts),
      "documents": .array(
        documents.map {
          .object([
            "name": .string($0.name), "bytes": .integer($0.content.count),
            "sha256": .string(SHA256.hex(of: $0.content)),
          ])
        }),
    ])
  }

  private static func attempt(_ attempt: Attempt) -> JSONValue {
    .object([
      "number": .integer(attempt.number), "actor": .string(attempt.actor),
      "version": .string(attempt.actorVersion), "outcome": .string(attempt.outcome.rawValue),
      "executed": .bool(attempt.executed),
      "articles": .array(attempt.articles.map { .string($0) }),
      "failingTests": .array(attempt.failingTests.map { .string($0) }),
      "change": .string(attempt.changeDigest),
    ])
  }

  private static func check(_ check: EvidenceCheck) -> JSONValue {
    .object([
      "name": .string(check.name), "before": .string(check.before), "after": .string(check.after),
      "isGood": .bool(check.isGood),
    ])
  }
}

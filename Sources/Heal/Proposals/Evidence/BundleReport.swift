package import Text

/// What became of checking a bundle: `sentinel.verify/1`.
package struct BundleReport: Sendable {
  /// One thing that was checked.
  package struct Check: Equatable, Sendable {
    /// What.
    package var name: String
    /// Whether it holds.
    package var holds: Bool
    /// What was found, one sentence.
    package var found: String
  }

  /// What was checked, in order.
  package var checks: [Check] = []
  /// What was not, and why.
  package var unchecked: [String] = []
  /// The incident that the bundle is about.
  package var incident: String?
  /// The commit that the change is for.
  package var commit: String?
  /// The key that signs the bundle.
  package var key: String?
  /// Whether tests were run again.
  package var wasRun = false

  /// Whether everything that was checked holds.
  package var holds: Bool { checks.allSatisfy(\.holds) }

  /// The document.
  package var document: JSONValue {
    .object([
      "schema": "sentinel.verify/1", "verified": .bool(holds),
      "complete": .bool(holds && unchecked.isEmpty), "run": .bool(wasRun),
      "incident": incident.map { .string($0) } ?? .null,
      "commit": commit.map { .string($0) } ?? .null, "key": key.map { .string($0) } ?? .null,
      "checks": .array(
        checks.map {
          .object(["name": .string($0.name), "holds": .bool($0.holds), "found": .string($0.found)])
        }),
      "unchecked": .array(unchecked.map { .string($0) }),
    ])
  }

  mutating func add(_ name: String, _ holds: Bool, _ found: String) {
    checks.append(Check(name: name, holds: holds, found: VisibleText.line(found)))
  }
}

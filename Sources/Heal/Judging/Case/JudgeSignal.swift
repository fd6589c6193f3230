package import Patches
internal import Text

/// What a patch claims to fix, as far as the judge needs to know it.
package struct JudgeSignal: Equatable, Sendable {
  /// What kind of fault was seen.
  package enum Kind: String, Sendable {
    /// A test fails.
    case test
    /// A scanner reports something.
    case finding
    /// A test was found to be wrong; only a person may agree.
    case wrongTest
    /// A configuration change broke something.
    case configuration
    /// A known change broke something and is to be taken back.
    case regression
    /// A package has to change its version.
    case dependency
    /// Anything else: a log, a trace.
    case other
  }

  /// A place that the signal names.
  package struct Place: Equatable, Sendable {
    /// The file.
    package var path: PatchPath
    /// The line in the base, from 1, where one is known.
    package var line: Int?
    /// The rule that was broken there, where it is not the signal's.
    package var rule: String?

    /// Makes a place.
    package init(path: PatchPath, line: Int? = nil, rule: String? = nil) {
      self.path = path
      self.line = line
      self.rule = rule
    }
  }

  /// What kind of fault was seen.
  package var kind: Kind
  /// The rule of a finding, such as `B608`.
  package var rule: String?
  /// The places it names; empty when it names none.
  package var places: [Place]
  /// The package of a dependency signal.
  package var package: String?
  /// The least version wanted of it.
  package var version: String?
  /// The change that broke something, as a candidate's text that leads to the base.
  package var culprit: [UInt8]?

  /// Makes a signal.
  package init(_ kind: Kind, rule: String? = nil, places: [Place] = []) {
    self.kind = kind
    self.rule = rule
    self.places = places
  }

  /// Reads `{kind, rule?, locations: [{path, line?}]?, package?, version?, culprit?}` strictly.
  package init(parsing text: [UInt8]) throws(PatchRefusal) {
    let value: JSONValue
    do { value = try JSONValue(parsing: text) } catch {
      throw PatchRefusal(.unparsable, "the signal is \(error)")
    }
    let known: Set<String> = ["kind", "rule", "locations", "package", "version", "culprit"]
    if let key = value.members.keys.sorted().first(where: { !known.contains($0) }) {
      throw PatchRefusal(.unparsable, "the signal has an unknown key \(VisibleText.line(key))")
    }
    guard let kind = Kind(rawValue: value["kind"]?.string ?? "") else {
      throw PatchRefusal(.unparsable, "the signal's kind is not a known one")
    }
    self.init(kind, rule: value["rule"]?.string)
    for place in value["locations"]?.elements ?? [] {
      guard let path = PatchPath(place["path"]?.string ?? "") else {
        throw PatchRefusal(.unparsable, "a location of the signal has no usable path")
      }
      places.append(Place(path: path, line: place["line"]?.integer))
    }
    package = value["package"]?.string
    version = value["version"]?.string
    culprit = value["culprit"]?.string.map { Array($0.utf8) }
  }

  /// Whether the signal names a file.
  func names(_ path: PatchPath) -> Bool { places.contains { $0.path == path } }
}

internal import Text

/// What identifies a defect wherever it moves; no text that a tool chose is part of it.
package struct FingerprintInput: Hashable, Sendable {
  /// The weakness class where it is known, or else tool and rule, or package and advisory.
  package var rule: String
  /// The enclosing function or class.
  package var scope: String
  /// The flagged code without white space and comments, or where to find it when it is unreadable.
  package var context: [UInt8]

  /// Makes an input; an empty scope means that none is known.
  package init(rule: String, scope: String, context: [UInt8]) {
    self.rule = rule
    self.scope = scope
    self.context = context
  }

  /// Gives the fingerprint of the n-th of equal inputs, counted from 0, in 64 hexadecimal digits.
  ///
  /// Every part is preceded by its length, so that no two inputs share their bytes. A `key` makes
  /// the digest of guessable code (a password) useless to whoever reads a report.
  package func fingerprint(occurrence: Int, key: [UInt8] = []) -> String {
    var digest = SHA256()
    let parts = [
      Array("sentinel/v1".utf8), key, Array(rule.utf8), Array(scope.utf8), context,
      Array(String(occurrence).utf8),
    ]
    for part in parts {
      digest.add(Array("\(part.count):".utf8))
      digest.add(part)
    }
    return SHA256.hex(digest.digest())
  }
}

/// Gives the findings of one scan their identity across scans.
///
/// A fingerprint is made of rule, enclosing scope, normalised code and an occurrence number among
/// findings that agree in all three; that of a credential has no scope. Neither path nor line are part
/// of it: moved lines and renamed files keep it. The occurrence numbers count over the whole scan, so
/// the *set* of fingerprints does not change when files are renamed, and one more copy of a known
/// defect is one new fingerprint. Findings whose source is unreadable are identified by path instead
/// of code.
package struct Fingerprinter: Sendable {
  private let secretKey: [UInt8]

  /// Makes a fingerprinter; `secretKey` is mixed into the fingerprints of findings about secrets.
  package init(secretKey: [UInt8] = []) {
    self.secretKey = secretKey
  }

  /// Sets fingerprint, line hash, hashes of the code and scope of every finding of one scan.
  ///
  /// The result does not depend on the order of the findings. `source` is called once per path and
  /// gives `nil` where the file cannot be read. Findings about secrets get no hash of their code,
  /// which would let a reader test guesses.
  package func assign(to findings: inout [Finding], source: (String) -> SourceText?) {
    var inputs: [FingerprintInput?] = Array(repeating: nil, count: findings.count)
    let byPath = Dictionary(grouping: findings.indices) { findings[$0].location.path }
    for (path, indices) in byPath {
      var file = source(path).map { FileContext(path: path, source: $0) }
      for index in indices {
        inputs[index] = Self.describe(&findings[index], in: &file)
      }
    }
    number(&findings, inputs)
  }

  private static func describe(_ finding: inout Finding, in file: inout FileContext?)
    -> FingerprintInput
  {
    let region = file?.region(finding.location)
    finding.lineHash = region?.lineHash
    if let package = finding.package {
      let advisory = Self.canonicalAdvisory(of: finding)
      return FingerprintInput(rule: advisory, scope: "", context: Array(package.purl.utf8))
    }
    let rule = finding.weaknessClass ?? "\(finding.tool)/\(finding.ruleID)"
    guard let region else {
      let scope = finding.location.logicalName ?? ""
      let place = Array("path:\(finding.location.path)".utf8)
      return FingerprintInput(rule: rule, scope: scope, context: place)
    }
    let isSecret = finding.weaknessClass == WeaknessClass.hardcodedCredential
    finding.location.snippetHash = isSecret ? nil : region.snippetHash
    finding.location.contextHash = isSecret ? nil : SHA256.hex(region.context)
    finding.location.precedingHash = region.precedingHash
    let scope = region.scope ?? finding.location.logicalName
    finding.location.logicalName = finding.location.logicalName ?? region.scope
    // A credential is the same one wherever it stands; no other hash of it is in a report.
    return FingerprintInput(
      rule: rule, scope: isSecret ? "" : scope ?? "", context: region.context)
  }

  /// The identifier on which tools agree most: the least CVE, or else the least of all.
  private static func canonicalAdvisory(of finding: Finding) -> String {
    let identifiers = (finding.aliases.isEmpty ? [finding.ruleID] : finding.aliases)
      .map { $0.uppercased() }
    return identifiers.filter { $0.hasPrefix("CVE-") }.min() ?? identifiers.min() ?? ""
  }

  private func number(_ findings: inout [Finding], _ inputs: [FingerprintInput?]) {
    let groups = Dictionary(grouping: findings.indices) { inputs[$0] }
    for (input, members) in groups {
      guard let input else { continue }
      let ordered =
        members.count == 1 ? members : members.sorted { isBefore(findings[$0], findings[$1]) }
      for (occurrence, index) in ordered.enumerated() {
        let isSecret = findings[index].weaknessClass == WeaknessClass.hardcodedCredential
        findings[index].fingerprint = input.fingerprint(
          occurrence: occurrence, key: isSecret ? secretKey : [])
        findings[index].lineage = findings[index].fingerprint
      }
    }
  }

  private func isBefore(_ one: Finding, _ other: Finding) -> Bool {
    if one.location.path != other.location.path { return one.location.path < other.location.path }
    let left = one.location
    let right = other.location
    let start = (left.startLine, left.startColumn, left.endLine, left.endColumn)
    let otherStart = (right.startLine, right.startColumn, right.endLine, right.endColumn)
    if start != otherStart { return start < otherStart }
    return (one.tool, one.ruleID, one.message, one.title)
      < (other.tool, other.ruleID, other.message, other.title)
  }
}

/// What is read from one file once, however many findings lie in it.
private struct FileContext {
  struct Region {
    var context: [UInt8]
    var snippetHash: String
    var precedingHash: String
    var scope: String?
    var lineHash: String?
  }

  private let source: SourceText
  private let syntax: CommentSyntax
  private let scopes: EnclosingScopes
  private let lineHashes: [String]
  private var known: [ClosedRange<Int>: Region] = [:]

  init(path: String, source: SourceText) {
    self.source = source
    syntax = CommentSyntax(path: path)
    scopes = EnclosingScopes(of: source)
    lineHashes = GitHubLineHash.hashes(of: source)
  }

  /// Gives what the flagged lines say; `nil` when the file has no such line.
  mutating func region(_ location: Location) -> Region? {
    guard location.startLine <= source.lines.count else { return nil }
    let lines = location.startLine...location.endLine
    if let region = known[lines] { return region }
    // The context of a wide region is as long as the region: only its digest is kept.
    let context = CodeContext.normalized(source, location, syntax)
    let index = location.startLine - 1
    let region = Region(
      context: SHA256.digest(of: context),
      snippetHash: SHA256.hex(of: CodeContext.withoutSpace(source, location)),
      precedingHash: CodeContext.preceding(source, location.startLine)
        .map { SHA256.hex(of: $0).prefix(4) }.joined(),
      scope: scopes.name(atLine: location.startLine),
      lineHash: lineHashes.indices.contains(index) ? lineHashes[index] : nil)
    known[lines] = region
    return region
  }
}

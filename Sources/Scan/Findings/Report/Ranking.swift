/// The order in which a reader should look at findings.
enum Ranking {
  /// What is compared, the first difference deciding; greater is worse.
  private struct Weight: Comparable {
    let severity: Severity
    let isProduct: Bool
    let confidence: Confidence
    let tools: Int
    let hasFix: Bool

    init(_ finding: Finding) {
      severity = finding.severity
      isProduct = CodeRole(path: finding.location.path) == .product
      confidence = finding.confidence
      tools = Set(finding.sources.map(\.tool)).count
      hasFix = finding.fixes?.isEmpty == false || finding.package?.fixedVersions.isEmpty == false
    }

    static func < (one: Weight, other: Weight) -> Bool {
      // Code that nobody ships comes last whatever its severity.
      if one.isProduct != other.isProduct { return other.isProduct }
      if one.severity != other.severity { return one.severity < other.severity }
      if one.confidence != other.confidence { return one.confidence < other.confidence }
      if one.tools != other.tools { return one.tools < other.tools }
      return !one.hasFix && other.hasFix
    }
  }

  /// Orders findings, the worst first, and by place where nothing else tells them apart.
  ///
  /// The product's own code comes before tests, examples and code of others; then severity,
  /// confidence, the number of tools that agree, and whether a fix is known decide.
  static func worstFirst(_ findings: [Finding]) -> [Finding] {
    findings.map { ($0, Weight($0)) }.sorted { one, other in
      if one.1 != other.1 { return one.1 > other.1 }
      return Self.place(one.0) < Self.place(other.0)
    }.map(\.0)
  }

  /// The same with all findings about one version of a package in one file behind the worst of them,
  /// for one upgrade mends them together.
  static func groups(of findings: [Finding]) -> [[Finding]] {
    var groups: [[Finding]] = []
    var places: [[String]: Int] = [:]
    for finding in worstFirst(findings) {
      let key = finding.package.map { [finding.location.path, $0.purl, $0.version] }
      if let key, let place = places[key] {
        groups[place].append(finding)
      } else {
        if let key { places[key] = groups.count }
        groups.append([finding])
      }
    }
    return groups
  }

  /// What is wrong in words: the weakness, which a rule's name seldom says, and the tool's message.
  ///
  /// - Parameter group: One of ``groups(of:)``.
  /// - Returns: Untrusted text.
  static func sentence(_ group: [Finding]) -> String {
    let finding = group[0]
    if group.count > 1, let package = finding.package {
      return "\(package.purl) \(package.version) has \(group.count) known vulnerabilities. "
        + finding.message
    }
    guard finding.package == nil, let name = finding.weaknessClass else { return finding.title }
    let message = finding.message.isEmpty ? finding.title : finding.message
    return "\(WeaknessClass.words(name)): \(message)"
  }

  /// The place of a finding, for sorting.
  static func place(_ finding: Finding) -> (String, Int, Int) {
    (finding.location.path, finding.location.startLine, finding.location.startColumn)
  }
}

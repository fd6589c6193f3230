/// Groups findings about packages: same file, package and version, and any identifier in common.
///
/// Identifiers are the aliases and, where it looks like one, the rule. Databases name one defect
/// differently (PYSEC, GHSA, CVE), so identity follows the chain of aliases.
enum AdvisoryGroups {
  private struct Identifier: Hashable {
    var path: Int
    var package: String
    var version: String
    var name: String
  }

  /// Gives each finding with a package a group; members are indices into the table, ascending.
  static func groups(of table: SightTable) -> [[Int]] {
    var parents = Array(table.sights.indices)
    var holders: [Identifier: Int] = [:]
    let members = table.sights.indices.filter { table.sights[$0].isPackage }
    for index in members {
      let finding = table.reported[index]
      guard let package = finding.package else { continue }
      for name in Set((finding.aliases + [finding.rule]).map { $0.uppercased() }) {
        let identifier = Identifier(
          path: table.sights[index].path, package: package.purl, version: package.version,
          name: name)
        if let holder = holders[identifier] {
          join(index, holder, in: &parents)
        } else {
          holders[identifier] = index
        }
      }
    }
    let byRoot = Dictionary(grouping: members) { root(of: $0, in: &parents) }
    return byRoot.sorted { $0.key < $1.key }.map(\.value)
  }

  private static func join(_ one: Int, _ other: Int, in parents: inout [Int]) {
    let roots = (root(of: one, in: &parents), root(of: other, in: &parents))
    parents[max(roots.0, roots.1)] = min(roots.0, roots.1)
  }

  private static func root(of index: Int, in parents: inout [Int]) -> Int {
    var index = index
    while parents[index] != index {
      parents[index] = parents[parents[index]]
      index = parents[index]
    }
    return index
  }
}

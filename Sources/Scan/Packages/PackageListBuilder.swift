internal import Advisories

/// Collects the packages of a file, each version once.
struct PackageListBuilder {
  private(set) var list = PackageList()
  private var places: [Key: Int] = [:]

  private struct Key: Hashable {
    var ecosystem: Ecosystem
    var name: String
    var version: String
  }

  /// Adds a package; of equal ones the first stays, needed by all who need any of them.
  mutating func add(_ package: LockedPackage) {
    let key = Key(
      ecosystem: package.ecosystem, name: package.name, version: package.version)
    guard let place = places[key] else {
      places[key] = list.packages.count
      list.packages.append(package)
      return
    }
    if !package.isDevelopment { list.packages[place].isDevelopment = false }
    if package.isDirect == true { list.packages[place].isDirect = true }
  }

  /// Adds a package about which nothing can be asked.
  mutating func omit(_ name: String, _ reason: Omission.Reason, line: Int) {
    list.omissions.append(Omission(name: name, reason: reason, line: line))
  }
}

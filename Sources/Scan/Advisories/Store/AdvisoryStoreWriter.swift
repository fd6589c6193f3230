package import Kernel
internal import Text

/// Collects advisories and writes them as a store.
///
/// Needs memory for everything it was given, in the compact form of the store.
package struct AdvisoryStoreWriter {
  private var records: [String: [(id: String, text: String)]] = [:]
  private var seen: Set<String> = []
  private var manifest: StoreManifest

  /// Makes an empty writer; the moment of making is written as `YYYY-MM-DDThh:mm:ssZ`.
  package init(made: String) { manifest = StoreManifest(made: made) }

  /// Whether nobody could ask about anything.
  package var isEmpty: Bool { manifest.advisories == 0 }

  /// Adds an advisory under each package that it names; a second one of the same identifier is left
  /// out, so that what is added first wins.
  package mutating func add(_ advisory: Advisory) {
    guard seen.insert(advisory.id).inserted else { return }
    guard !advisory.affected.isEmpty else {
      manifest.leftOut += 1
      return
    }
    manifest.advisories += 1
    for name in Set(advisory.affected.map(\.ecosystem.name)) {
      manifest.ecosystems[name.rawValue, default: 0] += 1
    }
    if let published = advisory.published {
      manifest.newest = max(manifest.newest ?? "", published)
    }
    let packages = Dictionary(grouping: advisory.affected) {
      StoreLayout.key($0.ecosystem.name, $0.name)
    }
    for (key, affected) in packages {
      var part = advisory
      part.affected = affected
      records[key, default: []].append((advisory.id, part.value.compactText))
    }
  }

  /// Writes the store: equal advisories and moments give equal bytes.
  ///
  /// - Parameter file: An empty file; what was written before a failure stays.
  /// - Returns: What the store says about itself.
  /// - Throws: What the kernel says.
  package func write(to file: borrowing Descriptor) throws(KernelFailure) -> StoreManifest {
    var index: [(digest: UInt64, key: String, numbers: [UInt64])] = []
    var place = 0
    var pending: [UInt8] = []
    for key in records.keys.sorted() {
      let texts = records[key, default: []].sorted { $0.id < $1.id }.map(\.text)
      let name = JSONValue.string(key).compactText
      let bytes = Array("{\"advisories\":[\(texts.joined(separator: ","))],\"key\":\(name)}".utf8)
      index.append(
        (
          StoreLayout.digest(Array(key.utf8)), key,
          [UInt64(place), UInt64(bytes.count), StoreLayout.digest(bytes)]
        ))
      place += bytes.count
      pending += bytes
      if pending.count > 1 << 20 {
        try file.writeAll(pending)
        pending = []
      }
    }
    index.sort { ($0.digest, $0.key) < ($1.digest, $1.key) }
    let entries = index.flatMap { entry in
      ([entry.digest] + entry.numbers).flatMap(StoreLayout.bytes)
    }
    let about = Array(manifest.value.compactText.utf8)
    let places = [place, index.count, place + entries.count, about.count]
    let footer =
      StoreLayout.magic + places.flatMap { StoreLayout.bytes(of: UInt64($0)) }
      + SHA256.digest(of: entries, about)
    try file.writeAll(pending + entries + about + footer)
    return manifest
  }
}

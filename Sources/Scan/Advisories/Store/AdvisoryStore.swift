internal import Glibc
package import Kernel
internal import Text

/// Why a store of advisories cannot answer.
package struct AdvisoryStoreFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong and what to do.
  package var description: String

  /// Makes a failure.
  package init(_ description: String) { self.description = description }
}

/// A store of advisories that answers by the name of a package.
///
/// Only the index is kept in memory; records are read when they are asked for.
package final class AdvisoryStore: Sendable {
  /// What the store says about itself.
  package let manifest: StoreManifest
  private let file: Descriptor
  private let size: Int
  private let index: [UInt8]

  /// The name of the file in the folder of a store.
  package static let fileName = "advisories.store"
  /// The most bytes of an index and of one name's records: OSV's whole data has a tenth of it.
  private static let mostBytes = 256 << 20

  /// Opens a store and checks that it is whole.
  ///
  /// - Parameter path: The file, which the caller trusts as its own.
  /// - Throws: `AdvisoryStoreFailure`, which says what to do.
  package init(_ path: BytePath) throws(AdvisoryStoreFailure) {
    do throws(KernelFailure) {
      file = try Descriptor.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      let status = try file.status()
      guard status.kind == .regular else { throw KernelFailure(call: "open", number: EINVAL) }
      size = status.size
    } catch {
      throw AdvisoryStoreFailure("\(path): \(error.reason)")
    }
    let remedy = "\(path) is no whole store; make it again with `sentinel advisories import`"
    let footer = try Self.read(
      file, at: size - StoreLayout.footerBytes, StoreLayout.footerBytes, of: size, remedy)
    guard footer.starts(with: StoreLayout.magic) else { throw AdvisoryStoreFailure(remedy) }
    let numbers = (0..<4).map { StoreLayout.number(in: footer, at: 24 + 8 * $0) }
    guard let places = Self.small(numbers), places[1] <= Self.mostBytes / StoreLayout.entryBytes
    else { throw AdvisoryStoreFailure(remedy) }
    let indexBytes = places[1] * StoreLayout.entryBytes
    index = try Self.read(file, at: places[0], indexBytes, of: size, remedy)
    let about = try Self.read(file, at: places[2], places[3], of: size, remedy)
    guard SHA256.digest(of: index, about) == Array(footer.suffix(32)),
      let value = try? JSONValue(parsing: about), let manifest = StoreManifest(value)
    else { throw AdvisoryStoreFailure(remedy) }
    self.manifest = manifest
  }

  private static func small(_ numbers: [UInt64]) -> [Int]? {
    let small = numbers.compactMap(Int.init(exactly:))
    return small.count == numbers.count ? small : nil
  }

  private static func read(
    _ file: borrowing Descriptor, at place: Int, _ count: Int, of size: Int, _ remedy: String
  ) throws(AdvisoryStoreFailure) -> [UInt8] {
    guard (0...size).contains(place), (0...min(size - place, mostBytes)).contains(count) else {
      throw AdvisoryStoreFailure(remedy)
    }
    do throws(KernelFailure) {
      let bytes = try file.read(count, at: place)
      guard bytes.count == count else { throw KernelFailure(call: "pread", number: EIO) }
      return bytes
    } catch {
      throw AdvisoryStoreFailure("\(remedy) (\(error.reason))")
    }
  }

  /// Finds every advisory about a package, withdrawn ones included, by identifier.
  ///
  /// Each holds only what it says about that package, in whichever release of the ecosystem.
  ///
  /// - Parameters:
  ///   - name: Its name in any of the spellings that mean the same package there.
  ///   - ecosystem: Where the package comes from.
  /// - Returns: The advisories; none for a package that nobody has written one about.
  /// - Throws: `AdvisoryStoreFailure` when the records cannot be read.
  package func advisories(
    about name: String, in ecosystem: EcosystemName
  ) throws(AdvisoryStoreFailure) -> [Advisory] {
    let key = StoreLayout.key(ecosystem, name)
    let digest = StoreLayout.digest(Array(key.utf8))
    var place = firstEntry(atLeast: digest)
    while place < index.count, StoreLayout.number(in: index, at: place) == digest {
      let numbers = [8, 16, 24].map { StoreLayout.number(in: index, at: place + $0) }
      if let found = try records(numbers, of: key) { return found }
      place += StoreLayout.entryBytes
    }
    return []
  }

  private func firstEntry(atLeast digest: UInt64) -> Int {
    var low = 0
    var high = index.count / StoreLayout.entryBytes
    while low < high {
      let middle = (low + high) / 2
      let found = StoreLayout.number(in: index, at: middle * StoreLayout.entryBytes)
      if found < digest { low = middle + 1 } else { high = middle }
    }
    return low * StoreLayout.entryBytes
  }

  /// The records at a place; nil where they are those of another name with the same digest.
  private func records(
    _ numbers: [UInt64], of key: String
  ) throws(AdvisoryStoreFailure) -> [Advisory]? {
    let remedy = "its records cannot be read; make it again with `sentinel advisories import`"
    guard let places = Self.small(Array(numbers.prefix(2))) else {
      throw AdvisoryStoreFailure(remedy)
    }
    let bytes = try Self.read(file, at: places[0], places[1], of: size, remedy)
    guard StoreLayout.digest(bytes) == numbers[2] else { throw AdvisoryStoreFailure(remedy) }
    do {
      let node = try DataNode(parsingJSON: bytes)
      guard node["key"]?.text == key else { return nil }
      return try (node["advisories"]?.elements ?? []).map { try AdvisoryReader.advisory($0) }
    } catch {
      throw AdvisoryStoreFailure("\(remedy) (\(error))")
    }
  }
}

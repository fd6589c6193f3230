internal import Text

/// The layout of a store: the records of each name, an index, a manifest, a footer.
///
/// The index is sorted by the digests of the names, so that a question costs a search in it and one
/// read, whatever the size of the store. All numbers are little-endian and have 64 bits.
enum StoreLayout {
  /// What the footer begins with; another layout gets another number.
  static let magic = Array("sentinel.advisories/1\n\0\0".utf8)
  /// The magic; where the index is, how many entries it has, where the manifest is and how long; the
  /// digest of index and manifest.
  static let footerBytes = 24 + 4 * 8 + 32
  /// The digest of a name; where its records are, how long they are, and their digest.
  static let entryBytes = 4 * 8

  /// The text under which the records of a package lie.
  static func key(_ ecosystem: EcosystemName, _ name: String) -> String {
    "\(ecosystem.rawValue)\n\(PackageNames.normalized(name, in: ecosystem))"
  }

  /// The first 64 bits of a text's SHA-256.
  static func digest(_ bytes: [UInt8]) -> UInt64 { number(in: SHA256.digest(of: bytes), at: 0) }

  /// Reads a number; the caller has checked the bounds.
  static func number(in bytes: [UInt8], at place: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(bytes[place + $1]) << UInt64(8 * $1) }
  }

  /// Writes a number.
  static func bytes(of number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }
}

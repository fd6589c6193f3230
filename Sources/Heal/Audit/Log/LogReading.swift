internal import FoundationEssentials

/// A log's entries file as it was read: every committed entry, and what is left of a cut append.
///
/// One line an entry: the record, a tab, and in base64 the signature of the checkpoint that ends
/// with it. So one write commits an entry and the signed head of the tree together.
struct LogReading {
  /// The tree over all entries that are whole.
  private(set) var frontier = Frontier()
  /// The hashes of their records.
  private(set) var leaves: [TreeHash] = []
  /// The root after each.
  private(set) var roots: [TreeHash] = [.empty]
  /// The entries.
  private(set) var entries: [AuditEntry] = []
  /// The records' bytes.
  private(set) var records: [[UInt8]] = []
  /// Where the last whole line ends.
  private(set) var end = 0
  /// What comes after it.
  private(set) var torn: [UInt8] = []
  /// The signature of the last whole line.
  private(set) var signature: [UInt8] = []

  /// Which signatures are checked: one covers all entries before it, but not their signatures.
  enum Signatures { case all, last }

  private static let newline = UInt8(ascii: "\n")
  private static let tab = UInt8(ascii: "\t")

  /// A file without a byte.
  init() {}

  /// Reads a whole file.
  ///
  /// Every line must be whole and true. Only what has no newline at its end is the rest of an append
  /// that was cut off, which was never acknowledged to anybody; there must be `committed` entries
  /// before it.
  init(
    _ bytes: [UInt8], key: VerifierKey, committed: Int, signatures: Signatures
  ) throws(AuditError) {
    self.init()
    var rest = bytes[...]
    while let line = rest.firstIndex(of: Self.newline).map({ rest[..<$0] }) {
      try take(line, key: key, checksSignature: signatures == .all)
      end = line.endIndex + 1
      rest = bytes[end...]
    }
    torn = Array(bytes[end...])
    if signatures == .last && !leaves.isEmpty { try checkLast(key) }
    guard leaves.count >= committed else {
      throw AuditError(
        .truncated,
        "the log ends after \(leaves.count) entries, its checkpoint says \(committed)")
    }
  }

  /// Adds an entry that was just written as this line.
  mutating func append(_ line: [UInt8], key: VerifierKey) throws(AuditError) {
    try take(line.dropLast()[...], key: key, checksSignature: false)
    end += line.count
    torn = []
  }

  /// The line of an entry that comes next, with its newline.
  func line(for entry: AuditEntry, key: SigningKey) throws(AuditError) -> [UInt8] {
    let record = try entry.record(sequence: leaves.count, previous: leaves.last ?? .empty)
    var grown = frontier
    grown.append(.leaf(record))
    let checkpoint = Checkpoint(origin: key.verifier.name, size: grown.size, root: grown.root)
    let signature = Data(try checkpoint.signature(by: key)).base64EncodedString()
    return record + [Self.tab] + Array(signature.utf8) + [Self.newline]
  }

  /// The checkpoint after the last entry.
  func checkpoint(origin: String) -> Checkpoint {
    Checkpoint(origin: origin, size: frontier.size, root: frontier.root)
  }

  private mutating func take(
    _ line: ArraySlice<UInt8>, key: VerifierKey, checksSignature: Bool
  ) throws(AuditError) {
    let sequence = leaves.count
    guard let tab = line.lastIndex(of: Self.tab),
      let text = String(validating: line[(tab + 1)...], as: UTF8.self),
      let signature = Data(base64Encoded: text), signature.base64EncodedString() == text
    else { throw AuditError(.tampered, "entry \(sequence): its line has no signature") }
    let record = Array(line[..<tab])
    let entry = try AuditEntry(
      record: record, sequence: sequence, previous: leaves.last ?? .empty)
    let leaf = TreeHash.leaf(record)
    var grown = frontier
    grown.append(leaf)
    let checkpoint = Checkpoint(origin: key.name, size: grown.size, root: grown.root)
    if checksSignature { try Self.check(checkpoint, Array(signature), key) }
    if sequence == 0 {
      guard entry.kind == .opened, entry.content["key"]?.text == key.description else {
        throw AuditError(.wrongKey, "entry 0: does not open a log of \(key.description)")
      }
    }
    frontier = grown
    self.signature = Array(signature)
    leaves.append(leaf)
    roots.append(grown.root)
    entries.append(entry)
    records.append(record)
  }

  private func checkLast(_ key: VerifierKey) throws(AuditError) {
    try Self.check(checkpoint(origin: key.name), signature, key)
  }

  private static func check(
    _ checkpoint: Checkpoint, _ signature: [UInt8], _ key: VerifierKey
  ) throws(AuditError) {
    guard signature.prefix(4).elementsEqual(key.identifier) else {
      throw AuditError(
        .wrongKey, "entry \(checkpoint.size - 1): is signed by another key than \(key.description)")
    }
    guard checkpoint.isSigned(signature, by: key) else {
      throw AuditError(
        .tampered, "entry \(checkpoint.size - 1): it or one before it is not what was signed")
    }
  }
}

internal import Kernel

/// Other spellings under which a file system finds a protected name.
///
/// Where it folds case, or looks past characters that cannot be seen, `.GIT` is `.git` to git too.
struct Spellings {
  private let names: Set<BytePath>
  private let folded: Set<[UInt8]>

  init(of names: Set<BytePath>) {
    self.names = names
    folded = Set(names.map { Self.fold($0.bytes) })
  }

  /// Inodes that a folder gives for protected names which it does not list.
  ///
  /// Only the file system knows what it folds, so `inode` asks it; a folder without a suspicious name
  /// costs no question.
  func aliases(among entries: [BytePath], inode: (BytePath) -> UInt64?) -> Set<UInt64> {
    guard entries.contains(where: isSuspicious) else { return [] }
    return Set(names.subtracting(entries).compactMap(inode))
  }

  private func isSuspicious(_ name: BytePath) -> Bool {
    if name.bytes.contains(where: { $0 >= 0x80 }) { return true }
    return !names.contains(name) && folded.contains(Self.fold(name.bytes))
  }

  private static func fold(_ bytes: [UInt8]) -> [UInt8] {
    bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }
}

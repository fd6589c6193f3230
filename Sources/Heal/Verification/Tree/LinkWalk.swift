internal import Glibc
internal import Kernel

/// Follows a link of a foreign tree by what stands there, without the kernel following anything.
///
/// Counting the dots of a target is not enough: where `d` leads to `.`, `d/..` is the folder above.
struct LinkWalk: ~Copyable {
  /// The most links on one way, as of the kernel.
  private static let mostLinks = 40

  private let root: Descriptor

  /// Walks in a tree.
  init(_ root: borrowing Descriptor) throws(KernelFailure) { self.root = try root.duplicate() }

  /// Whether a link's target lies in the tree, or would if it were there.
  ///
  /// - Parameters:
  ///   - target: what the link holds.
  ///   - path: where the link stands, from the root; its folders are no links.
  /// - Returns: false also where it cannot be told.
  func stays(_ target: BytePath, of path: [UInt8]) -> Bool {
    var place = path.split(separator: 0x2F).dropLast().map { Array($0) }
    var rest: [[UInt8]] = []
    guard Self.put(target, before: &rest) else { return false }
    var links = 0
    while let part = rest.popLast() {
      if part == [0x2E] { continue }
      if part == [0x2E, 0x2E] {
        guard place.popLast() != nil else { return false }
        continue
      }
      place.append(part)
      let found: BytePath?
      do { found = try link(at: place) } catch { return false }
      guard let next = found else { continue }
      links += 1
      place.removeLast()
      guard links <= Self.mostLinks, Self.put(next, before: &rest) else { return false }
    }
    return true
  }

  /// Lays a link's target over what is left of the way, next part last; false for one that leaves at once.
  private static func put(_ target: BytePath, before rest: inout [[UInt8]]) -> Bool {
    if target.isAbsolute || target.bytes.isEmpty { return false }
    rest += target.components.map { Array($0) }.reversed()
    return true
  }

  /// What the link at a place holds; nil where something else stands, or nothing.
  ///
  /// - Throws: where that cannot be told: behind a path longer than the kernel takes, or in a folder
  ///   that cannot be opened.
  private func link(at place: [[UInt8]]) throws(KernelFailure) -> BytePath? {
    guard let name = place.last.map({ BytePath($0) }) else { return nil }
    let parent = BytePath(Array(place.dropLast().joined(separator: [0x2F])))
    do throws(KernelFailure) {
      guard !parent.bytes.isEmpty else { return try root.linkTarget(name) }
      return try root.openBeneath(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC).linkTarget(name)
    } catch {
      if [EINVAL, ENOENT, ENOTDIR].contains(error.number) { return nil }
      throw error
    }
  }
}

internal import CDigest
internal import Kernel
internal import Patches
internal import Policy
internal import Text

/// Writes the steps of a patch; holds at most one text file, before and after, in memory.
struct PatchWriter {
  /// Larger files go into the patch as binary.
  static let textBytes = 1 << 20

  let layers: LayerPair

  /// One side of a step.
  private struct Side {
    var node: TreeNode
    /// git's name of the content.
    var name: String
    /// The content, where it is small enough for a text patch.
    var bytes: [UInt8]?

    var isText: Bool { bytes.map { !$0.contains(0) } ?? false }
  }

  private static let noName = String(repeating: "0", count: 40)

  /// Writes one step; false when a content could not be read and nothing was written.
  func write(
    _ step: PatchStep, to output: borrowing Descriptor
  ) throws(KernelFailure) -> Bool {
    let path: BytePath
    var before: Side?
    var after: Side?
    do throws(KernelFailure) {
      switch step {
      case .rename(let from, let to, let before, let after):
        try output.writeAll(rename(from, to, before, after))
        return true
      case .delete(let place, let node): (path, before) = (place, try side(node))
      case .add(let place, let node): (path, after) = (place, try side(node))
      case .modify(let place, let old, let new):
        (path, before, after) = (place, try side(old), try side(new))
      }
    } catch  where error.call != "write" {
      return false
    }
    try output.writeAll(header(path, before, after))
    if before?.name == after?.name { return true }
    if before?.isText ?? true, after?.isText ?? true {
      try output.writeAll(text(path, before, after))
    } else {
      try writeBinary(after, to: output)
    }
    return true
  }

  // MARK: Headers

  private func rename(
    _ from: BytePath, _ to: BytePath, _ before: TreeNode, _ after: TreeNode
  ) -> [UInt8] {
    Self.line("diff --git ", GitPath.quoted("a/", from), " ", GitPath.quoted("b/", to))
      + modes(before, after) + Self.line("similarity index 100%")
      + Self.line("rename from ", GitPath.quoted("", from))
      + Self.line("rename to ", GitPath.quoted("", to))
  }

  private func header(_ path: BytePath, _ before: Side?, _ after: Side?) -> [UInt8] {
    var text = Self.line("diff --git ", GitPath.quoted("a/", path), " ", GitPath.quoted("b/", path))
    switch (before, after) {
    case (let before?, nil): text += Self.line("deleted file mode ", before.node.gitMode)
    case (nil, let after?): text += Self.line("new file mode ", after.node.gitMode)
    case (let before?, let after?): text += modes(before.node, after.node)
    case (nil, nil): break
    }
    if before?.name != after?.name {
      let names = (before?.name ?? Self.noName) + ".." + (after?.name ?? Self.noName)
      let isSame = before?.node.gitMode == after?.node.gitMode
      text += Self.line("index ", names, isSame ? " \(after?.node.gitMode ?? "")" : "")
    }
    return text
  }

  private func modes(_ before: TreeNode, _ after: TreeNode) -> [UInt8] {
    if before.gitMode == after.gitMode { return [] }
    return Self.line("old mode ", before.gitMode) + Self.line("new mode ", after.gitMode)
  }

  // MARK: Contents

  private func text(_ path: BytePath, _ before: Side?, _ after: Side?) -> [UInt8] {
    let hunks = DiffHunks.text(from: before?.bytes ?? [], to: after?.bytes ?? [])
    if hunks.isEmpty { return [] }
    let none = Array("/dev/null".utf8)
    return Self.line("--- ", before == nil ? none : GitPath.quoted("a/", path))
      + Self.line("+++ ", after == nil ? none : GitPath.quoted("b/", path)) + hunks
  }

  /// A file that does not come back the same ends the patch: its header is already written.
  private func writeBinary(
    _ after: Side?, to output: borrowing Descriptor
  ) throws(KernelFailure) {
    let size = after?.node.kind == .link ? after?.bytes?.count ?? 0 : after?.node.size ?? 0
    try output.writeAll(BinaryHunk.header(size: size))
    var hunk = BinaryHunk(size: size)
    if let bytes = after?.bytes {
      try output.writeAll(hunk.add(bytes[...]))
      return
    }
    guard let after, size > 0 else {
      try output.writeAll(hunk.add([]))
      return
    }
    var content = try layers.reader(after.node)
    while let piece = try content.next() { try output.writeAll(hunk.add(piece)) }
  }

  private func side(_ node: TreeNode) throws(KernelFailure) -> Side {
    if let target = node.target {
      return Side(node: node, name: Self.blobName(target.bytes), bytes: target.bytes)
    }
    var content = try layers.reader(node)
    guard node.size > Self.textBytes else {
      var bytes: [UInt8] = []
      while let piece = try content.next() { bytes += piece }
      return Side(node: node, name: Self.blobName(bytes), bytes: bytes)
    }
    var state = Self.blobStart(node.size)
    while let piece = try content.next() { Self.add(piece, to: &state) }
    return Side(node: node, name: Self.finish(state), bytes: nil)
  }

  // MARK: Names of blobs

  private static func blobName(_ bytes: [UInt8]) -> String {
    var state = blobStart(bytes.count)
    add(bytes[...], to: &state)
    return finish(state)
  }

  private static func blobStart(_ size: Int) -> sentinel_sha1 {
    var state = sentinel_sha1()
    unsafe sentinel_sha1_start(&state)
    add((Array("blob \(size)".utf8) + [0])[...], to: &state)
    return state
  }

  private static func add(_ piece: ArraySlice<UInt8>, to state: inout sentinel_sha1) {
    unsafe piece.withUnsafeBytes { bytes in
      unsafe sentinel_sha1_add(&state, bytes.baseAddress, bytes.count)
    }
  }

  private static func finish(_ state: sentinel_sha1) -> String {
    var state = state
    var digest = [UInt8](repeating: 0, count: 20)
    unsafe sentinel_sha1_finish(&state, &digest)
    return SHA256.hex(digest)
  }

  // MARK: Lines

  private static func line(_ parts: any LinePart...) -> [UInt8] {
    parts.flatMap(\.lineBytes) + [UInt8(ascii: "\n")]
  }
}

/// Text or bytes of a header line.
private protocol LinePart {
  var lineBytes: [UInt8] { get }
}

extension String: LinePart {
  fileprivate var lineBytes: [UInt8] { Array(utf8) }
}

extension Array: LinePart where Element == UInt8 {
  fileprivate var lineBytes: [UInt8] { self }
}

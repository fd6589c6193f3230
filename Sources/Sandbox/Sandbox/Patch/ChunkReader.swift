internal import CDigest
internal import Glibc
internal import Kernel

/// Reads a file piece by piece through one buffer.
struct ChunkReader: ~Copyable {
  private let file: Descriptor
  private var buffer: [UInt8]
  /// Bytes that the file was said to have and were not yet read.
  private(set) var left: Int

  init(_ file: consuming Descriptor, size: Int, chunk: Int = 1 << 16) {
    self.file = file
    left = size
    buffer = [UInt8](repeating: 0, count: min(chunk, max(size, 1)))
  }

  /// The next piece, full but for the last; nil after `size` bytes, ENODATA when the file is shorter.
  mutating func next() throws(KernelFailure) -> ArraySlice<UInt8>? {
    if left == 0 { return nil }
    let wanted = min(left, buffer.count)
    var filled = 0
    while filled < wanted {
      let start = filled
      let number = file.number
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe read(number, bytes.baseAddress?.advanced(by: start), wanted - start)
      }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw KernelFailure.last("read") }
      guard count > 0 else { throw KernelFailure(call: "read", number: ENODATA) }
      filled += count
    }
    left -= filled
    return buffer[..<filled]
  }
}

extension LayerPair {
  /// How many bytes tell text from binary; git looks at as many.
  static let sniffedBytes = 8000

  func reader(_ node: TreeNode, upTo limit: Int = .max) throws(KernelFailure) -> ChunkReader {
    ChunkReader(try file(node.source), size: min(node.size, limit))
  }

  /// Whether two files of one size have the same bytes.
  func haveSameContent(_ left: TreeNode, _ right: TreeNode) throws(KernelFailure) -> Bool {
    var one = try reader(left)
    var other = try reader(right)
    while let piece = try one.next() {
      guard let match = try other.next(), piece == match else { return false }
    }
    return true
  }

  /// Whether a NUL byte is near the start.
  func isBinary(_ node: TreeNode) throws(KernelFailure) -> Bool {
    var start = try reader(node, upTo: Self.sniffedBytes)
    return try start.next()?.contains(0) ?? false
  }

  /// The SHA-256 of a file's content.
  func contentDigest(_ node: TreeNode) throws(KernelFailure) -> [UInt8] {
    var state = sentinel_sha256()
    unsafe sentinel_sha256_start(&state)
    var content = try reader(node)
    while let piece = try content.next() {
      unsafe piece.withUnsafeBytes { bytes in
        unsafe sentinel_sha256_add(&state, bytes.baseAddress, bytes.count)
      }
    }
    var digest = [UInt8](repeating: 0, count: 32)
    unsafe sentinel_sha256_finish(&state, &digest)
    return digest
  }
}

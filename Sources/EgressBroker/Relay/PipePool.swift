internal import CKernel
internal import Glibc
internal import Kernel

/// A pipe that bytes pass through on their way from one socket to another.
final class Pipe {
  private let source: Descriptor
  private let target: Descriptor

  /// The end to read from.
  var output: Int32 { source.number }
  /// The end to write to.
  var input: Int32 { target.number }

  fileprivate init() throws(KernelFailure) {
    var ends: [Int32] = [-1, -1]
    guard unsafe sentinel_pipe(&ends) == 0 else { throw KernelFailure.last("pipe2") }
    source = Descriptor(owning: ends[0])
    target = Descriptor(owning: ends[1])
  }
}

/// Empty pipes to borrow: only a direction whose receiver is slow keeps one.
///
/// A pipe holds 64 KiB, the kernel's default: bigger ones hit the limit of a user's pipe pages.
final class PipePool {
  /// What a pipe holds at most.
  static let pipeBytes = 64 << 10

  private var spare: [Pipe] = []
  private let most = 8

  func take() throws(KernelFailure) -> Pipe {
    if let pipe = spare.popLast() { return pipe }
    return try Pipe()
  }

  /// Takes an empty pipe back.
  func give(_ pipe: Pipe) {
    if spare.count < most { spare.append(pipe) }
  }
}

internal import CKernel
internal import Glibc
internal import Kernel

/// A pipe that bytes pass through on their way from one socket to another.
final class Pipe {
  /// What the kernel gives a pipe by itself.
  fileprivate static let usualBytes = 64 << 10

  private let source: Descriptor
  private let target: Descriptor

  /// What it holds at most.
  let bytes: Int

  /// The end to read from.
  var output: Int32 { source.number }
  /// The end to write to.
  var input: Int32 { target.number }

  fileprivate init(_ wanted: Int = usualBytes) throws(KernelFailure) {
    var ends: [Int32] = [-1, -1]
    guard unsafe sentinel_pipe(&ends) == 0 else { throw KernelFailure.last("pipe2") }
    source = Descriptor(owning: ends[0])
    target = Descriptor(owning: ends[1])
    // A user who has too many already gets no more than usual.
    let isGrown = wanted > Self.usualBytes && sentinel_grow_pipe(ends[0], Int32(wanted)) == 0
    bytes = isGrown ? wanted : Self.usualBytes
  }
}

/// Empty pipes to borrow: only a direction whose receiver is slow keeps one.
///
/// A few hold 512 KiB, by which bulk is moved in a fifth of the calls; all others 64 KiB, since more
/// would hit the limit of a user's pipe pages.
final class PipePool {
  private static let roomyBytes = 512 << 10
  private static let mostRoomy = 4
  private static let mostSpare = 8

  private var roomy: [Pipe]
  private var spare: [Pipe] = []

  /// Makes the big ones, which a confined broker could not.
  init() {
    roomy = (0..<Self.mostRoomy).compactMap { _ in try? Pipe(Self.roomyBytes) }
  }

  func take() throws(KernelFailure) -> Pipe {
    if let pipe = roomy.popLast() ?? spare.popLast() { return pipe }
    return try Pipe()
  }

  /// Takes an empty pipe back.
  func give(_ pipe: Pipe) {
    if pipe.bytes > Pipe.usualBytes {
      roomy.append(pipe)
    } else if spare.count < Self.mostSpare {
      spare.append(pipe)
    }
  }
}

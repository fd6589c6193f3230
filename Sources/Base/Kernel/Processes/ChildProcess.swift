internal import CKernel
internal import Glibc

/// A child that was started with an exact set of descriptors; it must be waited for.
package struct ChildProcess: Sendable {
  /// The process id, valid until ``wait()`` returns.
  package let id: Int32

  /// How a process ended.
  package enum Ending: Equatable, Sendable {
    /// It returned a code, 0...255.
    case exited(Int32)
    /// A signal ended it.
    case signalled(Int32)
  }

  /// Starts `program` with the descriptors of `map`, whose positions become the child's numbers.
  ///
  /// Signal dispositions and mask are reset. The descriptors stay the caller's.
  package static func spawn(
    _ program: BytePath, arguments: [[UInt8]], environment: [[UInt8]], descriptors map: [Int32]
  ) throws(KernelFailure) -> ChildProcess {
    var id: pid_t = 0
    let error = unsafe program.withPointer { path in
      unsafe CStrings.withPointers(arguments) { argv in
        unsafe CStrings.withPointers(environment) { envp in
          unsafe sentinel_spawn(path, argv, envp, map, map.count, &id)
        }
      }
    }
    guard error == 0 else {
      throw KernelFailure(call: "posix_spawn", object: program.description, number: error)
    }
    return ChildProcess(id: id)
  }

  /// Blocks until the process has ended and reaps it; call it once, because its id is free
  /// afterwards.
  package func wait() throws(KernelFailure) -> Ending {
    var status: Int32 = 0
    guard unsafe sentinel_wait(id, &status) == 0 else { throw KernelFailure.last("waitpid") }
    return sentinel_exited(status) != 0
      ? .exited(sentinel_exit_code(status)) : .signalled(sentinel_term_signal(status))
  }

  /// Sends a signal; a process that has ended is no error.
  package func send(_ signal: Int32) { kill(id, signal) }
}

/// NUL-terminated strings for the length of a call.
enum CStrings {
  static func withPointers<Result>(
    _ strings: [[UInt8]], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var storage: [CChar] = []
    var offsets: [Int] = []
    for string in strings {
      offsets.append(storage.count)
      storage += string.map { CChar(bitPattern: $0) } + [0]
    }
    storage.append(0)
    return unsafe storage.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else {
        preconditionFailure("a buffer with a final NUL has a base address")
      }
      let pointers = unsafe offsets.map { unsafe Optional(base + $0) } + [nil]
      return unsafe pointers.withUnsafeBufferPointer { list in
        guard let first = list.baseAddress else {
          preconditionFailure("a list with a final null has a base address")
        }
        return unsafe body(first)
      }
    }
  }
}

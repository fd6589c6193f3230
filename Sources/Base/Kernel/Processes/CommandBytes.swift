internal import CKernel
internal import Glibc

/// The command line as the kernel has it.
///
/// Swift's own reads `/proc/self/cmdline`, and takes one that it cannot read for an empty one.
package enum CommandBytes {
  /// Every argument, the program's name first, byte for byte.
  package static func all() -> [[UInt8]] {
    guard var next = unsafe sentinel_arguments() else { return [] }
    var arguments: [[UInt8]] = []
    while let argument = unsafe next.pointee {
      let length = unsafe strlen(argument)
      unsafe arguments.append(Array(UnsafeRawBufferPointer(start: argument, count: length)))
      unsafe next += 1
    }
    return arguments
  }

  /// Becomes another program, with the same arguments; returns why that failed.
  package static func replaceProgram(by program: BytePath) -> KernelFailure {
    guard let arguments = unsafe sentinel_arguments() else {
      return KernelFailure(call: "execve", object: program.description, number: EINVAL)
    }
    _ = unsafe program.withPointer { unsafe execv($0, arguments) }
    return KernelFailure.last("execve", program.description)
  }

  /// Every argument but the program's name, as text; bytes that are not UTF-8 are repaired.
  package static func texts() -> [String] {
    all().dropFirst().map { String(decoding: $0, as: UTF8.self) }
  }
}

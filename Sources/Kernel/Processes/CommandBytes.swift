internal import Glibc

/// The command line as the kernel has it.
public enum CommandBytes {
  /// Every argument, the program's name first, byte for byte.
  public static func all() -> [[UInt8]] {
    let count = Int(CommandLine.argc)
    return (0..<count).compactMap { index in
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { return nil }
      let length = unsafe strlen(argument)
      return unsafe Array(UnsafeRawBufferPointer(start: argument, count: length))
    }
  }
}

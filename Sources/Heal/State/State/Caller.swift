internal import Glibc
internal import Kernel

/// Who runs the program.
package enum Caller {
  /// The account's name, as /etc/passwd has it; the number where it has none.
  package static func name() -> String {
    let number = getuid()
    return Account.of(number)?.name ?? "uid \(number)"
  }
}

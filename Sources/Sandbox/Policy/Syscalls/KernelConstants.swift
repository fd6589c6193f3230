/// Names of kernel constants that profiles may write and that denials are explained with.
///
/// The values are those of the generic kernel headers (include/uapi, 6.18), which x86-64 and
/// arm64 share; a constant that differs between the two has no place here.
package enum KernelConstants {
  /// A set of constants that are values of one kind of argument.
  package enum Family: String, Sendable, CaseIterable {
    /// Address families: the first argument of `socket`.
    case addressFamily = "AF_"
    /// Socket types: the second argument of `socket`, under the mask 0xf.
    case socketType = "SOCK_"
    /// Transport protocols: the third argument of `socket`.
    case transport = "IPPROTO_"
    /// Flags of `clone`, `unshare` and `setns`.
    case clone = "CLONE_"
    /// Requests of `ioctl`.
    case ioctl = "IOCTL"
    /// Options of `prctl`.
    case prctl = "PR_"
    /// Operations of `seccomp`.
    case seccompOperation = "SECCOMP_SET_"
    /// Flags of `seccomp`.
    case seccompFlag = "SECCOMP_FILTER_FLAG_"
    /// Execution domains of `personality`.
    case personality = "PERSONALITY"
    /// Mode bits.
    case mode = "S_"
    /// File types: what `mknod` makes, under the mask S_IFMT.
    case fileType = "S_IF"
    /// Flags of `renameat2`.
    case rename = "RENAME_"
    /// Requests of `ptrace`.
    case ptrace = "PTRACE_"
    /// Commands of `fcntl`.
    case fileControl = "F_"
    /// Flags of sending and receiving.
    case message = "MSG_"
    /// Levels of socket options.
    case socketLevel = "SOL_"
    /// Socket options that conditions name; what a number means depends on its level.
    case socketOption = "SO_"
    /// Flags of `open` with which it makes a file.
    case openFlag = "O_"

    /// Whether values are flags that are combined.
    package var isFlags: Bool {
      [.clone, .seccompFlag, .mode, .rename, .message, .openFlag].contains(self)
    }
  }

  /// The value of a constant, or of a number written in decimal, `0x` or `0o`.
  package static func value(of text: String) -> UInt64? {
    if let value = values[text] { return value }
    let digits = text.dropFirst(2)
    if text.hasPrefix("0x") { return unsigned(digits, radix: 16) }
    if text.hasPrefix("0o") { return unsigned(digits, radix: 8) }
    return unsigned(text[...], radix: 10)
  }

  /// Every name that is known, for suggestions.
  package static var names: [String] { values.keys.sorted() }

  /// The name of a value within its family: one constant, or flags joined by `|`.
  package static func name(of value: UInt64, in family: Family) -> String? {
    guard let table = tables[family] else { return nil }
    if let exact = table.first(where: { $0.1 == value }) { return exact.0 }
    guard family.isFlags else { return nil }
    var rest = value
    var names: [String] = []
    for (name, bits) in table where bits != 0 && rest & bits == bits {
      names.append(name)
      rest &= ~bits
    }
    if names.isEmpty { return nil }
    return (names + (rest == 0 ? [] : [hex(rest)])).joined(separator: "|")
  }

  /// The family of one argument of one call, if its values have names.
  package static func family(call: String, argument: Int) -> Family? {
    switch (call, argument) {
    case ("socket", 0), ("socketpair", 0): .addressFamily
    case ("socket", 1), ("socketpair", 1): .socketType
    case ("socket", 2), ("socketpair", 2): .transport
    case ("clone", 0), ("unshare", 0), ("setns", 1): .clone
    case ("ioctl", 1): .ioctl
    case ("prctl", 0): .prctl
    case ("seccomp", 0): .seccompOperation
    case ("seccomp", 1): .seccompFlag
    case ("personality", 0): .personality
    case ("ptrace", 0): .ptrace
    case ("renameat2", 4): .rename
    case ("mknod", 1), ("mknodat", 2): .fileType
    case ("fcntl", 1): .fileControl
    case ("sendto", 3), ("recvfrom", 3), ("sendmsg", 2), ("recvmsg", 2), ("sendmmsg", 3),
      ("recvmmsg", 3):
      .message
    case ("setsockopt", 1), ("getsockopt", 1): .socketLevel
    default: nil
    }
  }

  /// A number as `0x…`.
  package static func hex(_ value: UInt64) -> String { "0x" + String(value, radix: 16) }

  private static func unsigned(_ digits: Substring, radix: Int) -> UInt64? {
    guard let first = digits.first, first != "+", first != "-" else { return nil }
    return UInt64(digits, radix: radix)
  }

  private static let values: [String: UInt64] = {
    var values: [String: UInt64] = [:]
    for (_, table) in tables { for (name, value) in table { values[name] = value } }
    return values
  }()
}

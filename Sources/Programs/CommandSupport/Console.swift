internal import Glibc
internal import Kernel
internal import Synchronization

/// What a program says to a person.
package enum Console {
  /// Fills closed standard streams with /dev/null, so that no file opened later becomes one of them.
  package static func secureStreams() {
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 {
      if number == 1 { outputIsClosed.store(true, ordering: .relaxed) }
      _ = unsafe open("/dev/null", number == 0 ? O_RDONLY : O_WRONLY)
    }
    _ = signal(SIGPIPE, SIG_IGN)
  }

  private static let outputIsClosed = Atomic(false)

  /// Writes to standard error; what cannot be written is lost.
  package static func error(_ text: String) { _ = write(Array(text.utf8), to: 2) }

  /// Writes to standard output, as ``output(_:)`` does with bytes.
  package static func output(_ text: String) throws { try output(Array(text.utf8)) }

  /// The columns of the terminal, of which lines take no more than 160; 80 elsewhere.
  package static var width: Int { columns(of: 1) }

  /// The columns of the terminal that a stream is; 80 where it is none.
  package static func columns(of number: Int32) -> Int {
    var size = winsize()
    guard unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return min(160, Int(size.ws_col))
  }

  /// Whether a stream is a terminal on which lines can be drawn again.
  package static func canRedraw(_ number: Int32) -> Bool {
    isatty(number) == 1 && !["", "dumb"].contains(Environment.current().text(of: "TERM") ?? "")
  }

  /// Writes bytes to standard output; a reader that went away has read what it wanted.
  ///
  /// Throws an ``ExitFailure`` for anything else: a report that was cut off must not pass for a whole one.
  package static func output(_ bytes: [UInt8]) throws {
    let number = outputIsClosed.load(ordering: .relaxed) ? EBADF : write(bytes, to: 1)
    guard number != 0, number != EPIPE else { return }
    let failure = KernelFailure(call: "write", object: "standard output", number: number)
    throw ExitFailure(code: 70, message: "the output could not be written: \(failure)")
  }

  /// Whether a stream is a terminal that wants colour.
  package static func wantsColour(_ number: Int32) -> Bool {
    let environment = Environment.current()
    if let unwanted = environment.text(of: "NO_COLOR"), !unwanted.isEmpty { return false }
    return isatty(number) == 1 && environment.text(of: "TERM") != "dumb"
  }

  /// Writes everything; returns 0, or the errno value of what kept it.
  private static func write(_ bytes: [UInt8], to number: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(number, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return count < 0 ? errno : EIO }
      rest = rest.dropFirst(count)
    }
    return 0
  }
}

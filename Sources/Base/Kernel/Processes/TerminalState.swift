internal import Glibc

/// The settings of the caller's terminal, to be put back if whoever changed them was killed.
package struct TerminalState: Sendable {
  private let saved: termios?

  /// Remembers the settings of standard input, if it is a terminal.
  package init() {
    var settings = termios()
    saved = unsafe tcgetattr(0, &settings) == 0 ? settings : nil
  }

  /// Puts them back, and ends what a command has begun with the terminal itself: modes, reports of the
  /// mouse, and questions whose answers would else be the next thing that the shell reads.
  package func restore() {
    guard var settings = saved else { return }
    let previous = signal(SIGTTOU, SIG_IGN)
    if tcgetpgrp(0) == getpgrp() { quieten(settings) }
    // What was typed or answered meanwhile was not meant for the shell.
    _ = unsafe tcsetattr(0, TCSAFLUSH, &settings)
    _ = signal(SIGTTOU, previous)
  }

  /// How long an answer of the terminal is waited for; one that is no terminal gives none.
  private static let patience: Int32 = 200

  /// Ends a string that was begun, leaves the other screen, turns off reports of mouse, focus and
  /// pasting, puts keypad, letters, cursor and colours back (soft reset), and asks for the state.
  private static let reset = Array(
    ("\u{18}\u{1B}\\\u{1B}[?1047l"
      + "\u{1B}[?9l\u{1B}[?1000l\u{1B}[?1002l\u{1B}[?1003l\u{1B}[?1004l\u{1B}[?1005l\u{1B}[?1006l"
      + "\u{1B}[?1015l\u{1B}[?1016l\u{1B}[?2004l\u{1B}[20l\u{1B}[?1l\u{1B}>\u{1B}[!p\u{1B}[0m\u{1B}[5n")
      .utf8)

  /// The answer to the last of these: everything that was asked before is answered by then.
  private static let answer = Array("\u{1B}[0n".utf8)

  private func quieten(_ settings: termios) {
    guard let kind = unsafe getenv("TERM"), unsafe strcmp(kind, "dumb") != 0,
      let terminal = try? Descriptor.open("/dev/tty", O_RDWR | O_NOCTTY | O_NONBLOCK)
    else { return }
    var raw = settings
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    raw.c_lflag |= tcflag_t(ISIG)
    guard unsafe tcsetattr(terminal.number, TCSADRAIN, &raw) == 0,
      (try? terminal.writeAll(Self.reset)) != nil
    else { return }
    var heard: [UInt8] = []
    var left = Self.patience
    while left > 0, !heard[...].containsRun(Self.answer) {
      var watched = pollfd(fd: terminal.number, events: Int16(POLLIN), revents: 0)
      // Many small answers use the patience up as silence does.
      left -= 10
      guard unsafe poll(&watched, 1, 10) > 0 else { continue }
      var piece = [UInt8](repeating: 0, count: 4096)
      let count = unsafe piece.withUnsafeMutableBytes {
        unsafe read(terminal.number, $0.baseAddress, $0.count)
      }
      guard count > 0 else { break }
      heard = Array(heard.suffix(Self.answer.count)) + piece.prefix(count)
    }
  }
}

extension ArraySlice where Element == UInt8 {
  fileprivate func containsRun(_ run: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: run) }
  }
}

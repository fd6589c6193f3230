internal import Glibc

/// The settings of the caller's terminal, to be put back if whoever changed them was killed.
public struct TerminalState: Sendable {
  private let saved: termios?

  /// Remembers the settings of standard input, if it is a terminal.
  public init() {
    var settings = termios()
    saved = unsafe tcgetattr(0, &settings) == 0 ? settings : nil
  }

  /// Puts them back.
  public func restore() {
    guard var settings = saved else { return }
    let previous = signal(SIGTTOU, SIG_IGN)
    _ = unsafe tcsetattr(0, TCSADRAIN, &settings)
    _ = signal(SIGTTOU, previous)
  }
}

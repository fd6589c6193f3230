package import Kernel

/// Runs git where nothing can be reached but what a call names: no network, no variables, no home.
///
/// What a foreign repository holds is read here and nowhere else, so that a mistake in git, or a program
/// that the repository configures, gets hold of that repository alone.
package protocol ConfinedGit: Sendable {
  /// Runs git to its end.
  ///
  /// - Parameter call: what it is to do.
  /// - Returns: its standard output.
  /// - Throws: when git fails, passes a bound, or cannot be confined.
  func run(_ call: ConfinedCall) throws(GitFailure) -> [UInt8]
}

/// What confined git is to do, and all that it sees of the machine beside its own programs.
package struct ConfinedCall: Sendable {
  /// What follows `git`.
  package var arguments: [String]
  /// Its standard input.
  package var input: [UInt8]
  /// All of its variables but `PATH` and `HOME`.
  package var variables: [String: String]
  /// Folders that it may read, absolute and without links.
  package var readable: [BytePath]
  /// Folders of Sentinel's own that it may write to, absolute and without links.
  package var writable: [BytePath]
  /// The most time.
  package var seconds: Int
  /// The most bytes of its output.
  package var outputBytes: Int
  /// The most bytes of a file that it makes.
  package var fileBytes: Int

  /// The command of git that is asked for.
  package var task: String
}

package import ArgumentParser
internal import Glibc

/// How a program ends after its command: by the documented exit codes.
package enum CommandEnding {
  /// Ends the program as an error wants it: help on standard output, mistakes with code 2.
  package static func end(after error: any Error, of root: any ParsableCommand.Type) -> Never {
    if let exit = error as? ExitCode { Glibc.exit(exit.rawValue) }
    if let failure = error as? ExitFailure {
      failure.print()
      Glibc.exit(failure.code)
    }
    let code = root.exitCode(for: error)
    if code == .validationFailure || code.rawValue == 64 {
      Console.error(root.fullMessage(for: error) + "\n")
      Glibc.exit(2)
    }
    if code == .success { root.exit(withError: error) }
    Console.error("sentinel: \(error)\n")
    Glibc.exit(70)
  }
}

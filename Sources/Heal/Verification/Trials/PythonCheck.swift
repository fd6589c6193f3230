internal import Patches
internal import Text

/// Lets Python's own compiler read files, in a sandbox and without running them.
struct PythonCheck: Sendable {
  /// What it says.
  enum Answer: Equatable {
    case fine
    /// A line for each file that cannot be compiled.
    case faults([String])
    /// It could not be asked.
    case unknown(String)
  }

  private static let program = """
    import json, sys
    faults = []
    for path in sys.argv[1:]:
        try:
            with open(path, "rb") as file:
                compile(file.read(), path, "exec", dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            faults.append("%s:%s: %s" % (path, getattr(error, "lineno", 0), error))
    print(json.dumps({"files": len(sys.argv) - 1, "faults": faults}))
    """

  let interpreter: String

  func run(
    _ paths: [PatchPath], of changes: ChangeSet, on runner: TrialRun, milliseconds: Int
  ) async -> RunRecord {
    // Isolated: neither the tree nor a variable decides what is imported.
    let words = [interpreter, "-I", "-S", "-c", Self.program].map { Array($0.utf8) }
    return await runner.run(
      TrialRun.Request(words + paths.map(\.bytes), changes: changes, milliseconds: milliseconds))
  }

  func answer(_ record: RunRecord) -> Answer {
    switch record.ending {
    case .exited(0):
      guard let value = try? JSONValue(parsing: record.output), value["files"] != nil else {
        return .unknown("\(interpreter) gave no answer")
      }
      let faults = (value["faults"]?.elements ?? []).compactMap(\.string)
      return faults.isEmpty ? .fine : .faults(faults)
    case .exited(let code): return .unknown("\(interpreter) ended with \(code)")
    case .timeout: return .unknown("\(interpreter) did not end")
    case .stopped(let reason), .notRun(let reason): return .unknown(reason)
    }
  }
}

internal import Signals
internal import Text

/// Python's unittest with a report in a file beside its console.
///
/// The console alone can be torn by warnings and by what tests print; file and console are compared.
enum UnittestDriver {
  /// Runs what `python -m unittest` would run; the first argument is the file for the report.
  static let program = """
    import sys, time, unittest
    report = sys.argv.pop(1)
    sys.argv[0] = "python -m unittest"
    class Result(unittest.TextTestResult):
        rows = []
        def _note(self, test, outcome, err=None, reason=None):
            now = time.perf_counter()
            name = test.id()
            if name.startswith("unittest.loader."):
                name = name.split(".", 3)[-1] + ".collection"
            row = {"name": name, "outcome": outcome, "seconds": now - self._began}
            if err is not None:
                row["exception"] = err[0].__name__
                row["message"] = str(err[1])[:1000]
            if reason is not None:
                row["message"] = str(reason)[:1000]
            self.rows.append(row)
        _began = time.perf_counter()
        def startTest(self, test):
            super().startTest(test)
            self._began = time.perf_counter()
        def addSuccess(self, test):
            super().addSuccess(test)
            self._note(test, "passed")
        def addError(self, test, err):
            super().addError(test, err)
            self._note(test, "errored", err)
        def addFailure(self, test, err):
            super().addFailure(test, err)
            self._note(test, "failed", err)
        def addSkip(self, test, reason):
            super().addSkip(test, reason)
            self._note(test, "skipped", reason=reason)
        def addExpectedFailure(self, test, err):
            super().addExpectedFailure(test, err)
            self._note(test, "skipped", reason="expected failure")
        def addUnexpectedSuccess(self, test):
            super().addUnexpectedSuccess(test)
            self._note(test, "failed", reason="unexpected success")
        def addSubTest(self, test, subtest, err):
            super().addSubTest(test, subtest, err)
            if err is not None:
                kind = "failed" if issubclass(err[0], test.failureException) else "errored"
                self._note(test, kind, err)
    class Runner(unittest.TextTestRunner):
        resultclass = Result
    done = unittest.main(module=None, testRunner=Runner, exit=False)
    import json
    with open(report, "w") as file:
        json.dump({"tests": Result.rows, "run": done.result.testsRun}, file)
    sys.exit(0 if done.result.wasSuccessful() else 1)
    """

  /// The tests of a report in order, and how many were started; nil for anything else.
  static func read(_ report: [UInt8]) -> (tests: [(String, ObservedTest)], started: Int)? {
    guard let value = try? JSONValue(parsing: report), let started = value["run"]?.integer else {
      return nil
    }
    let tests = (value["tests"]?.elements ?? []).compactMap { row -> (String, ObservedTest)? in
      guard let name = row["name"]?.string, name.utf8.count < 4096,
        let outcome = Outcome(rawValue: row["outcome"]?.string ?? "")
      else { return nil }
      let parts = name.split(separator: ".")
      let id = TestID(
        group: parts.dropLast().joined(separator: "."), name: parts.last.map(String.init) ?? name)
      return (
        id.canonical,
        ObservedTest(
          outcome: outcome, seconds: row["seconds"]?.double, exception: row["exception"]?.string,
          message: row["message"]?.string)
      )
    }
    return (tests, started)
  }
}

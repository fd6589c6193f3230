internal import Patches

/// The command that runs the tests, and what is known of its framework.
package struct TestCommand: Equatable, Sendable {
  /// A framework whose report is understood beyond its exit code.
  package enum Framework: String, Sendable {
    /// pytest: console and JUnit report, compared with each other.
    case pytest
    /// Python's unittest: console and a report of our own, compared with each other.
    case unittest
    /// `go test`: its stream of events.
    case go
    /// Node's own runner: TAP.
    case node
    /// Jest: its JSON, compared with its console's total.
    case jest
    /// `cargo test`: the lines of Rust's harness, compared with its totals.
    case cargo
    /// `swift test`: console, and for Swift Testing its xUnit report, compared with the console.
    case swift
    /// Anything else: whatever of its output can be read.
    case other
  }

  /// The words as the user wrote them.
  package let words: [String]
  /// What runs the tests.
  package let framework: Framework
  /// Where the options of the framework begin: behind `pytest`, `-m pytest`, `-m unittest`.
  private let optionsStart: Int

  /// Reads a command line, split as a shell would that expands nothing.
  package init(_ text: String) throws(TestCommandMistake) {
    words = try CommandWords.split(text)
    (framework, optionsStart) = Self.framework(of: words)
  }

  private static func framework(of words: [String]) -> (Framework, Int) {
    // Wrappers that run what follows them: `env A=b`, `uv run`, `poetry run`, `python -X …`.
    for index in words.indices.prefix(6) {
      let name = words[index].split(separator: "/").last.map(String.init) ?? ""
      let next = index + 1 < words.count ? words[index + 1] : ""
      switch name {
      case "pytest", "py.test": return (.pytest, index + 1)
      case "go" where next == "test": return (.go, index + 2)
      case "node" where words[index...].contains("--test"): return (.node, index + 1)
      case "jest", "jest.js": return (.jest, index + 1)
      case "cargo":
        // A toolchain may stand between: `cargo +stable test`.
        let verb = words[(index + 1)...].firstIndex { !$0.hasPrefix("+") } ?? index
        if ["test", "t"].contains(words[verb]) { return (.cargo, verb + 1) }
      case "swift" where next == "test": return (.swift, index + 2)
      default: break
      }
      if name.hasPrefix("python"), let module = words[index...].firstIndex(of: "-m"),
        module + 1 < words.count
      {
        switch words[module + 1] {
        case "pytest": return (.pytest, module + 2)
        case "unittest": return (.unittest, module + 2)
        default: return (.other, words.count)
        }
      }
    }
    return (.other, words.count)
  }

  /// The words in front of the framework's own options, such as `python3 -m pytest`.
  var lead: [String] { Array(words[..<optionsStart]) }

  /// The interpreter that a Python framework runs on; `python3` where the command names none.
  var interpreter: String {
    words.first { ($0.split(separator: "/").last ?? "").hasPrefix("python") } ?? "python3"
  }

  /// Whether the first failure ends the run, so that a planted one would hide the tests behind it.
  var stopsEarly: Bool {
    let rest = words[optionsStart...]
    switch framework {
    case .pytest:
      return rest.contains { word in
        word == "--exitfirst" || word.hasPrefix("--maxfail") || word == "--stepwise"
          || word == "--sw" || (word.hasPrefix("-") && !word.hasPrefix("--") && word.contains("x"))
      }
    case .unittest: return rest.contains("-f") || rest.contains("--failfast")
    default: return true
    }
  }

  /// The command with the options that make the framework report every test.
  ///
  /// - Parameters:
  ///   - report: the file for the framework's report, where it writes one.
  ///   - files: test files that are run in place of those that the user's words name; only the
  ///     frameworks of Python can do that.
  ///   - further: test files that are run as well, of the same frameworks.
  /// - Returns: the command to run.
  func arguments(
    reportingTo report: PatchPath, only files: [PatchPath]? = nil, besides further: [PatchPath] = []
  ) -> [[UInt8]] {
    let named = files.map { $0.map(\.text) } ?? Array(words[optionsStart...])
    let rest = named + further.map(\.text)
    let options: [String]
    switch framework {
    case .pytest:
      options =
        lead + ["-p", "no:cacheprovider", "-rap", "--junitxml=\(report.text)"] + rest
    case .unittest:
      let driver = ["-c", UnittestDriver.program, report.text]
      options = Array(words[..<(optionsStart - 2)]) + driver + rest + ["-v"]
    case .go: options = lead + ["-json"] + rest.filter { $0 != "-json" }
    case .node: options = lead + ["--test-reporter=tap"] + rest
    case .jest:
      let own = ["--json", "--verbose", "--silent", "--outputFile"]
      options =
        lead + ["--json", "--outputFile=\(report.text)", "--verbose"]
        + Self.without(own, taking: ["--outputFile"], rest)
    case .cargo:
      // Which file's tests come now stands on standard error, and belongs between their lines.
      let quiet = ["-q", "--quiet", "--nocapture", "--no-capture", "--no-fail-fast"]
      options =
        ["/bin/sh", "-c", "exec \"$@\" 2>&1", "sh"] + lead + ["--no-fail-fast"]
        + Self.without(quiet, taking: [], rest)
    case .swift:
      // In parallel XCTest's console names only what fails, and its report calls skipped tests passed.
      let own = ["--parallel", "--quiet", "-q", "--xunit-output"]
      options =
        lead + ["--xunit-output", report.text + ".xml"]
        + Self.without(own, taking: ["--xunit-output"], rest)
    case .other: options = words
    }
    return options.map { Array($0.utf8) }
  }

  /// Words without some options, and without the next word of those that take one.
  private static func without(
    _ options: [String], taking: [String], _ words: [String]
  ) -> [String] {
    var kept: [String] = []
    var isValue = false
    for word in words {
      let name = String(word.split(separator: "=", maxSplits: 1).first ?? "")
      if !isValue && !options.contains(name) { kept.append(word) }
      isValue = !isValue && taking.contains(word)
    }
    return kept
  }

  /// Whether a further file has to be named to be run, because the words name others.
  func hasToName(_ path: PatchPath, in tree: some SourceTree) -> Bool {
    let rest = words[optionsStart...].filter { !$0.hasPrefix("-") }
    switch framework {
    case .pytest:
      let named = rest.compactMap { word in
        PatchPath(String(word.split(separator: "::", maxSplits: 1).first ?? "").trimmingSlashes)
      }.filter { tree.entry(at: $0) != nil }
      return !named.isEmpty && !rest.contains(".")
        && path.parents.allSatisfy { !named.contains($0) }
    case .unittest: return !rest.isEmpty && rest.first != "discover"
    default: return false
    }
  }

  /// The report that the framework writes besides its console, when it is asked to report there.
  func reportFile(_ report: PatchPath) -> PatchPath? {
    switch framework {
    case .pytest, .unittest, .jest: report
    case .swift: PatchPath(report.text + "-swift-testing.xml")
    case .go, .node, .cargo, .other: nil
    }
  }

  /// The folder at the top of the tree in which the framework builds; nil for those that do not.
  var buildFolder: String? {
    switch framework {
    case .cargo: "target"
    case .swift: ".build"
    default: nil
    }
  }
}

extension String {
  /// Without slashes at its end.
  fileprivate var trimmingSlashes: String {
    var text = self[...]
    while text.hasSuffix("/") { text = text.dropLast() }
    return String(text)
  }
}

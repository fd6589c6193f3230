import Patches
import Testing

@testable import Verification

@Suite struct TestCommandTests {
  @Test(arguments: [
    ("python3 -m pytest tests", ["python3", "-m", "pytest", "tests"]),
    ("run  'a b'\t\"c d\" e\\ f", ["run", "a b", "c d", "e f"]),
    ("x \"a\\\"b\\n\" ''", ["x", "a\"b\\n", ""]), ("a'b'\"c\"", ["abc"]),
  ])
  func `words are split as a shell does that expands nothing`(_ text: String, _ words: [String])
    throws
  {
    #expect(try CommandWords.split(text) == words)
  }

  @Test(arguments: [
    "", "  ", "pytest $X", "a; b", "a | b", "a && b", "echo `id`", "a > b", "ls *.py", "~/x",
    "'open", "a \"$(id)\"", "X=1 pytest", "a\\", "a\nb",
  ])
  func `what only a shell understands is a mistake`(_ text: String) {
    #expect(throws: TestCommandMistake.self) { try CommandWords.split(text) }
  }

  @Test(arguments: [
    ("pytest -q tests", "pytest -p no:cacheprovider -rap --junitxml=r.xml -q tests"),
    ("python3 -m pytest", "python3 -m pytest -p no:cacheprovider -rap --junitxml=r.xml"),
    ("go test ./...", "go test -json ./..."), ("node --test", "node --test-reporter=tap --test"),
    ("make check", "make check"),
    ("npx jest --silent --outputFile=mine src", "npx jest --json --outputFile=r.xml --verbose src"),
    (
      "./node_modules/.bin/jest --outputFile mine -t a",
      "./node_modules/.bin/jest --json --outputFile=r.xml --verbose -t a"
    ),
    (
      "cargo +stable test -q --workspace -- --nocapture a",
      "/bin/sh -c exec \"$@\" 2>&1 sh cargo +stable test --no-fail-fast --workspace -- a"
    ),
    ("cargo nextest run", "cargo nextest run"), ("cargo build", "cargo build"), ("cargo", "cargo"),
    (
      "swift test --parallel --xunit-output mine.xml --filter A",
      "swift test --xunit-output r.xml.xml --filter A"
    ),
    ("swift build", "swift build"),
  ])
  func `known frameworks are asked to name every test`(_ text: String, _ wanted: String) throws {
    let command = try TestCommand(text)
    let report = try #require(PatchPath("r.xml"))
    let words = command.arguments(reportingTo: report).map { String(decoding: $0, as: UTF8.self) }
    #expect(words.joined(separator: " ") == wanted)
  }

  @Test func `unittest runs with a report in a file, and otherwise as it is called`() throws {
    let command = try TestCommand("env A=b .venv/bin/python -W error -m unittest discover -s t")
    let report = try #require(PatchPath("r"))
    let words = command.arguments(reportingTo: report).map { String(decoding: $0, as: UTF8.self) }
    #expect(words[..<5] == ["env", "A=b", ".venv/bin/python", "-W", "error"])
    #expect(words[5] == "-c" && words[7...] == ["r", "discover", "-s", "t", "-v"])
    #expect(command.interpreter == ".venv/bin/python")
  }

  @Test(arguments: [
    ("pytest -x", true), ("pytest -qx", true), ("pytest --maxfail=1", true), ("pytest -q", false),
    ("python -m unittest -f", true), ("python -m unittest", false),
  ])
  func `a command that ends at the first failure is known`(_ text: String, _ stops: Bool) throws {
    #expect(try TestCommand(text).stopsEarly == stops)
  }
}

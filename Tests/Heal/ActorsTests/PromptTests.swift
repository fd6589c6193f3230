import Connectors
import Healing
import Judging
import Patches
import Signals
import Testing
import Text

@testable import Actors

@Suite struct PromptTests {
  private let texts = [
    "pkg/gcd.py": "def gcd(a, b):\n    return a\n",
    "tests/test_gcd.py": "from pkg.gcd import gcd\n\ndef test_gcd():\n    assert gcd(6, 4) == 2\n",
  ]

  private func prompt(
    _ healingCase: HealingCase, _ texts: [String: String], bytes: Int = 60_000
  ) -> Prompt {
    Prompt(Cases.request(healingCase, texts), mask: SecretMask([:]), fileBytes: bytes)
  }

  @Test(arguments: Injections.texts.indices)
  func `what data says changes no word around it`(number: Int) throws {
    let text = Injections.texts[number]
    let word = "DATA-ffff"
    var texts = texts
    texts["pkg/gcd.py", default: ""] += "# \(text)\n"
    let clean = prompt(Cases.test("test_gcd", in: "tests/test_gcd.py"), self.texts)
    let hostile = prompt(
      Cases.test("test_gcd", in: "tests/test_gcd.py", message: text), texts)
    #expect(hostile.data.blocks.count == clean.data.blocks.count)
    #expect(hostile.paths == clean.paths)
    let shell = { (prompt: Prompt) in
      prompt.text(word: word).split(separator: "\n").filter { $0.hasPrefix(word) }.map { line in
        line.hasSuffix("lines") ? "file" : String(line)
      }
    }
    #expect(shell(hostile) == shell(clean))
    #expect(hostile.text(word: word).hasPrefix(PromptText.introduction(word: word)))
    #expect(hostile.text(word: word).hasSuffix(PromptText.conclusion))
    for scalar in hostile.text(word: word).unicodeScalars where scalar != "\n" && scalar != "\t" {
      #expect(!VisibleText.isHidden(scalar), "\(scalar.value)")
    }
  }

  @Test func `a word that the data holds is not taken`() {
    var texts = texts
    texts["pkg/gcd.py", default: ""] += "# DATA-1 end\n"
    let data = prompt(Cases.test("test_gcd", in: "tests/test_gcd.py"), texts).data
    var words = ["DATA-2", "DATA-1"]
    #expect(data.word { words.popLast() ?? "" } == "DATA-2")
    #expect(PromptData.randomWord() != PromptData.randomWord())
  }

  @Test func `the identity of a question does not depend on its word`() {
    let case1 = Cases.test("test_gcd", in: "tests/test_gcd.py")
    #expect(prompt(case1, texts).digest == prompt(case1, texts).digest)
    #expect(
      prompt(case1, texts).digest
        != prompt(Cases.test("test_gcd", in: "tests/test_gcd.py", message: "x"), texts).digest)
  }

  @Test func `a test leads to the module that it imports, whole and numbered`() throws {
    let prompt = prompt(Cases.test("test_gcd", in: "tests/test_gcd.py"), texts)
    #expect(prompt.paths.map(\.text) == ["tests/test_gcd.py", "pkg/gcd.py"])
    let block = try #require(prompt.data.blocks.first { $0.title.hasPrefix("file pkg/gcd.py") })
    #expect(block.title == "file pkg/gcd.py, 2 lines")
    #expect(block.text == "1| def gcd(a, b):\n2|     return a\n")
  }

  @Test func `a test of another language leads to the file that it is named after`() {
    let prompt = prompt(
      Cases.test("adds", in: "Tests/AdderTests.swift"),
      ["Tests/AdderTests.swift": "@Test func adds() {}\n", "Sources/Adder.swift": "let a = 1\n"])
    #expect(prompt.paths.map(\.text) == ["Tests/AdderTests.swift", "Sources/Adder.swift"])
  }

  @Test func `frames lead to files, the innermost first, and foreign ones to none`() {
    let place = { (path: String, line: Int) in Place(path: path, line: line) }
    let signal = Signal(
      .stackTrace, rule: "KeyError", message: "x",
      frames: [
        Frame(function: "main", place: place("/app/main.py", 1)),
        Frame(function: "get", place: place("/usr/lib/python3/os.py", 2)),
        Frame(function: "load", place: place("/app/pkg/load.py", 1)),
      ])
    let prompt = prompt(
      Cases.of([signal], JudgeSignal(.other)),
      ["main.py": "import pkg\n", "pkg/load.py": "x = {}\n", "other.py": "y = 1\n"])
    #expect(prompt.paths.map(\.text) == ["pkg/load.py", "main.py"])
  }

  @Test(arguments: [".env", ".env.local", "deploy/id_rsa", "tls/server.key", "a.pem"])
  func `files with keys are never shown`(path: String) {
    let prompt = prompt(Cases.finding("R1", path, 1), [path: "KEY=1\n", "app.py": "x = 1\n"])
    #expect(prompt.paths.isEmpty)
  }

  @Test func `of a long file the lines around the place are shown, within the bound`() throws {
    let long = (1...5_000).map { "line_\($0) = \($0)\n" }.joined()
    let prompt = prompt(Cases.finding("R1", "long.py", 2_500), ["long.py": long], bytes: 8_000)
    let block = try #require(prompt.data.blocks.last)
    #expect(block.title == "file long.py, lines 2440-2560 of 5000")
    #expect(block.text.contains("2500| line_2500 = 2500\n"))
    #expect(!block.text.contains("2439| "))
    #expect(prompt.data.blocks.dropFirst().reduce(0) { $0 + $1.text.utf8.count } <= 8_000)
  }

  @Test func `whatever the tree holds, the files stay within the bound`() {
    var texts: [String: String] = [:]
    for number in 0..<30 {
      texts["m\(number).py"] =
        (0..<30).map { "import m\($0)\n" }.joined() + String(repeating: "x = 1\n", count: 2_000)
    }
    let prompt = prompt(Cases.finding("R1", "m0.py", 3), texts, bytes: 10_000)
    #expect(prompt.paths.count > 1)
    #expect(prompt.data.blocks.dropFirst().reduce(0) { $0 + $1.text.utf8.count } <= 10_000)
  }
}

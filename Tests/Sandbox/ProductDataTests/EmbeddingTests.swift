import Testing
import Text
import YAML

@testable import embed_product_data

@Suite struct EmbeddingTests {
  @Test(arguments: [
    ("a: text", #"{"a":"text"}"#),
    ("a: true", #"{"a":true}"#),
    ("a: 'true'", #"{"a":"true"}"#),
    ("a: 78", #"{"a":78}"#),
    ("a: \"78\"", #"{"a":"78"}"#),
    ("a: -1.5", #"{"a":-1.5}"#),
    ("a:", #"{"a":null}"#),
    ("a: ''", #"{"a":""}"#),
    ("a: [1, b]", #"{"a":[1,"b"]}"#),
    ("a: '...'", #"{"a":"..."}"#),
    ("a: ...x", #"{"a":"...x"}"#),
    ("b: 1\na: 2", #"{"a":2,"b":1}"#),
    ("a: |\n  x\n    y\n", #"{"a":"x\n  y\n"}"#),
    ("a: |-\n  x\n\n  y\n", #"{"a":"x\n\ny"}"#),
    ("a: >-\n  x\n  y\n", #"{"a":"x y"}"#),
    ("a: '\"\\w'", #"{"a":"\"\\w"}"#),
    ("a: \"\\a\"", #"{"a":"\u0007"}"#),
    ("a: é", #"{"a":"é"}"#),
  ])
  func `YAML becomes the JSON that means the same`(yaml: String, json: String) throws {
    #expect(try YAMLReader.read(yaml, path: "x.yaml").compactText == json)
  }

  @Test(arguments: [
    "yes", "Off", "TRUE", "Null", "0x1F", "010", "1e3", "+1", "1_000", "2026-01-02", ".5", "1.",
    ".inf", "12:30:45",
  ])
  func `a scalar on which readers disagree is refused with its line`(scalar: String) throws {
    let error = #expect(throws: Problem.self) {
      try YAMLReader.read("a: 1\nb: \(scalar)\n", path: "x.yaml")
    }
    #expect(error?.line == 2)
    #expect(error?.remedy == "quote it")
  }

  @Test(arguments: [
    ("a: 1\na: 2", 2), ("a: &x 1", 1), ("a: !!str 1", 1), ("a: [", 2), ("a: 1\n---\nb: 2", 2),
    ("", 1), ("1: 2", 1), ("a: &x [1]", 1), ("a: *x", 1),
  ])
  func `what has no place in a rule is refused with its line`(yaml: String, line: Int) {
    let error = #expect(throws: (any Error).self) { try YAMLReader.read(yaml, path: "x.yaml") }
    let found = (error as? Problem)?.line ?? (error as? Problems)?.all.first?.line
    #expect(found == line, "\(error.map(String.init(describing:)) ?? "no error")")
  }

  @Test(arguments: [
    ("a", ##"#"a"#"##),
    ("a\"#b", ###"##"a"#b"##"###),
    ("a\n", "#\"\"\"\na\n\n\"\"\"#"),
    ("\\(x)\n", "#\"\"\"\n\\(x)\n\n\"\"\"#"),
    ("## x\n", "###\"\"\"\n## x\n\n\"\"\"###"),
  ])
  func `a literal stands for exactly the text`(text: String, literal: String) {
    #expect(GeneratedSource.literal(text) == literal)
  }
}

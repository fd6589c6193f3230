import CheatCases
import FoundationEssentials
import ProductData
import Testing
import Text

@testable import Judging
@testable import Patches

/// Every rule has a safe form to look for, or it is written down that it has none.
@Suite struct PostConditionTests {
  private static func check() throws -> SafeShapeCheck {
    let articles = try CheatSuite.constitution().articles
    return try #require(articles.lazy.compactMap { $0.check as? SafeShapeCheck }.first)
  }

  /// The ids of Sentinel's own rules.
  private static func own() throws -> Set<String> {
    let pack = try #require(ProductData.document(named: "python", in: ProductData.rulePacks))
    let value = try JSONValue(parsing: Array(pack.text.description.utf8))
    let ids = (value["rules"]?.elements ?? []).compactMap { $0["id"]?.string }
    return Set(ids.map { String($0.trimmingPrefix("python.")) })
  }

  @Test func `every rule of ours has a shape or says that it has none`() throws {
    let own = try Self.own()
    #expect(own.count > 80)
    let constitution = try CheatSuite.constitution()
    let missing = own.filter { constitution.postCondition(of: $0) == .unknownRule }
    #expect(missing.isEmpty, "\(missing.sorted())")
  }

  @Test func `every rule that a fixer heals has a shape or says that it has none`() throws {
    let constitution = try CheatSuite.constitution()
    var rules: Set<String> = []
    for fixer in ProductData.fixers {
      let text = fixer.text.description
      for part in text.components(separatedBy: "    rules = (").dropFirst() {
        let list = part.prefix { $0 != ")" }
        rules.formUnion(
          list.split(separator: "\"").filter { $0.first?.isLetter == true }.map(String.init))
      }
    }
    #expect(rules.count > 60, "\(rules.sorted())")
    let missing = rules.filter { constitution.postCondition(of: $0) == .unknownRule }
    #expect(missing.isEmpty, "\(missing.sorted())")
  }

  @Test func `every id is one that a scanner reports`() throws {
    let check = try Self.check()
    let own = try Self.own()
    // Of tools whose rules are not ours: by the form of their ids.
    let foreign = #/[BS][0-9]{3}|E722|py/[a-z-]+/#
    let unknown = (check.shapes.values.flatMap { $0 } + check.unshaped).filter {
      !own.contains($0) && $0.wholeMatch(of: foreign) == nil
    }
    #expect(unknown.isEmpty, "\(unknown.sorted())")
  }

  @Test
  func `each shape sees the weak form in the examples of its rules`()
    throws
  {
    let examples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "rules/python/examples")
    func weak(_ shape: SafeShape, _ name: String) throws -> Int {
      let bytes = try Data(contentsOf: examples.appending(path: name))
      let tokens = CodeTokens(Array(bytes), .python).tokens
      let module = PythonModule(tokens)
      let reading = shape.read(ShapeRegion(module.statements, module: module, tokens: tokens))
      return reading.unsafe + reading.assembled
    }
    let own = try Self.own()
    for (name, rules) in try Self.check().shapes {
      let shape = try #require(SafeShape.all[name])
      for rule in rules where own.contains(rule) {
        let found = try weak(shape, "\(rule).vulnerable.py")
        #expect(found > 0, "\(name) of \(rule)")
      }
    }
  }

  @Test func `a rule without a shape is told apart from one that nobody knows`() throws {
    let constitution = try CheatSuite.constitution()
    #expect(constitution.postCondition(of: "B608") == .shape("bound-sql"))
    #expect(constitution.postCondition(of: "hard-coded-password") == .scannerAndTestsOnly)
    #expect(constitution.postCondition(of: "java/weak-thing") == .unknownRule)
  }
}

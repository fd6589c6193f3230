import Actors
import FoundationEssentials
import Healing
import Judging
import Patches
import Signals
import Synchronization
import Testing
import Text

@Suite struct CodemodActorTests {
  private static let source = "import os\n\n\ndef run(x):\n    assert x\n    return os\n"
  private let texts = ["app.py": source]

  @Test func `a finding becomes a diff with the fixer's name, level and words`() async throws {
    let helper = FakeHelper { .answer(to: $0, edit: (28, 36, "if not x: raise AssertionError")) }
    let actor = CodemodActor(helper)
    let answer = await actor.propose(Cases.request(Cases.finding("B101", "app.py", 5), texts))
    let proposal = try #require(answer.candidates.first)
    #expect(answer.candidates.count == 1)
    #expect(proposal.origin == "assert-used")
    #expect(proposal.highestLevel == 3)
    #expect(proposal.rationale?.hasPrefix("Asserts go. ") == true)
    #expect(
      try proposal.applied(to: texts)["app.py"]
        == Self.source.replacing("assert x", with: "if not x: raise AssertionError"))
  }

  @Test func `the fixers see the file and the finding and nothing else`() async throws {
    let helper = FakeHelper { .answer(to: $0, edit: nil) }
    _ = await CodemodActor(helper).propose(
      Cases.request(
        Cases.finding("B101", "app.py", 5), ["app.py": Self.source, "secret.py": "KEY = 1\n"]))
    let file = try #require(helper.requests.first?["files"])
    #expect(file.elements.count == 1)
    #expect(file[0]?["path"]?.string == "app.py")
    #expect(
      file[0]?["base64"]?.string.flatMap { Data(base64Encoded: $0) } == Data(Self.source.utf8))
    #expect(file[0]?["findings"] == [["rule": "B101", "line": 5]])
  }

  @Test func `a refusal is an abstention that says why and what was looked at`() async {
    let helper = FakeHelper { .answer(to: $0, edit: nil) }
    let answer = await CodemodActor(helper).propose(
      Cases.request(Cases.finding("B101", "app.py", 5), texts))
    #expect(answer.abstention?.reason == "The fixers leave it: unsure: cannot tell")
    #expect(answer.abstention?.inspected == ["app.py:5 B101: unsure: cannot tell"])
  }

  @Test func `a failing test is none of its business, and the helper is not started`() async {
    let helper = FakeHelper { .answer(to: $0, edit: nil) }
    let answer = await CodemodActor(helper).propose(
      Cases.request(Cases.test("test_run", in: "tests/test_app.py"), texts))
    #expect(answer.abstention != nil)
    #expect(helper.requests.isEmpty)
  }

  @Test func `it proposes once`() async {
    let helper = FakeHelper { .answer(to: $0, edit: (28, 36, "x")) }
    let answer = await CodemodActor(helper).propose(
      Cases.request(Cases.finding("B101", "app.py", 5), texts, turn: 2))
    #expect(answer.abstention != nil)
    #expect(helper.requests.isEmpty)
  }

  @Test func `what is not installed is the environment's fault and is named`() async {
    let actor = CodemodActor(FakeHelper { _ in .missing("run \"sentinel tools install libcst\"") })
    let answer = await actor.propose(Cases.request(Cases.finding("B101", "app.py", 5), texts))
    guard case .unavailable(.environment, let text) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(text.contains("sentinel tools install libcst"))
  }

  @Test func `processor time is reserved before, and settled after`() async {
    var limits = RunBudget.Limits()
    limits.cpuMilliseconds = 10_000
    let request = Cases.request(Cases.finding("B101", "app.py", 5), texts, limits: limits)
    let helper = FakeHelper { document in
      #expect(throws: BudgetExhausted.self) {
        try request.budget.reserve(Spending(cpuMilliseconds: 1))
      }
      return .answer(to: document, edit: nil)
    }
    _ = await CodemodActor(helper).propose(request)
    #expect(request.budget.spent.cpuMilliseconds == FakeHelper.cpuMilliseconds)
    limits.cpuMilliseconds = 1_000
    let poor = Cases.request(Cases.finding("B101", "app.py", 5), texts, limits: limits)
    #expect(await CodemodActor(helper).propose(poor).unavailable == .cpuExhausted)
    #expect(helper.requests.count == 1)
  }

  @Test(arguments: Broken.allCases)
  func `an answer that is broken in any way is not used`(broken: Broken) async {
    let helper = FakeHelper { document in
      guard case .answered(let bytes) = HelperEnd.Result.answer(to: document, edit: (28, 36, "y"))
      else { return .failed("") }
      return .answered(broken.apply(String(decoding: bytes, as: UTF8.self)))
    }
    let answer = await CodemodActor(helper).propose(
      Cases.request(Cases.finding("B101", "app.py", 5), texts))
    #expect((answer.unavailable == .environment) == (broken != .nothing))
    #expect(answer.candidates.isEmpty == (broken != .nothing))
  }

  /// Ways in which the fixers' process could lie; `nothing` is the control.
  enum Broken: String, CaseIterable {
    case nothing, noJSON, cut, empty, otherSchema, unknownKey, otherPath, otherRule, otherStatus
    case outside, backwards, otherWhole, noWhole, badBase64, otherLevel, twoFiles

    func apply(_ text: String) -> [UInt8] {
      let changed =
        switch self {
        case .nothing: text
        case .noJSON: "Traceback (most recent call last):"
        case .cut: String(text.dropLast(20))
        case .empty: ""
        case .otherSchema: text.replacing("fix-answer/1", with: "fix-answer/2")
        case .unknownKey: text.replacing("\"edits\"", with: "\"run\": \"rm\", \"edits\"")
        case .otherPath: text.replacing("app.py", with: "../app.py")
        case .otherRule: text.replacing("B101", with: "B102")
        case .otherStatus: text.replacing("\"fixed\"", with: "\"done\"")
        case .outside: text.replacing("\"end\": 36", with: "\"end\": 3800")
        case .backwards: text.replacing("\"end\": 36", with: "\"end\": 4")
        case .otherWhole: text.replacing("\"base64\": \"", with: "\"base64\": \"AAAA")
        case .noWhole: text.replacing("\"patched\"", with: "\"patchy\"")
        case .badBase64: text.replacing("\"replacement\": \"", with: "\"replacement\": \"*")
        case .otherLevel: text.replacing("\"L3\"", with: "\"L9\"")
        case .twoFiles: text.replacing("\"files\": [", with: "\"files\": [{}, ")
        }
      return Array(changed.utf8)
    }
  }
}

/// Answers in the fixers' place.
final class FakeHelper: FixerHelper {
  static let cpuMilliseconds = 1_500
  let version = String(repeating: "0", count: 64)
  private let reply: @Sendable (JSONValue) -> HelperEnd.Result
  private let asked = Mutex<[JSONValue]>([])

  init(_ reply: @escaping @Sendable (JSONValue) -> HelperEnd.Result) { self.reply = reply }

  var requests: [JSONValue] { asked.withLock { $0 } }

  func answer(_ request: [UInt8], cpuMilliseconds: Int) async -> HelperEnd {
    let document = (try? JSONValue(parsing: request)) ?? .null
    asked.withLock { $0.append(document) }
    return HelperEnd(reply(document), cpuMilliseconds: Self.cpuMilliseconds)
  }
}

extension HelperEnd.Result {
  /// The answer to a request for one finding: an edit, or a refusal.
  static func answer(to request: JSONValue, edit: (Int, Int, String)?) -> HelperEnd.Result {
    let file = request["files"]?[0]
    let finding = file?["findings"]?[0]
    let old = Array(Data(base64Encoded: file?["base64"]?.string ?? "") ?? Data())
    var members = finding?.members ?? [:]
    var answer: [String: JSONValue] = ["path": file?["path"] ?? .null]
    if let (start, end, text) = edit {
      let replacement = Data(text.utf8).base64EncodedString()
      members.merge([
        "status": "fixed", "fixer": "assert-used", "level": "L3", "changesBehaviour": false,
        "dependencies": [], "mayRaise": [], "explanation": "Asserts go.", "notes": [],
        "postCondition": ["holds": true, "strength": "subject", "text": "No assert is left."],
        "edits": [
          [
            "kind": "fix", "start": .integer(start), "end": .integer(end), "startLine": 5,
            "endLine": 5, "replacement": .string(replacement),
          ]
        ],
      ]) { $1 }
      let whole = Data(old[..<start] + Array(text.utf8) + old[end...]).base64EncodedString()
      answer["patched"] = ["base64": .string(whole), "findings": [0]]
    } else {
      members.merge([
        "status": "refused", "fixer": "assert-used", "reason": "unsure", "text": "cannot tell",
      ]) { $1 }
    }
    answer["findings"] = [.object(members)]
    let document: JSONValue = [
      "schema": "sentinel.fix-answer/1", "files": [.object(answer)],
    ]
    return .answered(document.serialized())
  }
}

import Healing
import Testing

/// What every memory must do, whatever it is kept in; called for each by a test of its own.
enum MemoryConformance {
  static let fingerprint = String(repeating: "1", count: 64)

  /// An entry with the given ways in which it differs from a plain one.
  static func entry(
    _ number: Int = 1, rule: String? = "AssertionError", title: String = "test_total: 1 != 2",
    path: String? = "shop/app.py", outcome: MemoryEntry.Outcome = .proven, patch: String? = nil,
    run: String = "run", importedFrom: String? = nil, scope: String? = "shop"
  ) -> MemoryEntry {
    let digit = String(number % 10)
    return MemoryEntry(
      fingerprint: String(repeating: digit, count: 64), kind: "testFailure", rule: rule,
      title: title, path: path, functions: ["total"],
      attempts: [
        Attempt(
          number: 1, actor: "model", actorVersion: String(repeating: "a", count: 64),
          outcome: .accepted, executed: true)
      ],
      reflections: [Reflection(attempt: 1, outcome: .regression, guidance: "again")],
      outcome: outcome, exitReason: outcome == .unhealed ? .attemptsExhausted : .healed,
      patch: outcome == .unhealed ? "" : patch ?? "patch \(number)",
      changeDigest: outcome == .unhealed ? "" : String(repeating: digit, count: 64),
      provenance: .init(run: run, milliseconds: Int64(number), importedFrom: importedFrom),
      scope: scope)
  }

  static let cue = MemoryCue(
    rule: "AssertionError", title: "test_total: 3 != 4", path: "shop/app.py", functions: ["total"],
    scopes: ["shop"])

  static func `a case is told in its own scope, and with joined scopes in theirs`(
    _ memory: some Memory
  ) async throws {
    try await memory.remember(entry(1, scope: "/home/ada/secret"))
    try await memory.remember(entry(2, scope: nil))
    try await memory.remember(entry(3, scope: ""))
    for scopes in [["shop"], [], ["/home/ada"], ["/home/ada/secret2"], ["%"], ["\"]"]] {
      var cue = cue
      cue.scopes = Set(scopes)
      #expect(try await memory.recall(cue, limit: 9).isEmpty, "\(scopes)")
    }
    var joined = cue
    joined.scopes = ["shop", "/home/ada/secret"]
    #expect(try await memory.recall(joined, limit: 9).map(\.patch) == ["patch 1"])
    #expect(try await memory.entries().count == 3)
  }

  static func `a proof in one scope vouches for nothing in another`(
    _ memory: some Memory
  ) async throws {
    try await memory.remember(entry(3, importedFrom: "other.jsonl"))
    try await memory.remember(entry(3, scope: "elsewhere"))
    #expect(try await memory.recall(cue, limit: 9).isEmpty)
    try await memory.remember(entry(3, scope: "shop"))
    #expect(try await memory.recall(cue, limit: 9).map(\.patch) == ["patch 3"])
  }

  static func `entries come back as they were, oldest first, and one id is one entry`(
    _ memory: some Memory
  ) async throws {
    let later = entry(2)
    let earlier = entry(1)
    for entry in [later, earlier, later] { try await memory.remember(entry) }
    #expect(try await memory.entries() == [earlier, later])
  }

  static func `only what was verified is told`(_ memory: some Memory) async throws {
    try await memory.remember(entry(1, outcome: .unhealed))
    try await memory.remember(entry(2, outcome: .refuted))
    #expect(try await memory.recall(cue, limit: 9).isEmpty)
    try await memory.remember(entry(3, outcome: .proven))
    try await memory.remember(entry(4, outcome: .confirmed))
    #expect(
      Set(try await memory.recall(cue, limit: 9).map(\.patch)) == ["patch 3", "patch 4"])
  }

  static func `what comes from elsewhere is told only when a run here has proven the same change`(
    _ memory: some Memory
  ) async throws {
    var foreign = entry(3, outcome: .confirmed, patch: "theirs", importedFrom: "other.jsonl")
    foreign.title = "test_total of theirs"
    try await memory.remember(foreign)
    #expect(try await memory.recall(cue, limit: 9).isEmpty)
    // The digest is a claim of theirs, so the patch must be the proven one too.
    var own = entry(4, patch: "ours", run: "own")
    own.changeDigest = foreign.changeDigest
    try await memory.remember(own)
    #expect(try await memory.recall(cue, limit: 9).map(\.patch) == ["ours"])
    foreign.patch = own.patch
    (foreign.title, foreign.path) = ("nothing of ours", "other.py")
    try await memory.remember(foreign)
    var theirCue = MemoryCue(title: foreign.title, path: foreign.path, scopes: cue.scopes)
    theirCue.besides = own.provenance.run
    #expect(try await memory.recall(theirCue, limit: 9).map(\.title) == [foreign.title])
    _ = try await memory.settle(changeDigest: own.changeDigest, .refuted)
    #expect(try await memory.recall(cue, limit: 9).isEmpty)
  }

  static func `the nearest case is told first, with where it comes from`(
    _ memory: some Memory
  ) async throws {
    try await memory.remember(
      entry(1, rule: "B602", title: "subprocess call with shell=True", path: "tools/run.py"))
    try await memory.remember(entry(2, run: "spring"))
    try await memory.remember(
      entry(3, rule: "KeyError", title: "test_login: 'user'", path: "shop/login.py"))
    let told = try await memory.recall(cue, limit: 2)
    #expect(told.first?.patch == "patch 2")
    #expect(told.first?.provenance == "run spring, incident 2222222222222222")
    #expect(told.count == 2)
  }

  static func `a run is not told of itself`(_ memory: some Memory) async throws {
    try await memory.remember(entry(1, run: "now"))
    var own = cue
    own.besides = "now"
    #expect(try await memory.recall(own, limit: 9).isEmpty)
    #expect(try await memory.recall(cue, limit: 9).count == 1)
  }

  static func `words of a report are never a query of their own`(
    _ memory: some Memory
  ) async throws {
    try await memory.remember(entry(1))
    for hostile in [
      "\" OR 1=1 --", "NEAR(a b)", "text:*", "AND AND", "^", "'); DROP TABLE entry; --", "\u{0}",
      "total AND NOT total", "-total", "{total}", "", "ﷺ 漢字 emoji 🙂",
    ] {
      _ = try await memory.recall(MemoryCue(title: hostile, scopes: ["shop", hostile]), limit: 9)
    }
    #expect(try await memory.entries().count == 1)
  }

  static func `an outcome meets every entry of its change, and no other`(
    _ memory: some Memory
  ) async throws {
    for number in 1...3 { try await memory.remember(entry(number)) }
    #expect(try await memory.settle(changeDigest: entry(2).changeDigest, .confirmed) == 1)
    #expect(try await memory.settle(changeDigest: "", .refuted) == 0)
    #expect(try await memory.entries().map(\.outcome) == [.proven, .confirmed, .proven])
  }

  static func `what is forbidden stays forbidden, for any fingerprint of the incident`(
    _ memory: some Memory
  ) async throws {
    let bar = ReapplicationBar(
      fingerprint: fingerprint, changeDigest: entry(1).changeDigest, reason: "was reverted",
      milliseconds: 5)
    try await memory.bar(bar)
    try await memory.bar(bar)
    #expect(try await memory.bars() == [bar])
    #expect(try await memory.bars(for: ["other", fingerprint]) == [bar])
    #expect(try await memory.bars(for: ["other"]).isEmpty)
  }

  static func `what is forgotten is gone, and never told again`(
    _ memory: some Memory
  ) async throws {
    for number in 1...2 { try await memory.remember(entry(number)) }
    #expect(try await memory.forget([entry(1).id, entry(1).id, "no such id"]) == 1)
    #expect(try await memory.entries().map(\.id) == [entry(2).id])
    #expect(try await memory.recall(cue, limit: 9).map(\.patch) == ["patch 2"])
  }
}

import FoundationEssentials
import Healing
import Kernel
import Memory
import Synchronization
import TestSupport
import Testing

/// Recall by the vectors of a service, which may be there or not.
@Suite struct EmbeddingRecallTests {
  /// Knows that some words mean the same, strikes one, and fails when it is told to.
  private final class Meaning: TextEmbedder {
    let model: String
    private let words: [[String]]
    private let state = Mutex((isWell: true, sent: [String]()))

    init(
      _ model: String = "one",
      _ words: [[String]] = [["sum", "total"], ["login", "authenticate"]]
    ) {
      self.model = model
      self.words = words
    }

    var sent: [String] { state.withLock { $0.sent } }
    func fail() { state.withLock { $0.isWell = false } }

    func struck(_ text: String) -> String { text.replacing("hunter2", with: "secret") }

    func vector(of text: String) async -> [Float]? {
      let isWell = state.withLock { state in
        state.sent.append(text)
        return state.isWell
      }
      guard isWell else { return nil }
      return words.map { group in group.contains(where: text.contains) ? 3 : 0 } + [0.1]
    }
  }

  private func entry(_ number: Int, _ title: String) -> MemoryEntry {
    var entry = MemoryConformance.entry(number, rule: "R", title: title, path: nil)
    entry.functions = []
    return entry
  }

  private let cue = MemoryCue(title: "authenticate", scopes: ["shop"])

  private func with(
    _ body: (BytePath) async throws -> Void
  ) async throws {
    let scratch = try Scratch("memory")
    try await body(BytePath(scratch.url.path))
    withExtendedLifetime(scratch) {}
  }

  @Test func `what means the same is found, and as a control is not by letters alone`() async throws
  {
    try await with { folder in
      let store = try MemoryStore(folder: folder, embedder: Meaning())
      try await store.remember(entry(1, "wrong sum"))
      try await store.remember(entry(2, "login refused"))
      #expect(try await store.recall(cue, limit: 1).map(\.patch) == ["patch 2"])
      let plain = try MemoryStore(folder: folder)
      #expect(try await plain.recall(cue, limit: 1).isEmpty)
    }
  }

  @Test func `vectors of another model or dimension are not compared; letters are`() async throws {
    try await with { folder in
      try await MemoryStore(folder: folder, embedder: Meaning()).remember(entry(1, "wrong sum"))
      for other in [Meaning("two"), Meaning("one", [["sum"]])] {
        let store = try MemoryStore(folder: folder, embedder: other)
        #expect(
          try await store.recall(MemoryCue(title: "total", scopes: ["shop"]), limit: 9).isEmpty)
        #expect(
          try await store.recall(MemoryCue(title: "sum", scopes: ["shop"]), limit: 9).count == 1)
      }
    }
  }

  @Test func `without the service, recall goes by words and letters, and the entry is kept`()
    async throws
  {
    try await with { folder in
      let meaning = Meaning()
      meaning.fail()
      let store = try MemoryStore(folder: folder, embedder: meaning)
      try await store.remember(entry(1, "wrong sum"))
      #expect(
        try await store.recall(MemoryCue(title: "sum", scopes: ["shop"]), limit: 9).count == 1)
      #expect(try await store.recall(cue, limit: 9).isEmpty)
    }
  }

  @Test func `a vector stays when its entry is settled, and goes when that is forgotten`()
    async throws
  {
    try await with { folder in
      let store = try MemoryStore(folder: folder, embedder: Meaning())
      let kept = entry(2, "login refused")
      try await store.remember(kept)
      let plain = try MemoryStore(folder: folder)
      #expect(try await plain.settle(changeDigest: kept.changeDigest, .confirmed) == 1)
      #expect(try await store.recall(cue, limit: 9).count == 1)
      #expect(try await plain.forget([kept.id]) == 1)
      try await plain.remember(kept)
      #expect(try await store.recall(cue, limit: 9).isEmpty)
    }
  }

  @Test func `what is sent is normalised and holds no secret`() async throws {
    try await with { folder in
      let meaning = Meaning()
      let store = try MemoryStore(folder: folder, embedder: meaning)
      try await store.remember(entry(1, "Wrong  Total: 'hunter2' (3)\u{1B}[0m"))
      #expect(meaning.sent == ["r wrong total secret 3 0m"])
    }
  }

  @Test func `an entry without a vector gets one when it is remembered again`() async throws {
    try await with { folder in
      try await MemoryStore(folder: folder).remember(entry(1, "wrong sum"))
      let store = try MemoryStore(folder: folder, embedder: Meaning())
      #expect(
        try await store.recall(MemoryCue(title: "sum", scopes: ["shop"]), limit: 9).count == 1)
      try await store.remember(entry(1, "wrong sum"))
      #expect(
        try await store.recall(MemoryCue(title: "total", scopes: ["shop"]), limit: 9).count == 1)
    }
  }
}

import FoundationEssentials
import Healing
import Kernel
import Memory
import TestSupport
import Testing

@Suite struct MemoryStoreTests {
  private func with(
    _ body: (MemoryStore) async throws -> Void
  ) async throws {
    let scratch = try Scratch("memory")
    try await body(try MemoryStore(folder: BytePath(scratch.url.path).appending("memory")))
    withExtendedLifetime(scratch) {}
  }

  @Test func `a store in SQLite is a memory`() async throws {
    try await with(
      MemoryConformance.`entries come back as they were, oldest first, and one id is one entry`)
    try await with(MemoryConformance.`only what was verified is told`)
    try await with(
      MemoryConformance
        .`what comes from elsewhere is told only when a run here has proven the same change`)
    try await with(MemoryConformance.`the nearest case is told first, with where it comes from`)
    try await with(MemoryConformance.`a run is not told of itself`)
    try await with(MemoryConformance.`words of a report are never a query of their own`)
    try await with(MemoryConformance.`an outcome meets every entry of its change, and no other`)
    try await with(
      MemoryConformance.`what is forbidden stays forbidden, for any fingerprint of the incident`)
    try await with(MemoryConformance.`what is forgotten is gone, and never told again`)
  }

  @Test func `a case is told in its own scope, and with joined scopes in theirs`() async throws {
    try await with(
      MemoryConformance.`a case is told in its own scope, and with joined scopes in theirs`)
    try await with(MemoryConformance.`a proof in one scope vouches for nothing in another`)
  }

  @Test func `entries of a store without scopes are kept, and told to nobody`() async throws {
    let scratch = try Scratch("memory")
    let folder = BytePath(scratch.url.path).appending("memory")
    try await MemoryStore(folder: folder).remember(MemoryConformance.entry(1))
    #expect(
      try await MemoryStore(folder: folder).recall(MemoryConformance.cue, limit: 9).count == 1,
      "the control")
    let script = """
      import json, sqlite3, sys
      store = sqlite3.connect(sys.argv[1])
      store.execute("ALTER TABLE entry DROP COLUMN scope")
      store.execute("DELETE FROM grdb_migrations WHERE identifier = '3 scopes'")
      (document,) = store.execute("SELECT document FROM entry").fetchone()
      entry = json.loads(document)
      del entry["scope"]
      store.execute("UPDATE entry SET document = ?", (json.dumps(entry).encode(),))
      store.commit()
      """
    let old = folder.appending("memory.sqlite").description
    #expect(try HostProcess.run(["/usr/bin/python3", "-c", script, old]).code == 0)
    let store = try MemoryStore(folder: folder)
    #expect(try await store.entries() == [MemoryConformance.entry(1, scope: nil)])
    #expect(try await store.recall(MemoryConformance.cue, limit: 9).isEmpty)
    withExtendedLifetime(scratch) {}
  }

  @Test func `two users of one store see each other's entries, and lose none`() async throws {
    let scratch = try Scratch("memory")
    let folder = BytePath(scratch.url.path).appending("memory")
    let stores = [try MemoryStore(folder: folder), try MemoryStore(folder: folder)]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          try await stores[number % 2].remember(
            MemoryConformance.entry(number, run: "run-\(number)"))
        }
      }
      try await group.waitForAll()
    }
    for store in stores { #expect(try await store.entries().count == 40) }
    withExtendedLifetime(scratch) {}
  }

  @Test func `what was kept is there when the store is opened again, for its owner alone`()
    async throws
  {
    let scratch = try Scratch("memory")
    let folder = BytePath(scratch.url.path).appending("memory")
    try await MemoryStore(folder: folder).remember(MemoryConformance.entry(1))
    #expect(try await MemoryStore(folder: folder).entries() == [MemoryConformance.entry(1)])
    for name in try Descriptor.open(folder, 0).entries() {
      #expect(try FileStatus.of(folder.appending(name)).permissions & 0o077 == 0, "\(name)")
    }
    withExtendedLifetime(scratch) {}
  }

  @Test func `a file that is no store is refused and left as it is`() throws {
    let scratch = try Scratch("memory")
    let folder = BytePath(scratch.url.path).appending("memory")
    let file = folder.appending("memory.sqlite")
    try FileSystem.makeFolder(folder)
    let text = Array(String(repeating: "no database ", count: 400).utf8)
    try FileSystem.write(text, to: file)
    #expect(throws: MemoryFailure.self) { try MemoryStore(folder: folder) }
    #expect(try FileSystem.read(file) == text)
    withExtendedLifetime(scratch) {}
  }

  @Test func `what is exported can be imported, marked, and is told only when it is proven here`()
    async throws
  {
    let patch = "--- a/app.py\n+++ b/app.py\n@@ -1 +1 @@\n-a\n+b\n"
    let bar = ReapplicationBar(
      fingerprint: MemoryConformance.fingerprint, changeDigest: MemoryConformance.fingerprint,
      reason: "was reverted", milliseconds: 5)
    let file = try MemoryFile.encoded([MemoryConformance.entry(2, patch: patch)], [bar])
    let (entries, bars) = try MemoryFile.read(file, named: "other.jsonl", for: "shop")
    #expect(!String(decoding: file, as: UTF8.self).contains("scope"))
    #expect(entries.map(\.scope) == ["shop"])
    #expect(bars == [bar])
    #expect(entries.map(\.provenance.importedFrom) == ["other.jsonl"])
    try await with { store in
      try await store.remember(entries, bars: bars)
      #expect(try await store.recall(MemoryConformance.cue, limit: 9).isEmpty)
    }
  }

  @Test(arguments: [
    ("", "is empty"), ("{}\n", "schema"),
    ("{\"schema\":\"sentinel.memory/1\"}\n{\"entry\":{}}\n", "line 2"),
    ("{\"schema\":\"sentinel.memory/1\"}\n{\"bar\":{\"fingerprint\":\"x\"}}\n", "line 2"),
    ("{\"schema\":\"sentinel.memory/1\",\"more\":1}\n", "line 1"),
  ])
  func `a file that is not of the form is refused whole`(text: String, wanted: String) {
    do throws(MemoryFailure) {
      _ = try MemoryFile.read(Array(text.utf8), named: "f", for: "shop")
      Issue.record("it was taken")
    } catch {
      #expect(error.description.contains(wanted))
    }
  }
}

import FoundationEssentials
import Healing
import Kernel
import Store
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
}

import Connectors
import Findings
import ModelTestKit
import Synchronization
import Testing
import Text

@testable import Actors

/// The embeddings service as the memory asks it.
@Suite struct RecallEmbedderTests {
  @Test func `after one failure it is told of once, and not asked again`() async throws {
    let service = try ScriptedService(
      embeddings: [["axes": ["sum"]], ["status": 503], ["axes": ["sum"]]])
    let told = Mutex<[String]>([])
    let embedder = RecallEmbedder(
      EmbeddingClient(service.embeddingSettings), mask: SecretMask(["API_TOKEN": "hunter2hunter2"])
    ) { text in told.withLock { $0.append(text) } }
    #expect(embedder.model == "scripted")
    #expect(embedder.struck("x hunter2hunter2") == "x [secret of API_TOKEN]")
    #expect(await embedder.vector(of: "sum") == [1, 0.1])
    for _ in 1...3 { #expect(await embedder.vector(of: "sum") == nil) }
    #expect(service.requests.count == 2 && service.breaches == [])
    #expect(told.withLock { $0.count } == 1)
    #expect(told.withLock { $0.first?.contains("503") } == true)
  }
}

import Connectors
import ModelTestKit
import Testing
import Text

@Suite("Vectors are asked for by the contract of OpenAI's embeddings")
struct EmbeddingTests {
  private func client(_ replies: [JSONValue]) throws -> (ScriptedService, EmbeddingClient) {
    let service = try ScriptedService(embeddings: replies)
    return (service, EmbeddingClient(service.embeddingSettings))
  }

  @Test func `a text has its vector, and a long one is cut at a character`() throws {
    let (service, client) = try client([["axes": ["total", "price"]], ["axes": ["é"]]])
    #expect(try client.vector(of: "total of one") { false } == [1, 0, 0.1])
    _ = try client.vector(of: String(repeating: "é", count: 5_000)) { false }
    #expect(service.breaches == [])
    let sent = service.requests.map { $0["body"]?["input"]?[0]?.string ?? "" }
    #expect(sent[0] == "total of one")
    #expect(sent[1] == String(repeating: "é", count: EmbeddingClient.mostBytes / 2))
  }

  @Test(arguments: [
    #"{"data": []}"#, "{}", "[", #"{"data": [{"embedding": []}]}"#,
    #"{"data": [{"embedding": [0, 0]}]}"#, #"{"data": [{"embedding": ["1"]}]}"#,
    #"{"data": [{"embedding": [1e300]}]}"#, #"{"data": [{"embedding": "AACAPw=="}]}"#,
    #"{"data": [{"embedding": [1]}, {"embedding": [1]}]}"#,
    #"{"error": {"message": "no"}}"#,
    #"{"data": [{"embedding": [\#(Array(repeating: "1", count: 8_193).joined(separator: ","))]}]}"#,
  ])
  func `an answer without one vector that points somewhere is none`(body: String) throws {
    let (_, client) = try client([["body": .string(body)]])
    #expect(throws: EmbeddingFailure.self) { try client.vector(of: "x") { false } }
  }

  @Test func `a failure is told without the key, and nothing is asked twice`() throws {
    let (service, client) = try client([
      ["status": 500, "error": ["message": "\u{1B}[2J no"]], ["cut": 5],
    ])
    for _ in 1...2 {
      do throws(EmbeddingFailure) {
        _ = try client.vector(of: "x") { false }
        Issue.record("there is a vector")
      } catch {
        #expect(!error.description.contains(service.key) && !error.description.contains("\u{1B}"))
      }
    }
    #expect(service.requests.count == 2)
  }

  @Test func `settings are the address, a name and perhaps a key`() throws {
    #expect(try EmbeddingSettings.read([:]) == nil)
    let prefix = EmbeddingSettings.prefix
    #expect(
      try EmbeddingSettings.read([prefix + "URL": "http://localhost/v1/", prefix + "NAME": "m"])
        == EmbeddingSettings(url: "http://localhost/v1", name: "m"))
    do throws(SettingMistakes) {
      _ = try EmbeddingSettings.read([
        prefix + "URL": "http://vectors.example.com/v2", prefix + "KEY": "hunter2hunter2",
        prefix + "MODEL": "m",
      ])
      Issue.record("they were taken")
    } catch {
      #expect(error.all.count == 4, "\(error.all)")
      #expect(!error.all.map(\.description).joined().contains("hunter2"))
    }
  }
}

package import Connectors
internal import FoundationEssentials
internal import Synchronization
internal import TestSupport
package import Text

/// The scripted model server of Tests/Heal/ModelServer, on loopback, for one test.
package final class ScriptedService: Sendable {
  /// The format that it speaks; nil for embeddings.
  package let api: ModelAPI?
  /// The key that it demands.
  package let key = "test-key-0123456789"
  private let scratch: Scratch
  private let process: HostProcess
  private let port: Int

  /// Starts a model's server with replies, each an object as its documentation says.
  package convenience init(_ api: ModelAPI, replies: [JSONValue]) throws {
    try self.init(speaking: api, replies: replies)
  }

  /// Starts a server of embeddings.
  package convenience init(embeddings replies: [JSONValue]) throws {
    try self.init(speaking: nil, replies: replies)
  }

  private init(speaking api: ModelAPI?, replies: [JSONValue]) throws {
    self.api = api
    scratch = try Scratch("model")
    let script: JSONValue = [
      "api": .string(api?.rawValue ?? "embeddings"), "key": .string(key),
      "replies": .array(replies),
    ]
    let file = try scratch.write(
      String(decoding: script.serialized(), as: UTF8.self), to: "script.json")
    let server = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "ModelServer/server.py")
    process = try HostProcess([
      "/usr/bin/python3", "-B", server.path, file.path, scratch.url.appending(path: "log").path,
    ])
    guard let port = process.wait(for: "\n").flatMap({ Int($0.filter(\.isNumber)) }) else {
      throw NoServer()
    }
    self.port = port
  }

  deinit { process.end() }

  /// Settings that lead to the server.
  package var settings: ModelSettings {
    let path = api == .anthropic ? "" : "/v1"
    return ModelSettings(
      url: "http://127.0.0.1:\(port)\(path)", name: "scripted", api: api ?? .openAIChat, key: key)
  }

  /// Settings that lead to a server of embeddings.
  package var embeddingSettings: EmbeddingSettings {
    EmbeddingSettings(url: settings.url, name: "scripted", key: key)
  }

  /// A client whose waits are noted, not waited.
  package func client(waits: Waits = Waits()) -> ModelClient {
    ModelClient(settings, time: waits.time)
  }

  /// What the server noted of each request.
  package var requests: [JSONValue] {
    let text = (try? Data(contentsOf: scratch.url.appending(path: "log"))) ?? Data()
    return text.split(separator: 0x0A).compactMap { try? JSONValue(parsing: Array($0)) }
  }

  /// What the requests broke of the vendor's contract.
  package var breaches: [String] {
    requests.flatMap { $0["broken"]?.elements.compactMap(\.string) ?? [] }
  }
}

/// The server did not start.
private struct NoServer: Error {}

/// Notes how long a client would have waited.
package final class Waits: Sendable {
  private let noted = Mutex<[Int]>([])

  /// An empty list.
  package init() {}

  /// What was waited, in milliseconds each.
  package var milliseconds: [Int] { noted.withLock { $0 } }

  /// A clock that notes and does not wait.
  package var time: ModelClient.Time {
    ModelClient.Time(
      now: { Date().timeIntervalSince1970 },
      wait: { wait, _ in self.noted.withLock { $0.append(wait) } })
  }
}

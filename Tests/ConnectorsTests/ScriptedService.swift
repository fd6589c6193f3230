import Connectors
import Findings
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

/// The scripted model server of Tests/ModelServer, on loopback, for one test.
final class ScriptedService {
  let api: ModelAPI
  let key = "test-key-0123456789"
  private let scratch: Scratch
  private let process: HostProcess
  private let port: Int

  /// Starts the server with replies, each an object as its documentation says.
  init(_ api: ModelAPI, replies: [JSONValue]) throws {
    self.api = api
    scratch = try Scratch("model")
    let script: JSONValue = [
      "api": .string(api.rawValue), "key": .string(key), "replies": .array(replies),
    ]
    let file = try scratch.write(
      String(decoding: script.serialized(), as: UTF8.self), to: "script.json")
    let server = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "ModelServer/server.py")
    process = try HostProcess([
      "/usr/bin/python3", "-B", server.path, file.path, scratch.url.appending(path: "log").path,
    ])
    port = try #require(process.wait(for: "\n").flatMap { Int($0.filter(\.isNumber)) })
  }

  deinit { process.end() }

  /// Settings that lead to the server.
  var settings: ModelSettings {
    let path = api == .anthropic ? "" : "/v1"
    return ModelSettings(
      url: "http://127.0.0.1:\(port)\(path)", name: "scripted", api: api, key: key)
  }

  /// A client whose waits are noted, not waited.
  func client(waits: Waits = Waits()) -> ModelClient {
    ModelClient(settings, time: waits.time)
  }

  /// What the server noted of each request.
  var requests: [JSONValue] {
    let text = (try? Data(contentsOf: scratch.url.appending(path: "log"))) ?? Data()
    return text.split(separator: 0x0A).compactMap { try? JSONValue(parsing: Array($0)) }
  }

  /// What the requests broke of the vendor's contract.
  var breaches: [String] { requests.flatMap { $0["broken"]?.elements.compactMap(\.string) ?? [] } }
}

/// Notes how long a client would have waited.
final class Waits: Sendable {
  private let noted = Mutex<[Int]>([])

  var milliseconds: [Int] { noted.withLock { $0 } }

  var time: ModelClient.Time {
    ModelClient.Time(
      now: { Date().timeIntervalSince1970 },
      wait: { wait, _ in self.noted.withLock { $0.append(wait) } })
  }
}

extension ModelRequest {
  /// A request as the healer makes them.
  static let sample = ModelRequest(
    system: "You mend code.", turns: [Turn(.user, "Mend this: é €")],
    tool: Tool(
      name: "propose_patch", description: "Proposes a patch.",
      schema: [
        "type": "object", "additionalProperties": false, "required": ["patch", "rationale"],
        "properties": ["patch": ["type": "string"], "rationale": ["type": "string"]],
      ]),
    maximumOutput: 1_000)
}

let patch: JSONValue = ["patch": "--- a/x\n+++ b/x\n", "rationale": "because \u{1F600} \"é\""]

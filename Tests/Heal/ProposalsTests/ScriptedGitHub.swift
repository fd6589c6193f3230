import Connectors
import FoundationEssentials
import Synchronization
import TestSupport
import Testing
import Text

/// A GitHub of the test's own: keeps pull requests, answers as GitHub does, and keeps every request.
final class ScriptedGitHub: HTTPTransport {
  /// One pull request.
  struct Pull: Sendable {
    var number: Int
    var branch: String
    var title: String
    var body: String
    var isDraft: Bool
    var base: String
    var state = "open"
    var isMerged = false
    var labels: [String] = []
    var comments: [String] = []
    var repository = "acme/shop"
    var mergedBy: String?
    var isBot = false
    var mergeCommit: String?
    /// Another commit at its head than the branch has.
    var head: String?
  }

  struct State: Sendable {
    var pulls: [Pull] = []
    var calls: [HTTPCall] = []
    /// Answers that come before anything else, the first first.
    var planned: [HTTPAnswer] = []
    var hasDrafts = true
    var waited = 0
    /// The bare repository behind it.
    var remote: String?
    /// What it says instead of merging.
    var mergeRefusal: HTTPAnswer?
    /// What happens just before a merge.
    var beforeMerge: (@Sendable () -> Void)?
  }

  let state = Mutex(State())

  var pulls: [Pull] { state.withLock { $0.pulls } }
  var calls: [HTTPCall] { state.withLock { $0.calls } }

  func send(
    _ call: HTTPCall, isCancelled: @escaping @Sendable () -> Bool,
    receive: ((HTTPAnswer, [UInt8]) -> Void)?
  ) throws(TransportFailure) -> HTTPAnswer {
    state.withLock { state in
      state.calls.append(call)
      if !state.planned.isEmpty { return state.planned.removeFirst() }
      return Self.answer(call, &state)
    }
  }

  static func reply(_ status: Int, _ value: JSONValue, _ headers: [String: String] = [:])
    -> HTTPAnswer
  {
    HTTPAnswer(status: status, headers: headers, body: value.serialized())
  }

  private static func answer(_ call: HTTPCall, _ state: inout State) -> HTTPAnswer {
    let rest = call.url.replacing("https://api.github.com", with: "")
    let path = String(rest.prefix { $0 != "?" })
    let body = (try? JSONValue(parsing: call.body)) ?? .null
    let parts = path.split(separator: "/").map(String.init)
    switch (call.method, parts.count, parts.last ?? "") {
    case ("GET", 3, "shop"): return reply(200, ["default_branch": "main"])
    case ("GET", 4, "installation"): return reply(200, ["id": 7])
    case ("POST", 4, "access_tokens"):
      return reply(201, ["token": "ghs_installation", "expires_at": "2026-01-01T00:00:00Z"])
    case ("GET", 4, "pulls"):
      let wanted = rest.split(separator: "head=acme:").dropFirst().first?.prefix { $0 != "&" }
      let isAll = rest.contains("state=all")
      let found = state.pulls.filter {
        (wanted == nil || $0.branch == wanted.map(String.init)) && (isAll || $0.state == "open")
      }
      return reply(200, .array(rest.contains("page=1") ? found.map { value($0) } : []))
    case ("POST", 4, "pulls"): return create(body, &state)
    case ("PATCH", 5, let number): return update(number, body, &state)
    case ("GET", 5, let number):
      guard let pull = state.pulls.first(where: { "\($0.number)" == number }) else { break }
      return reply(200, value(pull, state.remote))
    case ("PUT", 6, "merge"): return merge(parts[4], body, &state)
    case ("GET", 6, let commit):
      let parents = git(state.remote, "git rev-parse \(commit)^@").split(separator: "\n")
      return reply(
        200,
        .object(["parents": .array(parents.map { .object(["sha": .string(String($0))]) })]))
    case ("POST", 6, "labels"):
      guard let index = state.pulls.firstIndex(where: { "\($0.number)" == parts[4] }) else { break }
      state.pulls[index].labels += (body["labels"]?.elements ?? []).compactMap(\.string)
      return reply(200, [])
    case ("POST", 6, "comments"):
      guard let index = state.pulls.firstIndex(where: { "\($0.number)" == parts[4] }) else { break }
      state.pulls[index].comments.append(body["body"]?.string ?? "")
      return reply(201, ["id": 1])
    default: break
    }
    return reply(404, ["message": "Not Found"])
  }

  private static func create(_ body: JSONValue, _ state: inout State) -> HTTPAnswer {
    if body["draft"] == true, !state.hasDrafts {
      return reply(
        422,
        [
          "message": "Validation Failed",
          "errors": [["message": "Draft pull requests are not supported in this repository."]],
        ])
    }
    let branch = body["head"]?.string ?? ""
    if state.pulls.contains(where: { $0.branch == branch && $0.state == "open" }) {
      return reply(
        422,
        [
          "message": "Validation Failed",
          "errors": [["message": "A pull request already exists for acme:x."]],
        ])
    }
    let pull = Pull(
      number: state.pulls.count + 1, branch: branch, title: body["title"]?.string ?? "",
      body: body["body"]?.string ?? "", isDraft: body["draft"]?.bool ?? false,
      base: body["base"]?.string ?? "")
    state.pulls.append(pull)
    return reply(201, value(pull))
  }

  private static func update(
    _ number: String, _ body: JSONValue, _ state: inout State
  ) -> HTTPAnswer {
    guard let index = state.pulls.firstIndex(where: { "\($0.number)" == number }) else {
      return reply(404, ["message": "Not Found"])
    }
    if let text = body["title"]?.string { state.pulls[index].title = text }
    if let text = body["body"]?.string { state.pulls[index].body = text }
    if let text = body["state"]?.string { state.pulls[index].state = text }
    return reply(200, value(state.pulls[index]))
  }

  /// As GitHub does: nothing but the head that was named, by a commit of its own.
  private static func merge(
    _ number: String, _ body: JSONValue, _ state: inout State
  ) -> HTTPAnswer {
    guard let index = state.pulls.firstIndex(where: { "\($0.number)" == number }) else {
      return reply(404, ["message": "Not Found"])
    }
    if let refusal = state.mergeRefusal { return refusal }
    let pull = state.pulls[index]
    if pull.isDraft || pull.state != "open" {
      return reply(405, ["message": "Pull Request is still a draft"])
    }
    let head = git(state.remote, "git rev-parse refs/heads/\(pull.branch)")
    guard body["sha"]?.string == head else {
      return reply(409, ["message": "Head branch was modified. Review and try the merge again."])
    }
    state.beforeMerge?()
    let commit = git(
      state.remote,
      """
      t=$(git merge-tree --write-tree \(pull.base) \(head))
      c=$(git commit-tree $t -p \(pull.base) -p \(head) -m 'Merge pull request')
      git update-ref refs/heads/\(pull.base) $c; echo $c
      """)
    state.pulls[index].isMerged = true
    state.pulls[index].state = "closed"
    state.pulls[index].mergeCommit = commit
    return reply(200, ["sha": .string(commit), "merged": true, "message": "merged"])
  }

  private static func git(_ remote: String?, _ commands: String) -> String {
    guard let remote else { return "" }
    let result = try? HostProcess.run(
      ["/bin/sh", "-ec", "cd '\(remote)'\n\(commands)"],
      environment: [
        "PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "GIT_AUTHOR_NAME": "GitHub",
        "GIT_AUTHOR_EMAIL": "g@example.com", "GIT_COMMITTER_NAME": "GitHub",
        "GIT_COMMITTER_EMAIL": "g@example.com",
      ])
    var text = result?.text ?? ""
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  private static func value(_ pull: Pull, _ remote: String? = nil) -> JSONValue {
    .object([
      "merged_by": pull.mergedBy.map {
        .object(["login": .string($0), "type": pull.isBot ? "Bot" : "User"])
      } ?? .null,
      "merge_commit_sha": pull.mergeCommit.map { .string($0) } ?? .null,
      "base": .object(["ref": .string(pull.base)]),
      "number": .integer(pull.number), "title": .string(pull.title),
      // GitHub gives texts back with the ends of lines that browsers send.
      "body": .string(pull.body.replacing("\n", with: "\r\n")),
      "state": .string(pull.state), "draft": .bool(pull.isDraft),
      "merged_at": pull.isMerged ? "2026-01-01T00:00:00Z" : .null,
      "html_url": .string("https://github.com/acme/shop/pull/\(pull.number)"),
      "labels": .array(pull.labels.map { .object(["name": .string($0)]) }),
      "head": .object([
        "ref": .string(pull.branch), "repo": .object(["full_name": .string(pull.repository)]),
        "sha": .string(pull.head ?? git(remote, "git rev-parse refs/heads/\(pull.branch)")),
      ]),
    ])
  }
}

/// GitHub's published description of its interface (OpenAPI 3), as far as requests go.
struct GitHubContract {
  private let document: JSONValue

  /// Reads it from the folder of shared data; nil where there is none.
  init?() throws {
    guard let folder = ProcessInfo.processInfo.environment["SENTINEL_SHARED_DATA"] else {
      return nil
    }
    let file = "\(folder)/contracts/github-openapi-2023-04.json.gz"
    guard FileManager.default.fileExists(atPath: file) else { return nil }
    let text = try HostProcess.run(
      ["/bin/gzip", "-dc", file], environment: ["PATH": "/usr/bin:/bin"]
    ).output
    document = try JSONValue(parsing: Array(text))
  }

  /// What is wrong with a request; nothing when the description allows it.
  func problems(_ call: HTTPCall) -> [String] {
    let rest = call.url.replacing("https://api.github.com", with: "")
    let halves = rest.split(separator: "?", maxSplits: 1).map(String.init)
    let parts = halves[0].split(separator: "/")
    let found = (document["paths"]?.members ?? [:]).first { template, value in
      let names = template.split(separator: "/")
      return names.count == parts.count
        && zip(names, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        && value[call.method.lowercased()] != nil
    }
    guard let operation = found?.value[call.method.lowercased()] else {
      return ["\(call.method) \(halves[0]): there is no such operation"]
    }
    var problems: [String] = []
    let parameters = (operation["parameters"]?.elements ?? []).map(resolved)
      .filter { $0["in"] == "query" }
    for pair in halves.dropFirst().first?.split(separator: "&") ?? [] {
      let sides = pair.split(separator: "=", maxSplits: 1).map(String.init)
      guard let known = parameters.first(where: { $0["name"]?.string == sides[0] }) else {
        problems.append("\(halves[0]): no parameter \(sides[0])")
        continue
      }
      let allowed = known["schema"]?["enum"]?.elements ?? []
      if !allowed.isEmpty, !allowed.contains(.string(sides[1])) {
        problems.append("\(halves[0]): \(sides[0]) is not \(sides[1])")
      }
    }
    let schema = operation["requestBody"]?["content"]?["application/json"]?["schema"]
    if call.body.isEmpty {
      if operation["requestBody"]?["required"] == true { problems.append("a body is missing") }
    } else if let schema, let body = try? JSONValue(parsing: call.body) {
      problems += misfits(body, schema, at: "\(call.method) \(halves[0])")
      let names = Set(resolved(schema)["properties"]?.members.keys.map { $0 } ?? [])
      // A key that nobody knows is ignored there, which is a mistake here.
      if !names.isEmpty {
        problems += body.members.keys.filter { !names.contains($0) }.map { "unknown key \($0)" }
      }
    } else {
      problems.append("\(halves[0]): takes no body")
    }
    return problems
  }

  private func resolved(_ value: JSONValue) -> JSONValue {
    guard let place = value["$ref"]?.string else { return value }
    return place.split(separator: "/").dropFirst().reduce(document) { $0[String($1)] ?? .null }
  }

  private func misfits(_ value: JSONValue, _ schema: JSONValue, at place: String) -> [String] {
    let schema = resolved(schema)
    for key in ["oneOf", "anyOf"] {
      guard let choices = schema[key]?.elements, !choices.isEmpty else { continue }
      return choices.contains { misfits(value, $0, at: place).isEmpty }
        ? [] : ["\(place): fits none of \(choices.count) forms"]
    }
    if let allowed = schema["enum"]?.elements, !allowed.contains(value) {
      return ["\(place): \(value) is not allowed"]
    }
    switch (schema["type"]?.string, value) {
    case ("string", .string), ("boolean", .bool), ("integer", .integer), (nil, _): return []
    case ("array", .array(let elements)):
      let items = schema["items"] ?? .null
      return elements.flatMap { misfits($0, items, at: place + "[]") }
    case ("object", .object(let members)):
      let missing = (schema["required"]?.elements ?? []).compactMap(\.string)
        .filter { members[$0] == nil }.map { "\(place): \($0) is missing" }
      let properties = schema["properties"]?.members ?? [:]
      return missing
        + members.flatMap { key, value in
          properties[key].map { misfits(value, $0, at: "\(place).\(key)") } ?? []
        }
    default: return ["\(place): is no \(schema["type"]?.string ?? "")"]
    }
  }
}

/// A service that never answers.
struct SilentTransport: HTTPTransport {
  func send(
    _ call: HTTPCall, isCancelled: @escaping @Sendable () -> Bool,
    receive: ((HTTPAnswer, [UInt8]) -> Void)?
  ) throws(TransportFailure) -> HTTPAnswer {
    ScriptedGitHub.reply(403, ["message": "no"])
  }
}

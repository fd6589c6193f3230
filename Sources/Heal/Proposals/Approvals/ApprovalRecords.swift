package import Audit
internal import Text

/// Approvals: nothing but what the entries of the log leave.
///
/// A request is bound to digests; it is answered while it lasts, by others than who asks, each once;
/// what was approved is used once.
package struct ApprovalRecords: Sendable {
  /// Why an answer is not taken.
  package struct Refusal: Error, Equatable {
    /// One sentence.
    package var message: String
    /// Whether there is no such request.
    package var isUnknown = false
  }

  /// How long a request can be answered: a week.
  package static let requestMilliseconds: Int64 = 7 * 86_400_000
  /// How long an answer counts where nothing else is said: a day.
  package static let answerMilliseconds: Int64 = 86_400_000

  /// Every request, the oldest first.
  package private(set) var requests: [ApprovalRequest] = []

  private static let member = "approval"

  /// Reads the entries of a log.
  package init(_ entries: [AuditEntry]) {
    for entry in entries where entry.kind == .approval {
      guard let value = entry.content[Self.member], let step = value["step"]?.text,
        let id = value["id"]?.text
      else { continue }
      take(step, id, value, entry)
    }
  }

  private mutating func take(
    _ step: String, _ id: String, _ value: CanonicalJSON, _ entry: AuditEntry
  ) {
    if step == "requested" {
      guard let binding = ApprovalBinding(value["binding"]), let needed = value["needed"]?.integer,
        let requester = value["requester"]?.text, let expires = value["expires"]?.integer,
        !requests.contains(where: { $0.id == id })
      else { return }
      requests.append(
        ApprovalRequest(
          id: id, binding: binding, incident: entry.incident ?? "", needed: Int(needed),
          requester: requester, expires: expires))
      return
    }
    guard let index = requests.firstIndex(where: { $0.id == id }) else { return }
    switch step {
    case "approved":
      guard let by = value["by"]?.text, let account = value["account"]?.text,
        let expires = value["expires"]?.integer
      else { return }
      requests[index].answers.append(.init(by: by, account: account, expires: expires))
    case "denied": requests[index].deniedBy = value["by"]?.text
    case "consumed": requests[index].consumedBy = value["run"]?.text
    case "superseded": requests[index].isSuperseded = true
    default: return
    }
  }

  /// The request of a name.
  package subscript(id: String) -> ApprovalRequest? { requests.first { $0.id == id } }

  // MARK: Steps, as the entries that they add

  /// Asks for approval, or finds the request that asks for the same and can still lead to something.
  ///
  /// - Returns: the request, and entries to add; none when it is there already.
  func asking(
    _ binding: ApprovalBinding, of incident: String, needed: Int, by requester: String,
    at now: Int64
  ) -> (id: String, entries: [AuditEntry]) {
    let same = requests.last { $0.incident == incident && $0.binding == binding }
    if let same, [.requested, .approved, .denied].contains(same.state(at: now)) {
      return (same.id, [])
    }
    let round = requests.count { $0.binding == binding }
    let id = String(SHA256.hex(of: Array("\(binding.digest)\n\(round)".utf8)).prefix(16))
    var entries = requests.filter {
      $0.incident == incident && $0.binding.action == binding.action
        && $0.binding.target == binding.target
        && [.requested, .approved].contains($0.state(at: now))
    }.map { entry("superseded", $0.id, incident, ("run", requester), [:], now) }
    entries.append(
      entry(
        "requested", id, incident, ("run", requester),
        [
          "binding": binding.canonical, "needed": .integer(Int64(needed)),
          "requester": .text(requester), "expires": .integer(now + Self.requestMilliseconds),
        ], now))
    return (id, entries)
  }

  /// Takes a person's answer.
  ///
  /// - Parameters:
  ///   - id: the request.
  ///   - agrees: whether the person approves.
  ///   - name: who answers.
  ///   - account: the account that the answer comes from.
  ///   - milliseconds: how long an approval counts.
  ///   - now: the time, in milliseconds since 1970.
  /// - Returns: the entry to add.
  /// - Throws: ``Refusal``.
  package func answering(
    _ id: String, agrees: Bool, by name: String, account: String,
    for milliseconds: Int64 = ApprovalRecords.answerMilliseconds, at now: Int64
  ) throws(Refusal) -> AuditEntry {
    guard let request = self[id] else {
      throw Refusal(message: "there is no request \(VisibleText.line(id))", isUnknown: true)
    }
    let state = request.state(at: now)
    guard state == .requested || (state == .approved && !agrees) else {
      let who = request.deniedBy ?? request.answers.map(\.by).joined(separator: ", ")
      throw Refusal(
        message: "request \(id) is \(state.rawValue)"
          + (who.isEmpty ? "" : " (\(VisibleText.line(who)))") + "; ask again by healing again")
    }
    // Who asked may take the wish back, but not grant it.
    if agrees, Self.isSame(name, request.requester) {
      throw Refusal(message: "\(VisibleText.line(name)) has asked and cannot approve as well")
    }
    if agrees, request.answers.contains(where: { Self.isSame($0.by, name) && $0.expires > now }) {
      throw Refusal(message: "\(VisibleText.line(name)) has approved already")
    }
    var members: [String: CanonicalJSON] = ["by": .text(name), "account": .text(account)]
    if agrees { members["expires"] = .integer(now + milliseconds) }
    return entry(
      agrees ? "approved" : "denied", id, request.incident, ("person", name), members, now)
  }

  /// Uses an approval; the run that has used it may go on with what it was for.
  ///
  /// - Throws: ``Refusal`` when there is none, or it was used, or is for something else.
  func consuming(
    _ id: String, for binding: ApprovalBinding, by run: String, at now: Int64
  ) throws(Refusal) -> [AuditEntry] {
    guard let request = self[id] else {
      throw Refusal(message: "there is no request \(VisibleText.line(id))", isUnknown: true)
    }
    guard request.binding == binding else {
      throw Refusal(message: "request \(id) is for something else")
    }
    if request.consumedBy == run { return [] }
    guard request.state(at: now) == .approved else {
      throw Refusal(message: "request \(id) is \(request.state(at: now).rawValue)")
    }
    return [entry("consumed", id, request.incident, ("run", run), ["run": .text(run)], now)]
  }

  private func entry(
    _ step: String, _ id: String, _ incident: String, _ author: (kind: String, id: String),
    _ members: [String: CanonicalJSON], _ now: Int64
  ) -> AuditEntry {
    let value = members.merging(["step": .text(step), "id": .text(id)]) { $1 }
    return AuditEntry(
      .approval, at: now, by: .init(kind: author.kind, id: author.id), incident: incident,
      [Self.member: .object(value)])
  }

  /// Names that differ in case or blanks alone are one person's.
  private static func isSame(_ left: String, _ right: String) -> Bool {
    func plain(_ name: String) -> [Unicode.Scalar] {
      name.lowercased().unicodeScalars.filter {
        !$0.properties.isWhitespace && !VisibleText.isHidden($0)
      }
    }
    return plain(left) == plain(right)
  }
}

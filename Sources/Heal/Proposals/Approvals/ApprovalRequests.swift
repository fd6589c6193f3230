internal import Audit
internal import Healing
internal import Kernel
package import State
internal import Text

/// Approvals of a state folder: the records in the log, and a copy of what each request is about.
///
/// Each run proves a fix anew, with other times in its evidence. An approval is for the evidence that
/// was seen; so that is kept, and it is what is published.
package struct ApprovalRequests: Sendable {
  private let state: StateFolder
  private let clock: @Sendable () -> Int64

  /// The approvals of a state; `clock` gives milliseconds since 1970.
  package init(_ state: StateFolder, clock: (@Sendable () -> Int64)? = nil) {
    self.state = state
    self.clock = clock ?? AuditLog.systemClock
  }

  /// The time by the clock.
  package var now: Int64 { clock() }

  /// Every request; none where there is no log.
  package func book() throws -> ApprovalRecords {
    guard state.log.exists else { return ApprovalRecords([]) }
    return ApprovalRecords(try LogCheck.entries(of: state.log))
  }

  /// Takes a person's answer; returns the request as it stands then.
  ///
  /// - Parameters:
  ///   - id: the request.
  ///   - agrees: whether the person approves.
  ///   - name: who answers.
  ///   - milliseconds: how long an approval counts.
  /// - Returns: the request after the answer.
  /// - Throws: ``ApprovalRecords/Refusal``, or what is wrong with the log.
  package func answer(
    _ id: String, agrees: Bool, by name: String, for milliseconds: Int64
  ) throws -> ApprovalRequest {
    guard state.log.exists else {
      throw ApprovalRecords.Refusal(message: "nothing was ever asked for", isUnknown: true)
    }
    if agrees, let request = try book()[id], bundle(of: request.binding) == nil {
      throw ApprovalRecords.Refusal(
        message: "the evidence of request \(id) is gone or was changed; heal again")
    }
    var log = try AuditLog(state.log, clock: clock)
    try log.append { entries in
      [
        try ApprovalRecords(entries).answering(
          id, agrees: agrees, by: name, account: Caller.name(), for: milliseconds, at: clock())
      ]
    }
    guard let request = ApprovalRecords(log.entries)[id] else {
      throw ApprovalRecords.Refusal(message: "there is no request \(id)", isUnknown: true)
    }
    return request
  }

  // MARK: What publishing does

  /// The evidence that was asked about before, where the same wish is open still or was granted to
  /// this run; else what is given.
  func bundle(
    _ bundle: EvidenceBundle, for wish: ApprovalBinding, of incident: String, by run: String
  ) throws -> EvidenceBundle {
    let known = try book().requests.last { request in
      guard request.incident == incident, request.binding.isSameWish(as: wish) else { return false }
      return [.requested, .approved, .denied].contains(request.state(at: now))
        || request.consumedBy == run
    }
    return known.flatMap { self.bundle(of: $0.binding) } ?? bundle
  }

  /// Asks, and keeps what it is about; returns the request as it stands.
  func ask(
    _ binding: ApprovalBinding, with bundle: EvidenceBundle, of incident: String, needed: Int,
    by requester: String, run: String
  ) throws -> ApprovalRequest? {
    if let used = try book().requests.last(where: { $0.binding == binding && $0.consumedBy == run })
    {
      return used
    }
    try keep(bundle)
    var log = try AuditLog(state.log, clock: clock)
    var id = ""
    try log.append { entries in
      let asked = ApprovalRecords(entries).asking(
        binding, of: incident, needed: needed, by: requester, at: clock())
      id = asked.id
      return asked.entries
    }
    return ApprovalRecords(log.entries)[id]
  }

  /// Uses an approval, once.
  func consume(_ id: String, for binding: ApprovalBinding, by run: String) throws {
    var log = try AuditLog(state.log, clock: clock)
    try log.append { entries in
      try ApprovalRecords(entries).consuming(id, for: binding, by: run, at: clock())
    }
  }

  private func place(_ evidence: String) -> BytePath {
    state.path.appending("pending/\(evidence.prefix(32))")
  }

  private func keep(_ bundle: EvidenceBundle) throws(KernelFailure) {
    let folder = place(bundle.digest)
    try FileSystem.makeFolder(folder, mode: 0o700)
    for document in bundle.documents {
      try FileSystem.write(document.content, to: folder.appending(document.name), mode: 0o600)
    }
    // The manifest comes last: without it there is no bundle.
    try FileSystem.write(
      bundle.manifestBytes, to: folder.appending(EvidenceBundle.manifestName), mode: 0o600)
  }

  /// The evidence that a request is about; nil when it is gone or not what it was.
  private func bundle(of binding: ApprovalBinding) -> EvidenceBundle? {
    guard let found = try? BundleFolder(place(binding.evidence)),
      SHA256.hex(of: found.manifestBytes) == binding.evidence
    else { return nil }
    var documents: [EvidenceDocument] = []
    for document in found.manifest["documents"]?.elements ?? [] {
      guard let name = document["name"]?.string, let content = found.files[name],
        SHA256.hex(of: content) == document["sha256"]?.string
      else { return nil }
      documents.append(.init(name: name, content: content))
    }
    let bundle = EvidenceBundle(manifest: found.manifest, documents: documents)
    return bundle.digest == binding.evidence ? bundle : nil
  }
}

internal import Autonomy
internal import Git
internal import Healing
internal import Text

/// What must be approved before a branch is pushed, by the policy that owners have written.
struct ApprovalGate {
  private let request: ApprovalRequest
  private let publisher: ApprovalRequests

  /// Asks for what is needed; nil when nothing is.
  ///
  /// - Parameters:
  ///   - publisher: where the fix is.
  ///   - decision: what was decided about it.
  ///   - made: the proposal; gets the evidence that people were asked about before.
  ///   - branches: where it would go.
  /// - Throws: when the state does not keep what is asked for.
  init?(
    _ publisher: ProposalPublisher, _ decision: PublishingDecision,
    _ made: inout ProposalPublisher.Made, _ branches: BranchPublisher
  ) throws(PublishFailure) {
    let needed = decision.decision.policy.limits.approvals
    guard publisher.settings.keys.policy.isWritten, needed > 0, try !branches.holds(made) else {
      return nil
    }
    self.publisher = ApprovalRequests(publisher.settings.state)
    let incident = String(made.proposal.fingerprint.prefix(16))
    do {
      let known = try self.publisher.bundle(
        made.bundle, for: branches.wish(made), of: incident, by: publisher.audit.run)
      // The same change under another message is another mail, which that evidence is not about.
      if known.manifest["patch"]?["mail"]?.string == SHA256.hex(of: made.mail) {
        made.bundle = known
      }
      let asked = try self.publisher.ask(
        branches.wish(made), with: made.bundle, of: incident, needed: needed,
        by: publisher.settings.requester, run: publisher.audit.run)
      guard let asked else {
        throw PublishFailure(.environment, "the request for approval was not kept")
      }
      request = asked
    } catch let failure as PublishFailure {
      throw failure
    } catch {
      throw PublishFailure.machine(VisibleText.line("approvals cannot be kept: \(error)"))
    }
    if !isOpen {
      made.proposal.answers.insert(
        "Approve: `sentinel approve \(request.id)`; \(needed) must, and none of them may be "
          + "\(Quoting.span(request.requester)). Then heal again.", at: 0)
    }
  }

  /// Whether the way is free.
  var isOpen: Bool {
    let state = request.state(at: publisher.now)
    return state == .approved || state == .consumed
  }

  /// Uses the approval, immediately before what it is for.
  func pass(_ publisher: ProposalPublisher) throws(PublishFailure) {
    do {
      try self.publisher.consume(request.id, for: request.binding, by: publisher.audit.run)
    } catch {
      throw PublishFailure(.environment, VisibleText.line("\(error)"))
    }
  }

  /// A decision with how the request stands among its inputs.
  func added(to decision: JSONValue) -> JSONValue {
    var members = decision.members
    var inputs = decision["inputs"]?.members ?? [:]
    inputs["approval"] = .object(request.members(at: publisher.now))
    members["inputs"] = .object(inputs)
    return .object(members)
  }
}

internal import Egress

/// Lets requests of one connection through as they were judged, each of them.
struct RequestGate {
  /// What becomes of bytes.
  struct Passage {
    /// What is to be sent on.
    var forward: [UInt8] = []
    /// Heads among it.
    var heads = 0
    /// Why the next request is refused, and with which status.
    var refusal: (reason: EgressRefusal, status: UInt16)?
  }

  private let expected: HTTPAuthority.Host
  private let port: UInt16
  private let rule: EgressRule
  private let grants: GrantTable
  private var reader: HTTPRequestReader
  private var bodyWatch: PlaceholderWatch?
  private var framing = HTTPFraming.none
  private var isUpgrade = false
  private var count = 0
  private var isLast = false
  private var isOver = false

  /// Whether the answer must come before anything else is read: it may change the protocol.
  private(set) var awaitsUpgrade = false

  init(
    expected: HTTPAuthority.Host, port: UInt16, rule: EgressRule, grants: GrantTable,
    limits: EgressLimits
  ) {
    self.expected = expected
    self.port = port
    self.rule = rule
    self.grants = grants
    bodyWatch = grants.watch(to: expected)
    reader = HTTPRequestReader(limits: limits)
  }

  /// Whether the client may end here.
  var isBetweenRequests: Bool { reader.isBetweenRequests }

  /// Takes bytes of the client.
  mutating func take(_ bytes: ArraySlice<UInt8>) -> Passage {
    var passage = Passage()
    if isOver { return passage }
    reader.append(bytes)
    do throws(HTTPMistake) {
      while !awaitsUpgrade {
        switch try reader.next() {
        case .needMore: return passage
        case .head(let head):
          if let refusal = refusal(of: head) {
            passage.refusal = refusal
            return passage
          }
          passage.forward += closing(head).bytes
          passage.heads += 1
          framing = head.framing
          isUpgrade = !head.upgrades.isEmpty
          count += 1
        case .body(let bytes):
          if let refusal = bodyWatch?.refusal(of: bytes) {
            passage.refusal = (refusal, 403)
            return passage
          }
          passage.forward += framing.wrap(bytes)
        case .end:
          passage.forward += framing.end
          awaitsUpgrade = isUpgrade
          isOver = isLast
          if isOver { return passage }
        }
      }
    } catch {
      passage.refusal = (error.refusal(host: expected.description), error.status)
    }
    return passage
  }

  /// Goes on after the answer: with requests, or handing over what came after the upgrade.
  mutating func finishUpgrade(isAccepted: Bool) -> [UInt8] {
    awaitsUpgrade = false
    return isAccepted ? reader.takeRest() : []
  }

  /// A request with a body is the last of its connection, and the server is told so: one that overlooks
  /// the body of a GET would read it as the next request, which nobody has judged.
  private mutating func closing(_ head: HTTPRequestHead) -> HTTPRequestHead {
    guard head.framing != .none, head.framing != .length(0), head.upgrades.isEmpty else {
      return head
    }
    isLast = true
    var head = head
    head.fields.set("Connection", Array("close".utf8))
    return head
  }

  private func refusal(of head: HTTPRequestHead) -> (reason: EgressRefusal, status: UInt16)? {
    if let found = HTTPRequestCheck.check(head, expected: expected, port: port, rule: rule) {
      return (found.refusal, found.status)
    }
    if let refusal = grants.objection(to: head, for: expected) { return (refusal, 403) }
    // Only the first answer of a connection is told from what follows without reading answers.
    guard head.upgrades.isEmpty || count == 0 else {
      return (
        EgressRefusal(
          .upgradeNotAllowed, "only the first request of a connection to \(expected) may upgrade it"
        ), 403
      )
    }
    return nil
  }
}

internal import Egress

/// Judges what a client says first, by the mode of its rule; pure.
struct FirstLook {
  /// What becomes of the connection.
  enum Verdict {
    /// More bytes must come first.
    case needMore
    /// The bytes so far are sent on, and the rest unseen.
    case pass(Assurance, [UInt8])
    /// A hello of TLS: what follows is sent on as the watch lets it.
    case hello(HelloWatch, HelloWatch.Passage)
    /// The bytes are sent on, and the rest as the gate lets it.
    case requests(RequestGate, RequestGate.Passage)
    /// It ends with these bytes, or with a reset when there are none.
    case refuse(EgressRefusal, answer: [UInt8])
  }

  private enum State {
    case hello(ClientHelloReader, isStrict: Bool)
    case requests(RequestGate)
    case undecided([UInt8])
    case identification([UInt8])
  }

  /// The type of the record that begins TLS, and no request.
  private static let handshake: UInt8 = 22

  /// Whether a client's first bytes begin TLS.
  static func isHandshake(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.first == handshake }

  /// The first letters of requests: GET, HEAD, POST and its like, DELETE, OPTIONS, CONNECT, TRACE.
  private static let methodLetters = Array("GHPDOCT".utf8)

  private let host: HTTPAuthority.Host
  private let port: UInt16
  private let rule: EgressRule
  private let grants: GrantTable
  private let limits: EgressLimits
  private var state: State
  private var isFirst = true

  /// Starts to look under `tls`, `http`, `ssh` or `auto`.
  init(
    host: HTTPAuthority.Host, port: UInt16, rule: EgressRule, grants: GrantTable,
    limits: EgressLimits
  ) {
    self.host = host
    self.port = port
    self.rule = rule
    self.grants = grants
    self.limits = limits
    state =
      switch rule.mode {
      case .tls: .hello(ClientHelloReader(limit: limits.helloBytes), isStrict: true)
      case .tlsUp where rule.clientTLS:
        .hello(ClientHelloReader(limit: limits.helloBytes), isStrict: true)
      case .http, .tlsUp:
        .requests(
          RequestGate(expected: host, port: port, rule: rule, grants: grants, limits: limits))
      case .ssh: .identification([])
      case .auto, .raw: .undecided([])
      }
  }

  /// Takes the next bytes of the client.
  mutating func append(_ bytes: ArraySlice<UInt8>) -> Verdict {
    // The state is taken out, so that its buffers have one owner and grow in place.
    let taken = state
    defer { isFirst = false }
    state = .undecided([])
    switch taken {
    case .hello(let reader, let isStrict): return hello(reader, bytes, isStrict)
    case .requests(let gate):
      if isFirst, bytes.first == Self.handshake { return tlsInstead }
      return requests(gate, bytes)
    case .undecided(let start): return undecided(start + bytes)
    case .identification(let start): return identification(start + bytes)
    }
  }

  /// The verdict when the client says no more, for now or for ever; nil to wait on.
  func silence() -> Verdict? {
    if case .undecided(let start) = state { .pass(.name, start) } else { nil }
  }

  /// The refusal of a client that ends before it was understood.
  var unfinished: EgressRefusal {
    switch state {
    case .hello:
      EgressRefusal(.helloMalformed, "the client of \(host) ended before its TLS hello did")
    case .requests:
      EgressRefusal(.requestMalformed, "the client of \(host) ended before its request did")
    case .identification:
      EgressRefusal(.notSSH, "the client of \(host) ended before it said SSH-2.0")
    case .undecided: EgressRefusal(.deadline, "the client of \(host) said nothing")
    }
  }

  private mutating func hello(
    _ reader: ClientHelloReader, _ bytes: ArraySlice<UInt8>, _ isStrict: Bool
  ) -> Verdict {
    var reader = reader
    switch reader.append(bytes) {
    case .needMore:
      state = .hello(reader, isStrict: isStrict)
      return .needMore
    case .refused(let mistake):
      let refusal =
        if case .name(let name) = host {
          ServerNameCheck.refusal(mistake, expected: name, rule: rule)
        } else {
          EgressRefusal(.helloMalformed, "the client of \(host) \(mistake.reason)")
        }
      // What is no TLS would not read an alert.
      guard mistake == .notTLS || mistake == .oldVersion else {
        return .refuse(refusal, answer: TLSAlert.decodeError.bytes)
      }
      // The first letter is all that is there in pieces of any size.
      let isHTTP = isFirst && bytes.first.map { Self.methodLetters.contains($0) } == true
      return .refuse(refusal, answer: isHTTP ? BlockedResponse.bytes(refusal) : [])
    case .hello(let hello):
      guard case .name(let name) = host else { return .pass(.name, reader.received) }
      guard let found = ServerNameCheck.check(hello, expected: name, rule: rule) else {
        var watch = HelloWatch(
          expected: name, rule: rule, limit: limits.helloBytes, hasEarlyData: hello.offersEarlyData)
        let passage = watch.begin(reader.received)
        return .hello(watch, passage)
      }
      // Under `auto` a client that names no server is like one that speaks no TLS.
      if !isStrict, found.refusal.code == .serverNameMissing {
        return .pass(.name, reader.received)
      }
      return .refuse(found.refusal, answer: found.alert.bytes)
    }
  }

  /// The verdict on a client that starts with TLS where its rule is for HTTP.
  private var tlsInstead: Verdict {
    .refuse(
      EgressRefusal(
        .notHTTP, "the client of \(host) on port \(port) speaks TLS, and its rule is for HTTP",
        allowWith: "mode: tls, in the rule \(rule.id)"),
      answer: TLSAlert.accessDenied.bytes)
  }

  private mutating func requests(_ gate: RequestGate, _ bytes: ArraySlice<UInt8>) -> Verdict {
    var gate = gate
    let passage = gate.take(bytes)
    if passage.heads == 0 {
      if let refusal = passage.refusal {
        return .refuse(
          refusal.reason, answer: BlockedResponse.bytes(refusal.reason, status: refusal.status))
      }
      state = .requests(gate)
      return .needMore
    }
    return .requests(gate, passage)
  }

  private mutating func undecided(_ start: [UInt8]) -> Verdict {
    switch FirstBytes(start) {
    case .needMore:
      state = .undecided(start)
      return .needMore
    case .tls:
      return hello(ClientHelloReader(limit: limits.helloBytes), start[...], false)
    case .http:
      let gate = RequestGate(
        expected: host, port: port, rule: rule, grants: grants, limits: limits)
      return requests(gate, start[...])
    case .ssh, .other: return .pass(.name, start)
    }
  }

  private mutating func identification(_ start: [UInt8]) -> Verdict {
    switch FirstBytes(start) {
    case .ssh: return .pass(.name, start)
    case .needMore where Array("SSH-2.0-".utf8).starts(with: start):
      state = .identification(start)
      return .needMore
    default:
      return .refuse(
        EgressRefusal(.notSSH, "the client of \(host) did not introduce itself as SSH 2"),
        answer: [])
    }
  }
}

extension FirstLook.Verdict {
  /// What the client was heard to speak: `auto` when it said nothing, nil when that is not known yet.
  var heard: EgressMode? {
    switch self {
    case .needMore, .refuse: nil
    case .pass(_, let bytes): bytes.isEmpty ? .auto : FirstBytes(bytes) == .ssh ? .ssh : .raw
    case .hello: .tls
    case .requests: .http
    }
  }
}

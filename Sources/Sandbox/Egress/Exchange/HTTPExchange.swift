/// The requests and answers of one connection under `tls-up`, strictly in turn: a request is read when
/// the answer before it is through, so that nothing can be taken for the answer to something else.
///
/// Pure: it takes bytes of both sides and gives the bytes that may go on. Everything is read, judged and
/// written anew; what it holds is one head and the bytes of one call for either side, and at most 64 KiB
/// of a push.
package struct HTTPExchange: Sendable {
  /// What becomes of bytes.
  package struct Step: Sendable {
    /// Bytes to send to the server, before anything that follows.
    package var up: [UInt8] = []
    /// Bytes to send to the client, before the connection ends.
    package var down: [UInt8] = []
    /// Requests that begin in it.
    package var heads = 0
    /// How the connection ends, behind what is for the client.
    package var ending: Ending?
  }

  /// How a connection ends.
  package enum Ending: Sendable {
    /// In order.
    case finished
    /// The client was told why.
    case refused(EgressRefusal)
    /// In the middle of an answer, where nothing can be told.
    case broken(EgressRefusal)
  }

  /// Where the client stands.
  enum Asking {
    /// Before or within a head.
    case head
    /// Within a body.
    case body
    /// Behind a request whose answer is not through.
    case answered
    /// Behind a change of the protocol.
    case opaque
    /// At the end.
    case over
  }

  let terms: Terms
  var asking = Asking.head
  var requests: HTTPRequestReader
  var responses: HTTPResponseReader
  var requestFraming = HTTPFraming.none
  var answerFraming = HTTPFraming.none
  var push: HeldPush?
  var advertisement: HeldAdvertisement?
  var scanner: ReflectionScanner?
  var bodyWatch: PlaceholderWatch?
  /// Whether the connection ends with the present answer.
  var isLast = false
  /// Whether the head of the present answer went to the client.
  var hasAnswered = false

  /// An exchange at its start.
  package init(_ terms: Terms) {
    self.terms = terms
    bodyWatch = terms.book.watch(to: terms.host)
    requests = HTTPRequestReader(limits: terms.limits)
    responses = HTTPResponseReader(limits: terms.limits)
  }

  /// Whether bytes of the client are of use now; else they stay where they are.
  package var wantsRequest: Bool { [.head, .body, .opaque].contains(asking) }

  /// Whether a request was read of whose answer the client has heard nothing.
  package var awaitsAnswer: Bool { !hasAnswered && (asking == .answered || asking == .body) }

  /// Whether the protocol was changed, so that nothing more is read.
  package var isOpaque: Bool { asking == .opaque }

  /// Takes bytes of the client.
  package mutating func receiveRequest(
    _ bytes: ArraySlice<UInt8>, _ ledger: inout GrantUses, at now: MonotonicTime
  ) -> Step {
    var step = Step()
    switch asking {
    case .over: return step
    case .opaque: step.up = Array(bytes)
    default:
      requests.append(bytes)
      readRequests(&step, &ledger, now)
    }
    return step
  }

  /// Takes bytes of the server.
  package mutating func receiveAnswer(
    _ bytes: ArraySlice<UInt8>, _ ledger: inout GrantUses, at now: MonotonicTime
  ) -> Step {
    var step = Step()
    guard asking != .over else { return step }
    responses.append(bytes)
    readAnswers(&step, &ledger, now)
    return step
  }

  /// Hears that the client says nothing more.
  package mutating func endRequest() -> Step {
    var step = Step()
    switch asking {
    case .head where requests.isBetweenRequests, .opaque: end(.finished, &step)
    case .head, .body:
      let reason = "the client of \(terms.host) ended before its request did"
      end(.broken(EgressRefusal(.requestMalformed, reason)), &step)
    case .answered: isLast = true
    case .over: break
    }
    return step
  }

  /// Hears that the server says nothing more; `isWhole` when TLS says that nothing was cut off.
  package mutating func endAnswer(isWhole: Bool) -> Step {
    var step = Step()
    switch asking {
    case .over: return step
    case .opaque:
      end(.finished, &step)
      return step
    case .head where !hasAnswered && requests.isBetweenRequests:
      end(.finished, &step)
      return step
    default: break
    }
    do throws(HTTPMistake) {
      try responses.close()
      guard isWhole, hasAnswered else { throw .truncated }
      step.down += answerFraming.wrap(scanner?.finish() ?? [])
      end(.finished, &step)
    } catch {
      stop(Objection(error.refusal(server: terms.host), status: 502), &step)
    }
    return step
  }

  /// Ends with a reason that came up elsewhere, such as a budget.
  package mutating func stop(_ refusal: EgressRefusal, status: UInt16 = 403) -> Step {
    var step = Step()
    if asking != .over { stop(Objection(refusal, status: status), &step) }
    return step
  }

  /// Why a request or an answer does not pass, and with which status to say so.
  struct Objection: Error {
    var refusal: EgressRefusal
    var status: UInt16
    /// What to say in place of a page.
    var answer: [UInt8]?

    init(_ refusal: EgressRefusal, status: UInt16 = 403, answer: [UInt8]? = nil) {
      self.refusal = refusal
      self.status = status
      self.answer = answer
    }
  }

  /// Ends with an objection: as an answer where none has begun.
  mutating func stop(_ objection: Objection, _ step: inout Step) {
    guard !hasAnswered else { return end(.broken(objection.refusal), &step) }
    step.down +=
      objection.answer ?? BlockedResponse.bytes(objection.refusal, status: objection.status)
    end(.refused(objection.refusal), &step)
  }

  mutating func end(_ ending: Ending, _ step: inout Step) {
    asking = .over
    push = nil
    advertisement = nil
    step.ending = ending
  }
}

extension HTTPExchange {
  /// What the requests of a connection are judged by.
  package struct Terms: Sendable {
    /// The name of the rule's host; never what the payload has typed.
    package let host: HTTPAuthority.Host
    /// The port that the payload has dialled.
    package let port: UInt16
    /// The rule that let the connection in; its mode is `tls-up`.
    package let rule: EgressRule
    /// The credentials of the run.
    package let book: GrantTable
    /// The bounds of heads.
    package let limits: EgressLimits

    /// Terms of a connection.
    package init(
      host: HTTPAuthority.Host, port: UInt16, rule: EgressRule, book: GrantTable,
      limits: EgressLimits
    ) {
      self.host = host
      self.port = port
      self.rule = rule
      self.book = book
      self.limits = limits
    }

    /// The grant of the rule; nil when it names none.
    var grant: CredentialGrant? { rule.grant.flatMap { book[$0] } }
  }

  /// A push whose commands are not all there: nothing of it was sent.
  struct HeldPush {
    var head: HTTPRequestHead
    var rules: CredentialGrant.Git
    var reader = ReceivePackReader()
  }

  /// An answer to the question for what may be pushed: nothing of it goes on before its capabilities
  /// are read.
  struct HeldAdvertisement {
    var head: HTTPResponseHead?
    var reader = PushAdvertisement()
  }
}

extension HTTPMistake {
  /// The mistake as a refusal of a server's answer.
  func refusal(server: HTTPAuthority.Host) -> EgressRefusal {
    EgressRefusal(.responseMalformed, "the server of \(server) \(reason)")
  }
}

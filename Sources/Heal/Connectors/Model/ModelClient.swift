import FoundationEssentials
import Glibc
import Synchronization
internal import Text

/// Why a model gave no answer at all.
package enum ModelFailure: Error, Hashable, Sendable {
  /// The account has no money left, or a limit of spending was reached; never tried again.
  case spendLimit(String)
  /// The service did not answer, or refuses this client.
  case unavailable(String)
  /// The caller asked for the end.
  case cancelled
}

/// An answer with what it took.
package struct ModelExchange: Sendable {
  /// The answer; it may be a part, see ``ModelReply/isWhole``.
  package var reply: ModelReply
  /// How often the request was sent.
  package var tries: Int
  /// The rung of the ladder that the service bore.
  package var rung: ModelRequest.Rung
  /// How long it took, waits included.
  package var milliseconds: Int
}

/// Asks one model of one service.
///
/// A request is sent again when the transport failed before an answer began, or the service asked
/// for it; an answer that began is never asked for twice. What the service was found not to bear is
/// left out from then on.
package final class ModelClient: Sendable {
  private struct Learnt {
    var rung = ModelRequest.Rung.strictTool
    var leniency: Set<WireLeniency> = []
  }

  /// The clock and the waiting, which tests replace.
  package struct Time: Sendable {
    /// The time in seconds since 1970, for deadlines and waits.
    package var now: @Sendable () -> Double
    /// Waits for so many milliseconds, in steps, as long as it is not cancelled.
    package var wait: @Sendable (_ milliseconds: Int, _ isCancelled: () -> Bool) -> Void

    /// Makes a clock of two functions; tests let time pass at once.
    package init(
      now: @escaping @Sendable () -> Double,
      wait: @escaping @Sendable (_ milliseconds: Int, _ isCancelled: () -> Bool) -> Void
    ) {
      self.now = now
      self.wait = wait
    }

    /// The clock of this machine, which waits by sleeping.
    package static let system = Time(
      now: { Date().timeIntervalSince1970 },
      wait: { milliseconds, isCancelled in
        var left = milliseconds
        while left > 0, !isCancelled() {
          usleep(UInt32(min(left, 200)) * 1000)
          left -= 200
        }
      })
  }

  /// Which model is asked.
  package let settings: ModelSettings
  private let transport: any HTTPTransport
  private let policy: RetryPolicy
  private let time: Time
  private let learnt = Mutex(Learnt())

  /// Makes a client; nothing is sent before a question is asked.
  package init(
    _ settings: ModelSettings, transport: any HTTPTransport = CurlTransport(),
    policy: RetryPolicy = RetryPolicy(), time: Time = .system
  ) {
    self.settings = settings
    self.transport = transport
    self.policy = policy
    self.time = time
  }

  /// Asks, and waits for the whole answer.
  ///
  /// - Parameters:
  ///   - request: what is asked.
  ///   - isCancelled: asked at least every second while it waits.
  /// - Returns: the answer, which may be a part.
  /// - Throws: ``ModelFailure`` when there is none.
  package func ask(
    _ request: ModelRequest, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ModelFailure) -> ModelExchange {
    let start = time.now()
    var tries = 0
    while true {
      guard !isCancelled() else { throw .cancelled }
      let state = learnt.withLock { $0 }
      let call = settings.api.wire.call(
        request, rung: state.rung, settings: settings, leniency: state.leniency)
      tries += 1
      let outcome = send(call, request: request, isCancelled: isCancelled)
      switch outcome {
      case .success(let reply):
        return ModelExchange(
          reply: reply, tries: tries, rung: state.rung,
          milliseconds: Int((time.now() - start) * 1000))
      case .failure(let failure):
        if case .refused(let error, _) = failure, learn(from: error, state: state) { continue }
        try pause(after: failure, tries: tries, isCancelled: isCancelled)
      }
    }
  }

  private enum Failure: Error {
    case refused(ServiceError, HTTPAnswer)
    case transport(TransportFailure)
  }

  private func send(
    _ call: HTTPCall, request: ModelRequest, isCancelled: @escaping @Sendable () -> Bool
  ) -> Result<ModelReply, Failure> {
    let stream = StreamedAnswer(settings.api.wire)
    do {
      let answer = try transport.send(call, isCancelled: isCancelled, receive: stream.take)
      if answer.status != 200, let error = ServiceError(answer) {
        return .failure(.refused(error, answer))
      }
      let (value, isWhole) = stream.answer(answer)
      // An error that takes the place of an answer, although the status says that all is well.
      if let error = ServiceError(status: 200, body: value), !stream.hasBegun {
        return .failure(.refused(error, answer))
      }
      return .success(reply(from: value, isWhole: isWhole, request: request, stream: stream))
    } catch  where stream.hasBegun && error != .cancelled {
      let (value, _) = stream.answer(nil)
      return .success(reply(from: value, isWhole: false, request: request, stream: stream))
    } catch {
      return .failure(.transport(error))
    }
  }

  private func reply(
    from value: JSONValue, isWhole: Bool, request: ModelRequest, stream: StreamedAnswer
  ) -> ModelReply {
    var reply = settings.api.wire.reply(from: value)
    if !isWhole { reply.stop = .cut }
    if reply.usage.input == 0 || (reply.usage.output == 0 && stream.byteCount > 0) || !isWhole {
      let sent = request.system.utf8.count + request.turns.reduce(0) { $0 + $1.text.utf8.count }
      let written =
        reply.text.utf8.count + reply.calls.reduce(0) { $0 + $1.arguments.utf8.count }
      reply.usage.input = max(reply.usage.input, (sent + 2) / 3)
      reply.usage.output = max(reply.usage.output, (written + 2) / 3)
      reply.usage.isEstimated = true
    }
    return reply
  }

  /// Leaves out what the service does not bear; false when that is nothing that can be left out.
  private func learn(from error: ServiceError, state: Learnt) -> Bool {
    let unborne = error.unborne
    guard !error.isAboutMoney else { return false }
    return learnt.withLock { learnt in
      if let leniency = unborne.leniency, !state.leniency.contains(leniency) {
        learnt.leniency.insert(leniency)
        return true
      }
      guard unborne.isAboutShape,
        let next = ModelRequest.Rung(rawValue: state.rung.rawValue + 1)
      else { return false }
      learnt.rung = max(learnt.rung, next)
      return true
    }
  }

  private func pause(
    after failure: Failure, tries: Int, isCancelled: () -> Bool
  ) throws(ModelFailure) {
    var answer: HTTPAnswer?
    let reason: String
    switch failure {
    case .transport(.cancelled): throw .cancelled
    case .transport(.unreachable(let text)): reason = text
    case .transport(.timedOut): reason = "no answer in time"
    case .transport(.cut): reason = "the connection ended before the answer"
    case .transport(.tooLong): throw .unavailable("the answer is too long")
    case .transport(.invalid(let text)): throw .unavailable(text)
    case .refused(let error, let refused):
      guard !error.isAboutMoney else { throw .spendLimit(error.message) }
      answer = refused
      // A fault that is told inside a stream is the service's own.
      if refused.status == 200 { answer?.status = 500 }
      reason = "status \(refused.status): \(error.message)"
    }
    let wait = policy.wait(
      after: answer, tries: tries, now: time.now(), chance: Double.random(in: 0...1))
    guard let wait else { throw .unavailable(reason) }
    time.wait(wait, isCancelled)
  }
}

/// A body that comes in parts: events, or one document from a service that does not stream.
private final class StreamedAnswer {
  private var events = EventStream()
  private var assembler: any StreamAssembler
  private var document: [UInt8] = []
  private var isStream = false
  /// How many bytes of the body came.
  private(set) var byteCount = 0
  /// Whether the model had begun to answer, which is what it charges for.
  private(set) var hasBegun = false

  init(_ wire: any ModelWire) { assembler = wire.assembler() }

  func take(_ head: HTTPAnswer, _ bytes: [UInt8]) {
    byteCount += bytes.count
    isStream = head.headers["content-type"]?.lowercased().hasPrefix("text/event-stream") ?? false
    guard isStream else {
      document += bytes
      return
    }
    for event in events.take(bytes) {
      guard let value = try? JSONValue(parsing: event) else { continue }  // the mark at the end
      assembler.take(value)
      if value["error"] == nil { hasBegun = true }
    }
  }

  func answer(_ answer: HTTPAnswer?) -> (value: JSONValue, isWhole: Bool) {
    if isStream { return assembler.answer() }
    let value = try? JSONValue(parsing: document)
    if value != nil, value?["error"] == nil { hasBegun = true }
    return (value ?? .null, value != nil && answer != nil)
  }
}

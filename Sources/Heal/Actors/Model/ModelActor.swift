package import Connectors
package import Healing
internal import Judging
internal import Kernel
internal import Patches
internal import Synchronization
internal import Text

/// Asks a language model for patches: one question an attempt, one answer, no tools but the one.
///
/// The model is called from here, outside of every sandbox, with nothing but the case and files of the
/// tree. What it answers is a candidate like any other: untrusted text.
package struct ModelActor: FixActor {
  /// How the model is asked.
  package struct Options: Equatable, Sendable {
    /// Answers to one question, each of which is paid for; the most frequent is tried first.
    package var samples = 1
    /// The most bytes of files in a question; a token is about three.
    package var fileBytes = 60_000

    /// One answer.
    package init() {}
  }

  /// See ``/Healing/FixActor/name``.
  package let name = "model"
  /// The digest of the model's name, its wire format, the prompt's words and the options.
  package let version: String
  private let client: ModelClient
  private let cassette: (any ReplyCassette)?
  private let mask: SecretMask
  private let options: Options
  private let word: @Sendable () -> String

  /// Makes an actor.
  ///
  /// - Parameters:
  ///   - client: asks the model.
  ///   - mask: strikes the secrets of the caller's environment.
  ///   - cassette: keeps every answer before it is used; nil keeps none.
  ///   - options: how it is asked.
  package init(
    _ client: ModelClient, mask: SecretMask, cassette: (any ReplyCassette)? = nil,
    options: Options = Options()
  ) {
    self.init(
      client, mask: mask, cassette: cassette, options: options, word: PromptData.randomWord)
  }

  /// The same with another source of random words.
  init(
    _ client: ModelClient, mask: SecretMask, cassette: (any ReplyCassette)?, options: Options,
    word: @escaping @Sendable () -> String
  ) {
    self.client = client
    self.cassette = cassette
    self.mask = mask
    self.options = options
    self.word = word
    let settings = client.settings
    let parts = [
      settings.name, settings.api.rawValue, settings.api == .anthropic ? settings.apiVersion : "",
      PromptText.digest, "\(options.samples)", "\(options.fileBytes)",
    ]
    version = SHA256.hex(of: Array(parts.map { "\($0.utf8.count):\($0)" }.joined().utf8))
  }

  /// See ``/Healing/FixActor/propose(_:)``.
  package func propose(_ request: ActorRequest) async -> ActorAnswer {
    let prompt = Prompt(request, mask: mask, fileBytes: options.fileBytes)
    guard !prompt.paths.isEmpty else {
      return .abstains(
        Abstention(
          reason: "The case names no file of the tree that a model could be shown.",
          inspected: request.healingCase.signal.places.map { "\($0.path)" }))
    }
    var replies: [ModelReply] = []
    for sample in 1...max(1, min(options.samples, request.attemptsLeft)) {
      do throws(Stop) {
        replies.append(try await ask(prompt, request, sample: sample))
      } catch {
        if replies.isEmpty { return .unavailable(error.reason, error.message) }
        break
      }
    }
    return .candidates(
      Ballot.candidates(replies, for: request.tree, origin: "prompt \(prompt.digest)"))
  }

  /// Why there is no answer.
  private struct Stop: Error {
    var reason: ExitReason
    var message: String
  }

  private func ask(
    _ prompt: Prompt, _ request: ActorRequest, sample: Int
  ) async throws(Stop) -> ModelReply {
    let books = ModelSpending(settings: client.settings, budget: request.budget)
    let parts = [version, request.healingCase.id, "\(request.turn)", "\(sample)", prompt.digest]
    let digest = SHA256.hex(of: Array(parts.joined(separator: "\n").utf8))
    if let kept = cassette?.reply(for: digest) {
      guard let reply = ReplyRecord.reply(from: kept) else {
        throw Stop(reason: .environment, message: "A kept answer of the model cannot be read.")
      }
      // It was paid for, and the run ended before that was written.
      if let nothing = try? request.budget.reserve(Spending()) {
        request.budget.settle(
          nothing, books.spending(reply.usage), isEstimated: reply.usage.isEstimated)
      }
      return reply
    }
    var question = ModelRequest(
      system: PromptText.system, turns: [.init(.user, prompt.text(word: prompt.data.word(word)))],
      tool: PromptText.tool, maximumOutput: client.settings.maximumOutput)
    question.maximumOutput = books.output(forInput: question.inputCeiling)
    let reply = try await answer(to: question, books)
    do { try cassette?.keep(ReplyRecord.bytes(of: reply), for: digest) } catch {
      throw Stop(reason: .environment, message: "The model's answer cannot be kept: \(error).")
    }
    return reply
  }

  private func answer(
    to question: ModelRequest, _ books: ModelSpending
  ) async throws(Stop) -> ModelReply {
    let reservation: RunBudget.Reservation
    do throws(BudgetExhausted) {
      reservation = try books.reserve(
        input: question.inputCeiling, output: question.maximumOutput)
    } catch {
      let price = "A limit of money needs SENTINEL_MODEL_PRICE_IN and SENTINEL_MODEL_PRICE_OUT."
      let isUnpriced =
        error.reason == .moneyExhausted
        && (books.settings.priceIn == nil || books.settings.priceOut == nil)
      throw Stop(
        reason: error.reason,
        message: isUnpriced ? price : "The next question might cost more than is left.")
    }
    switch await exchange(question, books.budget) {
    case .success(let exchange):
      let usage = exchange.reply.usage
      books.budget.settle(
        reservation, books.spending(usage), isEstimated: usage.isEstimated)
      return exchange.reply
    case .failure(let failure):
      switch failure {
      case .spendLimit(let text):
        books.budget.settle(reservation, Spending(calls: 1))
        throw Stop(reason: .spendLimit, message: "The model's service says: \(text)")
      case .unavailable(let text):
        books.budget.settle(reservation, Spending(calls: 1))
        throw Stop(reason: .modelUnavailable, message: "The model does not answer: \(text)")
      case .cancelled:
        // It may have begun to answer, which is charged; how much of it, nobody says.
        var usage = ModelUsage()
        usage.input = question.inputCeiling
        books.budget.settle(reservation, books.spending(usage), isEstimated: true)
        let isLate = books.budget.millisecondsLeft == 0
        throw Stop(
          reason: isLate ? .timeExhausted : .killed,
          message: isLate ? "The time is up." : "The question was cancelled.")
      }
    }
  }

  private func exchange(
    _ question: ModelRequest, _ budget: RunBudget
  ) async -> Result<ModelExchange, ModelFailure> {
    let cancelled = CancellationFlag()
    return await withTaskCancellationHandler {
      await BlockingThread.run { [client] in
        do throws(ModelFailure) {
          return .success(
            try client.ask(question) { cancelled.isSet || budget.millisecondsLeft == 0 })
        } catch {
          return .failure(error)
        }
      }
    } onCancel: {
      cancelled.set()
    }
  }
}

package import Connectors
internal import Healing
internal import Kernel
internal import Synchronization

/// The embeddings service as the memory asks it.
///
/// Its first failure is told once, and it is not asked again: healing goes on without it.
package final class RecallEmbedder: TextEmbedder {
  /// See ``/Healing/TextEmbedder/model``.
  package var model: String { client.settings.name }
  private let client: EmbeddingClient
  private let mask: SecretMask
  private let warn: @Sendable (String) -> Void
  private let hasFailed = Mutex(false)

  /// Makes one.
  ///
  /// - Parameters:
  ///   - client: asks the service.
  ///   - mask: strikes secrets from what is sent.
  ///   - warn: is told why the service is not asked any more.
  package init(
    _ client: EmbeddingClient, mask: SecretMask, warn: @escaping @Sendable (String) -> Void
  ) {
    self.client = client
    self.mask = mask
    self.warn = warn
  }

  /// See ``/Healing/TextEmbedder/struck(_:)``.
  package func struck(_ text: String) -> String { mask.masked(text) }

  /// See ``/Healing/TextEmbedder/vector(of:)``.
  package func vector(of text: String) async -> [Float]? {
    guard !hasFailed.withLock({ $0 }), !Task.isCancelled else { return nil }
    let cancelled = CancellationFlag()
    let result = await withTaskCancellationHandler {
      await BlockingThread.run { [client] () -> Result<[Float], EmbeddingFailure> in
        do throws(EmbeddingFailure) {
          return .success(try client.vector(of: text) { cancelled.isSet })
        } catch {
          return .failure(error)
        }
      }
    } onCancel: {
      cancelled.set()
    }
    switch result {
    case .success(let vector): return vector
    case .failure(let failure):
      let isFirst = hasFailed.withLock { failed in
        defer { failed = true }
        return !failed
      }
      if isFirst && !cancelled.isSet {
        warn(
          "the embeddings service gives no vectors, and is not asked again in this run: \(failure)")
      }
      return nil
    }
  }
}

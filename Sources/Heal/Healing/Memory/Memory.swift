/// What is known of earlier cases: written after each case, asked before the next.
///
/// A store keeps failures too, but gives back only what was verified: ``recall(_:limit:)`` never tells
/// of an entry outside the cue's scopes, of one whose ``MemoryEntry/outcome`` is not proven or confirmed,
/// nor of an imported one whose change no run of its own has proven in those scopes. The suite of
/// tests `MemoryConformance` says the rest.
package protocol Memory: Sendable {
  /// Keeps an entry; one with the same ``MemoryEntry/id`` takes the place of the earlier.
  func remember(_ entry: MemoryEntry) async throws(MemoryFailure)
  /// Verified cases like one, nearest first.
  func recall(_ cue: MemoryCue, limit: Int) async throws(MemoryFailure) -> [Precedent]
  /// Says what became of a proposed change: confirmed or refuted; returns how many entries it met.
  func settle(changeDigest: String, _ outcome: MemoryEntry.Outcome) async throws(MemoryFailure)
    -> Int
  /// Forbids a change for an incident, as after a revert; twice is once.
  func bar(_ bar: ReapplicationBar) async throws(MemoryFailure)
  /// What is forbidden for an incident under any of its fingerprints.
  func bars(for fingerprints: [String]) async throws(MemoryFailure) -> [ReapplicationBar]
  /// Every entry, oldest first.
  func entries() async throws(MemoryFailure) -> [MemoryEntry]
  /// Every bar, oldest first.
  func bars() async throws(MemoryFailure) -> [ReapplicationBar]
  /// Removes entries by id and everything that was derived from them; returns how many there were.
  func forget(_ ids: [String]) async throws(MemoryFailure) -> Int
}

/// Why a memory cannot be used.
package struct MemoryFailure: Error, Equatable, CustomStringConvertible {
  /// One sentence.
  package var description: String

  /// Makes a failure.
  package init(_ description: String) { self.description = description }
}

/// What makes vectors of texts, by which cases that mean the same are near each other.
package protocol TextEmbedder: Sendable {
  /// The model's name; vectors of different models are never compared.
  var model: String { get }
  /// A text without the secrets that it might hold; called before the text is taken apart.
  func struck(_ text: String) -> String
  /// The vector of a text; nil when there is none, which whoever asks can do without.
  func vector(of text: String) async -> [Float]?
}

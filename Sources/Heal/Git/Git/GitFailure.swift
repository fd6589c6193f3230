/// Why git work could not be done; one sentence, without control characters.
package enum GitFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// git ended with an error; the first word says what it was asked to do.
  case git(String, String)
  /// git took too long or wrote too much, and was ended.
  case unbounded(String)
  /// What is there is not a repository as git makes them, or would lead out of the folder.
  case repository(String)
  /// A patch does not apply to the commit.
  case unappliable(String)
  /// A remote refused the branch, or there is none of that name.
  case remote(String)
  /// A file of our own could not be read or written.
  case file(String)

  /// One sentence for a person.
  package var description: String {
    switch self {
    case .git(let task, let text): "git \(task): \(text)"
    case .unbounded(let task): "git \(task) was ended: it took too long or wrote too much"
    case .repository(let text): text
    case .unappliable(let text): "the patch does not apply: \(text)"
    case .remote(let text): text
    case .file(let text): text
    }
  }
}

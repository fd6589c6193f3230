/// The commit at the end of a remote's branch.
package struct RemoteCommit: Hashable, Sendable {
  /// The commit's name.
  package var name: String
  /// The names of its parents, the first first; none where what was fetched ends.
  package var parents: [String]
  /// Name and address of who wrote it.
  package var author: String
  /// Name and address of who committed it.
  package var committer: String
  /// Its whole message.
  package var message: String

  /// A commit that was read.
  package init(
    name: String, parents: [String], author: String, committer: String, message: String
  ) {
    self.name = name
    self.parents = parents
    self.author = author
    self.committer = committer
    self.message = message
  }

  /// Whether Sentinel made the commit for an incident, and nobody has changed it since: amending,
  /// rebasing and editing leave the name of whoever does it as the committer's.
  ///
  /// - Parameter fingerprint: of the incident, or the start of it.
  /// - Returns: true for a commit of Sentinel's own.
  package func isOwn(of fingerprint: String) -> Bool {
    let own = "Sentinel <sentinel@localhost>"
    let trailers = message.split(separator: "\n").filter { $0.hasPrefix("Sentinel-Incident: ") }
    return author == own && committer == own && trailers.count == 1
      && trailers[0].dropFirst("Sentinel-Incident: ".count).hasPrefix(fingerprint)
  }
}

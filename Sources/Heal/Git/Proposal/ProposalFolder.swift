internal import Glibc
package import Kernel

/// A proposal as a folder: `proposal.md`, one patch that `git am --keep-cr` takes, and the evidence.
package enum ProposalFolder {
  /// Writes the folder, whole or not at all; one of an earlier run of the same incident is replaced.
  ///
  /// - Parameters:
  ///   - proposal: what is proposed.
  ///   - mail: the commit as a mail.
  ///   - evidence: names and contents of further files; a name is one component.
  ///   - parent: where; made when it is missing.
  /// - Returns: the folder, named after the incident's fingerprint.
  /// - Throws: ``GitFailure/file(_:)``.
  package static func write(
    _ proposal: Proposal, mail: [UInt8], evidence: [(name: String, content: [UInt8])],
    below parent: BytePath
  ) throws(GitFailure) -> BytePath {
    let name = String(proposal.fingerprint.prefix(16))
    let target = parent.appending(name)
    let aside = parent.appending(".\(name)-\(getpid())")
    do {
      try FileSystem.makeFolder(aside.appending("evidence"))
      defer { try? FileSystem.remove(aside) }
      try FileSystem.write(
        Array(ProposalText.body(proposal, limit: .max).utf8), to: aside.appending("proposal.md"))
      try FileSystem.write(mail, to: aside.appending("0001-fix.patch"))
      for file in evidence {
        precondition(!file.name.contains("/") && file.name != "..", "a name is one component")
        try FileSystem.write(file.content, to: aside.appending("evidence").appending(file.name))
      }
      // Two renames, for a folder with content cannot be replaced by one.
      let old = parent.appending(".\(name)-\(getpid())-old")
      if FileSystem.exists(target) { try FileSystem.rename(target, to: old) }
      try FileSystem.rename(aside, to: target)
      if FileSystem.exists(old) { try FileSystem.remove(old) }
    } catch {
      throw .file("\(error)")
    }
    return target
  }
}

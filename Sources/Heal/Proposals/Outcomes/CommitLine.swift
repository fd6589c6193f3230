internal import Git

/// The newest commits of a branch of a remote, in which it is looked for what became of a fix.
///
/// Names and parents are what git has checked; messages are whatever somebody has written.
struct CommitLine {
  /// How many generations are looked at.
  static let generations = 1_000

  private let commits: [RemoteCommit]
  private let names: Set<String>
  private let mainline: Set<String>

  /// The commits of a branch, the newest first.
  init(_ commits: [RemoteCommit]) {
    self.commits = commits
    names = Set(commits.map(\.name))
    let parents = Dictionary(commits.map { ($0.name, $0.parents) }) { first, _ in first }
    var line: Set<String> = []
    var next = commits.first?.name
    while let name = next, line.insert(name).inserted { next = parents[name]?.first }
    mainline = line
  }

  /// Whether the branch holds a commit.
  func holds(_ name: String) -> Bool { names.contains(name) }

  /// Whether a commit came onto the branch as it is: by itself, or by a merge of it.
  ///
  /// Otherwise somebody has added to it before.
  func holdsUnedited(_ name: String) -> Bool {
    mainline.contains(name) || !merges(of: name).isEmpty
  }

  /// The commit that says that it takes one of these back, or the merge of one of them.
  ///
  /// - Parameters:
  ///   - wanted: names of commits.
  ///   - pull: how a platform's own reverts name the pull request: `OWNER/NAME#1`; nil without one.
  /// - Returns: its name; nil when none says so.
  func revert(of wanted: [String], pull: String? = nil) -> String? {
    let all = wanted + wanted.flatMap { merges(of: $0) }
    return commits.first { commit in
      commit.message.split(whereSeparator: \.isNewline).contains { line in
        if let pull, line.lowercased().hasPrefix("reverts \(pull.lowercased())") {
          return line.dropFirst("reverts \(pull)".count).first?.isNumber != true
        }
        guard line.hasPrefix("This reverts commit ") else { return false }
        let name = line.dropFirst("This reverts commit ".count).prefix { $0.isHexDigit }
        return name.utf8.count >= 7 && all.contains { $0.hasPrefix(name.lowercased()) }
      }
    }?.name
  }

  /// A commit for an incident that is none of those that are known: somebody took the fix in another
  /// form.
  func otherForm(of incident: String, besides known: Set<String>) -> String? {
    commits.first { commit in
      !known.contains(commit.name)
        && commit.message.split(whereSeparator: \.isNewline).contains {
          $0.hasPrefix("Sentinel-Incident: \(incident)")
        }
    }?.name
  }

  private func merges(of name: String) -> [String] {
    commits.filter { $0.parents.dropFirst().contains(name) }.map(\.name)
  }
}

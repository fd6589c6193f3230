package import Kernel
internal import Text

/// Where a branch is pushed to, in a form that cannot make git run a program of the repository's
/// choice: no `helper::address`, no option, no control character.
package struct RemoteAddress: Hashable, Sendable, CustomStringConvertible {
  /// What git is given.
  let text: String

  /// Reads an address.
  ///
  /// - Parameters:
  ///   - text: `https://…`, `ssh://…`, `user@host:path`, `file:///…` or a path.
  ///   - root: what a relative path starts from.
  /// - Throws: when it is of another form.
  package init(_ text: String, relativeTo root: BytePath) throws(GitFailure) {
    let shown = VisibleText.escaped(text)
    guard !text.isEmpty, !text.hasPrefix("-"), text.utf8.count < 4096,
      !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
    else { throw .remote("\"\(shown)\" is not an address of a remote") }
    if let scheme = text.firstRange(of: "://") {
      guard ["https", "ssh", "file"].contains(text[..<scheme.lowerBound]),
        !text[scheme.upperBound...].hasPrefix("-")
      else { throw .remote("\"\(shown)\" is neither https, ssh nor file") }
      self.text = text
    } else if text.contains("::") {
      throw .remote("\"\(shown)\" would run a program")
    } else if let colon = text.firstIndex(of: ":"), !text[..<colon].contains("/") {
      self.text = text  // user@host:path, as ssh takes it
    } else {
      self.text = root.appending(BytePath(text)).normalised.description
    }
  }

  /// The address that a caller means: an address as it is, or a remote of the caller's own settings.
  ///
  /// What the tree's repository says of remotes is not the caller's word.
  ///
  /// - Parameters:
  ///   - name: the address, or the name.
  ///   - folder: where the tree is.
  ///   - caller: whose configuration names remotes.
  /// - Returns: the address.
  /// - Throws: when there is none, or its hooks would be those of the tree.
  package static func named(
    _ name: String, around folder: BytePath, for caller: PushCredentials
  ) throws(GitFailure) -> RemoteAddress {
    guard let source = try SourceRepository.find(around: folder) else {
      throw .remote("\(folder) is not a repository, so it has no remote")
    }
    let isAddress = name.contains("/") || name.contains(":")
    guard let text = isAddress ? name : caller.address(of: name) else {
      let claim = source.claimedAddress(of: name).map { claim in
        let shown =
          (try? RemoteAddress(claim, relativeTo: source.root))?.description ?? "an odd one"
        return "; the tree says \(VisibleText.escaped(shown)): if that is right, give that address"
      }
      throw .remote(
        "your own git configuration has no remote of the name \(VisibleText.escaped(name)), and a tree does "
          + "not say where its fixes go: name the address\(claim ?? "")")
    }
    let remote = try RemoteAddress(text, relativeTo: "/")
    guard text.hasPrefix("/") || remote.text == text else {
      throw .remote("\(VisibleText.escaped(text)): write the whole path, or an address")
    }
    try remote.refuse(within: source.root)
    return remote
  }

  /// The folder that a local address names; nil for an address of another machine.
  ///
  /// - Throws: for a file address with escapes, which git would read in its own way.
  package func folder() throws(GitFailure) -> BytePath? {
    if text.hasPrefix("file://") {
      guard !text.contains("%"), text.dropFirst(7).hasPrefix("/") else {
        throw .remote("\"\(VisibleText.escaped(text))\" is not a plain file address")
      }
      return BytePath(String(text.dropFirst(7)))
    }
    return text.hasPrefix("/") ? BytePath(text) : nil
  }

  /// Refuses a remote that lies in a tree: git runs a local remote's hooks, and those of a tree under
  /// test are not the user's.
  package func refuse(within tree: BytePath) throws(GitFailure) {
    guard let folder = try folder() else { return }
    // Git would try endings of its own, `.git` for one, on a name that is not there.
    guard let place = try? FileSystem.resolve(folder) else {
      throw .remote("\(self) is not there: write the path of the repository as it is")
    }
    let root = (try? FileSystem.resolve(tree)) ?? tree.normalised
    // A `.git` file and links of the remote lead git to hooks elsewhere.
    var places = ["", ".git", "hooks", ".git/hooks", "config", ".git/config"].map {
      place.appending(BytePath($0))
    }
    if let text = try? FileSystem.read(place.appending(".git"), limit: 8192),
      text.starts(with: "gitdir: ".utf8)
    {
      let target = text.dropFirst(8).prefix { $0 != UInt8(ascii: "\n") }
      places.append(place.appending(BytePath(target)))
    }
    if places.contains(where: { (try? FileSystem.resolve($0))?.isWithin(root) ?? false }) {
      throw .remote("\(self) lies in the tree under test, whose hooks would run")
    }
  }

  /// The address without a user's name and password.
  package var description: String { withoutUser(text) }

  /// What git says of the remote, without the user's name and password in it.
  package func withoutUser(_ said: String) -> String {
    guard let user else { return said }
    return said.replacing(user, with: "")
  }

  /// What stands before the host in an address with a scheme, its `@` included.
  private var user: String? {
    guard let scheme = text.firstRange(of: "://") else { return nil }
    let authority = text[scheme.upperBound...].prefix { $0 != "/" }
    guard let at = authority.lastIndex(of: "@") else { return nil }
    return String(authority[...at])
  }
}

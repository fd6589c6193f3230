/// The names that one line of a policy means.
///
/// A star stands only as the whole first label; a pattern never ends in the middle of one, so
/// `*.example.com` means neither `example.com` nor `badexample.com`.
package struct NamePattern: Hashable, Sendable, CustomStringConvertible {
  /// How far a pattern reaches.
  package enum Reach: String, Sendable, CaseIterable {
    /// The name alone.
    case exact
    /// `*.`: every name below, at any depth, without the name itself.
    case below
    /// `**.`: the name and every name below.
    case belowAndApex
    /// `*`: every name there is.
    case everything
  }

  /// How far it reaches.
  package let reach: Reach

  /// The name that it starts from; nil for every name there is.
  package let base: HostName?

  /// A pattern that fits this name alone, none below it.
  package init(exact name: HostName) {
    reach = .exact
    base = name
  }

  /// Reads `NAME`, `*.NAME`, `**.NAME` or `*`.
  package init(parsing text: some StringProtocol) throws(PatternMistake) {
    if text == "*" {
      reach = .everything
      base = nil
      return
    }
    let rest: Substring
    if text.hasPrefix("**.") {
      (reach, rest) = (.belowAndApex, Substring(text.dropFirst(3)))
    } else if text.hasPrefix("*.") {
      (reach, rest) = (.below, Substring(text.dropFirst(2)))
    } else {
      (reach, rest) = (.exact, Substring(text))
    }
    guard !rest.utf8.contains(UInt8(ascii: "*")) else { throw .misplacedStar }
    do {
      base = try HostName(parsing: rest)
    } catch .notASCII {
      throw .notASCII(punycode: Punycode.asciiForm(of: rest))
    } catch {
      throw .name(error)
    }
    guard base?.isLocal != true else { throw .local }
  }

  /// Whether a name is meant.
  package func matches(_ name: HostName) -> Bool {
    guard let base else { return true }
    return switch reach {
    case .exact: name == base
    case .below: name.isBelow(base)
    case .belowAndApex: name == base || name.isBelow(base)
    case .everything: true
    }
  }

  /// Whether every name of another pattern is one of this.
  package func covers(_ other: NamePattern) -> Bool {
    guard let base else { return true }
    guard let theirs = other.base else { return false }
    return switch (reach, other.reach) {
    case (.exact, .exact): theirs == base
    case (.exact, _): false
    case (.below, .exact), (.below, .belowAndApex): theirs.isBelow(base)
    case (.below, _): theirs == base || theirs.isBelow(base)
    case (_, _): theirs == base || theirs.isBelow(base)
    }
  }

  /// Whether more than one name is meant.
  package var isWildcard: Bool { reach != .exact }

  /// The pattern as it is written.
  package var description: String {
    let name = base?.text ?? ""
    return switch reach {
    case .exact: name
    case .below: "*." + name
    case .belowAndApex: "**." + name
    case .everything: "*"
    }
  }
}

/// Why a text is no pattern of names.
package enum PatternMistake: Error, Hashable, Sendable {
  /// What is left without the star is no name.
  case name(NameMistake)
  /// The name is in another script; the ASCII form, where it has one, is to be written instead.
  case notASCII(punycode: String?)
  /// A star that is not the whole first label.
  case misplacedStar
  /// A name of the own machine.
  case local

  /// What is wrong, as the end of a sentence that starts with the text.
  package var reason: String {
    switch self {
    case .name(let mistake): mistake.reason
    case .notASCII: "is not ASCII"
    case .misplacedStar: "has a star that is not its whole first label"
    case .local: "is a name of the sandbox itself"
    }
  }

  /// What to write instead, as an imperative.
  package var remedy: String {
    switch self {
    case .name(.looksLikeAddress):
      "write an address as four decimal numbers, or a block with /PREFIX"
    case .name: "write a name such as www.example.com"
    case .notASCII(.some(let form)): "write \"\(form)\" if that is the name you mean"
    case .notASCII(.none): "write the name in its ASCII form (xn--...)"
    case .misplacedStar: "write *.NAME for all names below NAME, **.NAME to include it"
    case .local: "no rule is needed: it stays inside the sandbox"
    }
  }
}

/// How a language marks comments; enough of it to leave them out of a finding's identity.
struct CommentSyntax {
  /// What opens a comment that ends with the line.
  var line: [[UInt8]] = []
  /// Whether the opening mark counts only at the line's start or behind white space.
  var needsSpace = false
  /// What opens and closes a comment that may span lines.
  var block: (open: [UInt8], close: [UInt8])?
  /// What opens and closes a string.
  var quotes: [UInt8] = Array("\"'`".utf8)

  /// Chooses by the file's name; unknown kinds of file have no comments.
  init(path: String) {
    let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
    let suffix = name.split(separator: ".").last.map(String.init) ?? name
    let kind = Self.kinds[suffix] ?? (name.hasPrefix("dockerfile") ? .hash : nil)
    switch kind {
    case .python:
      line = [Array("#".utf8)]
    case .hash:
      line = [Array("#".utf8)]
      needsSpace = true
    case .slashes:
      line = [Array("//".utf8)]
      block = (Array("/*".utf8), Array("*/".utf8))
    case .both:
      line = [Array("#".utf8), Array("//".utf8)]
      block = (Array("/*".utf8), Array("*/".utf8))
    case .dashes:
      line = [Array("--".utf8)]
      block = suffix == "sql" ? (Array("/*".utf8), Array("*/".utf8)) : nil
    case .markup:
      block = (Array("<!--".utf8), Array("-->".utf8))
      quotes = []
    case nil:
      quotes = []
    }
  }

  private enum Kind {
    case python, hash, slashes, both, dashes, markup
  }

  private static let kinds: [String: Kind] = {
    var kinds: [String: Kind] = [:]
    func add(_ kind: Kind, _ suffixes: String) {
      for suffix in suffixes.split(separator: " ") { kinds[String(suffix)] = kind }
    }
    add(.python, "py pyi pyw")
    add(
      .hash,
      """
      rb rake gemspec gemfile sh bash zsh ksh yaml yml toml pl pm r ex exs cfg conf ini env \
      dockerfile containerfile makefile mk cmake txt properties
      """)
    add(
      .slashes,
      """
      c h cc cpp cxx hh hpp cs java js jsx mjs cjs ts tsx go rs swift kt kts scala groovy gradle \
      css scss less proto sol dart m mm
      """)
    add(.both, "php tf hcl tfvars")
    add(.dashes, "sql lua hs")
    add(.markup, "html htm xhtml xml svg vue md")
    return kinds
  }()
}

/// The `path:line:column` with which most compilers and linters begin a line.
struct DiagnosticPlace {
  let place: Place
  /// What follows, without the colon.
  let rest: ByteCursor
  /// Whether a colon, and not a blank, follows.
  let hasColon: Bool

  private static let longestPath = 1_024
  /// Colons before a number that may belong to the path itself.
  private static let mostColons = 4
  /// Names that end as files do and are hosts.
  private static let hostSuffixes: Set<String> = [
    "com", "org", "net", "io", "dev", "local", "internal", "localhost", "cloud", "app", "svc",
  ]
  private static let bareNames: Set<String> = [
    "Makefile", "Dockerfile", "Gemfile", "Rakefile", "Jenkinsfile", "Vagrantfile", "Podfile",
    "Brewfile",
    "Containerfile", "Procfile", "BUILD", "WORKSPACE", "Guardfile", "Capfile", "Fastfile",
    "GNUmakefile",
    "makefile", "Justfile", "justfile", "Berksfile", "Thorfile",
  ]
  /// Suffixes of files in which compilers and linters find something.
  private static let suffixes: Set<String> = [
    "c", "h", "cc", "cpp", "cxx", "hpp", "hh", "hxx", "m", "mm", "swift", "go", "rs", "java", "kt",
    "kts",
    "scala", "sc", "groovy", "gradle", "py", "pyi", "pyx", "rb", "erb", "rake", "haml", "slim",
    "js", "jsx",
    "mjs", "cjs", "ts", "tsx", "mts", "vue", "svelte", "css", "scss", "sass", "less", "html", "htm",
    "php",
    "pl", "pm", "t", "lua", "sh", "bash", "zsh", "ksh", "ps1", "hs", "lhs", "ml", "mli", "fs",
    "fsx", "cs",
    "vb", "ex", "exs", "erl", "hrl", "clj", "cljs", "el", "lisp", "r", "R", "jl", "nim", "zig", "d",
    "dart",
    "proto", "sql", "tf", "hcl", "yml", "yaml", "toml", "json", "xml", "md", "rst", "txt", "tex",
    "cmake",
    "mk", "s", "S", "asm", "v", "sv", "vhd", "vim", "pp", "feature", "graphql", "ipynb", "cfg",
    "ini", "in",
    "gemspec", "jbuilder", "ru", "podspec", "csproj", "props", "targets", "sol", "cu", "f90",
    "adoc", "rego",
    "bzl", "star", "nix", "jinja", "j2", "twig", "blade", "mdx", "coffee", "styl", "ejs", "hbs",
    "pug",
    "storyboard", "plist", "lock", "mod", "sum", "conf",
  ]

  /// Reads a place that stands at the beginning; `nil` where there is none.
  static func read(_ text: ByteCursor) -> DiagnosticPlace? {
    let bytes = text.bytes
    var index = bytes.startIndex
    let end = min(bytes.endIndex, bytes.startIndex + longestPath)
    var colons = 0
    while index < end, colons < mostColons {
      if bytes[index] == UInt8(ascii: ":"), index + 1 < bytes.endIndex,
        bytes[index + 1].isDigit || bytes[index + 1] == UInt8(ascii: "(")
      {
        colons += 1
        let path = bytes[bytes.startIndex..<index]
        if isPlausible(path), let found = finish(path, ByteCursor(bytes[(index + 1)...])) {
          return found
        }
        if !mayGoOn(path) { return nil }
      }
      index += 1
    }
    return nil
  }

  private static func finish(_ path: ArraySlice<UInt8>, _ numbers: ByteCursor) -> DiagnosticPlace? {
    var line = numbers
    let isBracketed = line.take("(")
    guard let number = line.takeNumber(), number > 0 else { return nil }
    var column: Int?
    if isBracketed {
      // GHC and HLint: `file:(3,5)-(4,6)`.
      guard line.take(",") else { return nil }
      column = line.takeNumber()
      guard line.take(upTo: ")") != nil else { return nil }
      if line.take("-(") { _ = line.take(upTo: ")") }
    } else {
      var further = line
      if further.take(":"), let value = further.takeNumber(),
        further.isAtEnd || !(further.first?.isWord ?? false)
      {
        line = further
        column = value
        if line.starts(with: "-") || line.starts(with: ":"), isNumber(after: line) {
          _ = line.take(anyOf: ["-", ":"])
          _ = line.takeNumber()
        }
      } else if line.starts(with: "-"), isNumber(after: line) {
        _ = line.take("-")
        _ = line.takeNumber()
      }
    }
    guard
      line.isAtEnd || line.first == UInt8(ascii: ":") || line.first?.isBlank == true
        || line.first == UInt8(ascii: ",")
    else { return nil }
    let hasColon = line.take(":")
    return DiagnosticPlace(
      place: Place(path: String(decoding: path, as: UTF8.self), line: number, column: column),
      rest: line,
      hasColon: hasColon)
  }

  private static func isNumber(after line: ByteCursor) -> Bool {
    var next = line
    return next.take(anyOf: ["-", ":"]) != nil && next.takeNumber() != nil
  }

  /// Whether a longer path could still begin so.
  private static func mayGoOn(_ path: ArraySlice<UInt8>) -> Bool {
    !path.isEmpty && !path.contains(UInt8(ascii: "\"")) && ByteCursor(path).contains(": ") == false
  }

  /// Whether a compiler could mean a file by these bytes.
  static func isPlausible(_ path: ArraySlice<UInt8>) -> Bool {
    guard let first = path.first, let last = path.last, !first.isBlank, !last.isBlank,
      path.contains(where: { $0.isLetter || $0 >= 0x80 })
    else { return false }
    let text = ByteCursor(path)
    let strange = path.contains { "\"<>|*?`".utf8.contains($0) || $0 == 0x09 }
    if strange || text.contains("://") && !text.starts(with: "file://") || text.contains(": ") {
      return false
    }
    if first == UInt8(ascii: "[") || first == UInt8(ascii: "(") || first == UInt8(ascii: "'") {
      return false
    }
    let name = String(decoding: path, as: UTF8.self)
    if path.contains(0x20), !isRooted(text) || !isSource(name) { return false }
    if path.contains(UInt8(ascii: "/")) || path.contains(UInt8(ascii: "\\")) { return true }
    if bareNames.contains(name) { return true }
    guard let suffix = suffix(of: name) else { return false }
    return suffix.utf8.contains(where: \.isLetter) && !hostSuffixes.contains(suffix)
  }

  private static func isRooted(_ text: ByteCursor) -> Bool {
    text.starts(with: "/") || text.starts(with: "./") || text.starts(with: "file://")
      || (text.bytes.count > 2 && text.bytes[text.bytes.startIndex + 1] == UInt8(ascii: ":"))
  }

  /// Whether the name ends as source files do.
  static func isSource(_ path: String) -> Bool {
    if let suffix = suffix(of: path), suffixes.contains(suffix) { return true }
    let name = path.utf8.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }.last
    return name.map { bareNames.contains(String(decoding: $0, as: UTF8.self)) } ?? false
  }

  /// What follows the last dot of the last part, when it is short and without signs.
  static func suffix(of path: String) -> String? {
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let suffix = path.utf8[path.utf8.index(after: dot)...]
    guard (1...12).contains(suffix.count), suffix.allSatisfy(\.isWord) else { return nil }
    return String(decoding: suffix, as: UTF8.self)
  }
}

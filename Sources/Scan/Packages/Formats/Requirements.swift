internal import Advisories

/// `requirements.txt`, as pip reads it.
enum Requirements {
  static func read(_ bytes: [UInt8], isDevelopment: Bool) throws(PackageFileError) -> PackageList {
    guard let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) else {
      throw PackageFileError("the text is not UTF-8")
    }
    var builder = PackageListBuilder()
    for (line, words) in logicalLines(text) {
      try read(words, line: line, isDevelopment, into: &builder)
    }
    return builder.list
  }

  /// Lines without comments, those that end in a backslash joined with the next.
  private static func logicalLines(_ text: String) -> [(line: Int, text: String)] {
    var lines: [(line: Int, text: String)] = []
    var pending = ""
    var start = 0
    let physical = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in physical.enumerated() {
      if pending.isEmpty { start = index + 1 }
      let isComment = line.drop { $0 == " " || $0 == "\t" }.first == "#"
      if !isComment, line.last == "\\" {
        pending += line.dropLast() + " "
        continue
      }
      pending += isComment ? "" : String(line)
      let words = withoutComment(pending)
      if !words.isEmpty { lines.append((start, words)) }
      pending = ""
    }
    let rest = withoutComment(pending)
    if !rest.isEmpty { lines.append((start, rest)) }
    return lines
  }

  /// A comment begins at the line's start or after a blank, so that addresses keep their fragments.
  private static func withoutComment(_ line: String) -> String {
    var kept: [Character] = []
    for character in line {
      if character == "#", kept.last.map({ $0 == " " || $0 == "\t" }) ?? true { break }
      kept.append(character)
    }
    return String(kept.drop { $0.isWhitespace }).trimmedEnd
  }

  private static func read(
    _ text: String, line: Int, _ isDevelopment: Bool, into builder: inout PackageListBuilder
  ) throws(PackageFileError) {
    if text.hasPrefix("-") {
      let words = text.split { $0 == " " || $0 == "=" || $0 == "\t" }
      let option = words.first ?? ""
      let sources = ["-r", "--requirement", "-c", "--constraint", "-e", "--editable"]
      if sources.contains(String(option)) {
        builder.omit(words.last.map(String.init) ?? "", .source(text), line: line)
      }
      return
    }
    // Environment markers and options follow the requirement.
    let requirement =
      (text.split(separator: ";", maxSplits: 1).first ?? "")
      .split(separator: " --", maxSplits: 1).first ?? ""
    let name = requirement.prefix {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0))
    }
    var rest = requirement[name.endIndex...].drop { $0 == " " || $0 == "\t" }
    // An option behind it may hold an address too, which says nothing about the package.
    let isAddress = requirement.contains("://") || text.hasPrefix(".") || text.hasPrefix("/")
    if isAddress || rest.first == "@" {
      return builder.omit(name.isEmpty ? text : String(name), .source(text), line: line)
    }
    guard !name.isEmpty else { throw PackageFileError("no name of a package", line: line) }
    if rest.first == "[" {
      guard let end = rest.firstIndex(of: "]") else {
        throw PackageFileError("extras of \(name) without ]", line: line)
      }
      rest = rest[rest.index(after: end)...]
    }
    let specifier = rest.filter { !$0.isWhitespace && $0 != "(" && $0 != ")" }
    guard let first = specifier.first else {
      return builder.omit(String(name), .unpinned("any version"), line: line)
    }
    guard "=<>!~".contains(first) else {
      throw PackageFileError("\"\(name)\" is followed by no version", line: line)
    }
    let version =
      specifier.hasPrefix("===")
      ? specifier.dropFirst(3) : specifier.hasPrefix("==") ? specifier.dropFirst(2) : ""
    guard !version.isEmpty, !version.contains(","), !version.contains("*") else {
      return builder.omit(String(name), .unpinned(specifier), line: line)
    }
    builder.add(
      LockedPackage(
        ecosystem: Ecosystem(.pypi), name: String(name), version: String(version), line: line,
        isDevelopment: isDevelopment))
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    var text = self[...]
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return String(text)
  }
}

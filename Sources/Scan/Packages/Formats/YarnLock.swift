internal import Advisories
internal import Text

/// `yarn.lock`, of the first Yarn in its own notation and of later ones in YAML.
enum YarnLock {
  static func read(_ bytes: [UInt8]) throws(PackageFileError) -> PackageList {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw PackageFileError("the text is not UTF-8")
    }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.contains { $0.hasPrefix("__metadata:") }
      ? try berry(bytes) : try classic(lines)
  }

  private static func berry(_ bytes: [UInt8]) throws(PackageFileError) -> PackageList {
    let root = try DataNode(parsingYAML: bytes)
    var builder = PackageListBuilder()
    for entry in root.entries where entry.name != "__metadata" {
      let package = entry.value
      guard let version = package["version"]?.text, let resolution = package["resolution"]?.text,
        let at = resolution.dropFirst().firstIndex(of: "@")
      else {
        throw PackageFileError(
          "\(entry.name) has no version or resolution", line: package.line)
      }
      let name = String(resolution[..<at])
      let source = resolution[resolution.index(after: at)...]
      if source.hasPrefix("workspace:") { continue }
      guard source.hasPrefix("npm:") || source.hasPrefix("patch:") else {
        builder.omit(name, .source(String(source)), line: package.line)
        continue
      }
      builder.add(
        LockedPackage(
          ecosystem: Ecosystem(.npm), name: name, version: version, line: package.line))
    }
    return builder.list
  }

  /// Entries of a line with the ranges that they answer, then indented lines with a word and a value.
  private static func classic(_ lines: [Substring]) throws(PackageFileError) -> PackageList {
    var builder = PackageListBuilder()
    var open: (name: String, source: String, line: Int)?
    var isMarked = false
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("# yarn lockfile v1") { isMarked = true }
      if line.isEmpty || line.first == "#" { continue }
      if line.first != " " {
        if let open { throw PackageFileError("\(open.name) has no version", line: open.line) }
        guard line.hasSuffix(":") else {
          throw PackageFileError("a line that begins no entry", line: index + 1)
        }
        open = try head(line.dropLast(), index + 1)
      } else if line.hasPrefix("  version "), let (name, source, start) = open {
        let version = unquoted(line.dropFirst(10))
        let isElsewhere = ["git", "file:", "link:", "http:", "https:", "ssh:"].contains {
          source.hasPrefix($0)
        }
        if isElsewhere {
          builder.omit(name, .source(source), line: start)
        } else {
          builder.add(
            LockedPackage(
              ecosystem: Ecosystem(.npm), name: name, version: version, line: start))
        }
        open = nil
      }
    }
    if let open { throw PackageFileError("\(open.name) has no version", line: open.line) }
    guard isMarked else {
      throw PackageFileError("no line \"# yarn lockfile v1\" and no \"__metadata\"")
    }
    return builder.list
  }

  /// The name and the source of the first range, such as `a` and `npm:b@1` of `"a@npm:b@1", a@2`.
  private static func head(
    _ line: Substring, _ number: Int
  ) throws(PackageFileError) -> (name: String, source: String, line: Int) {
    let first = unquoted(line.split(separator: ",", maxSplits: 1).first ?? "")
    guard let at = first.dropFirst().firstIndex(of: "@") else {
      throw PackageFileError("an entry without a range", line: number)
    }
    let name = String(first[..<at])
    let source = String(first[first.index(after: at)...])
    guard source.hasPrefix("npm:") else { return (name, source, number) }
    let real = source.dropFirst(4)
    guard let end = real.dropFirst().firstIndex(of: "@") else { return (name, source, number) }
    return (String(real[..<end]), String(real[real.index(after: end)...]), number)
  }

  private static func unquoted(_ text: Substring) -> String {
    text.count >= 2 && text.first == "\"" && text.last == "\""
      ? String(text.dropFirst().dropLast()) : String(text)
  }
}

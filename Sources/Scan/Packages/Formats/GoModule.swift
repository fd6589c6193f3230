internal import Advisories

/// `go.mod`, which pins every module that a build of it selects since Go 1.17.
enum GoModule {
  private struct Requirement {
    var path: String
    var version: String
    var line: Int
    var isDirect: Bool
  }

  static func read(_ bytes: [UInt8]) throws(PackageFileError) -> PackageList {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw PackageFileError("the text is not UTF-8")
    }
    var required: [Requirement] = []
    var replaced: [String: [Substring]] = [:]
    var isModule = false
    var language: (version: Substring, line: Int)?
    var block: Substring?
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let halves = line.split(separator: "//", maxSplits: 1, omittingEmptySubsequences: false)
      let comment = halves.count > 1 ? halves[1] : ""
      var words = (halves.first ?? "").split { $0 == " " || $0 == "\t" }
      if words.isEmpty { continue }
      if words == [")"], block != nil {
        block = nil
        continue
      }
      let verb: Substring
      if let block {
        verb = block
      } else {
        verb = words.removeFirst()
        if words == ["("] {
          block = verb
          continue
        }
      }
      switch verb {
      case "module": isModule = true
      case "require":
        guard words.count == 2 else {
          throw PackageFileError("a requirement is a module and a version", line: index + 1)
        }
        required.append(
          Requirement(
            path: unquoted(words[0]), version: unquoted(words[1]), line: index + 1,
            isDirect: !comment.contains("indirect")))
      case "replace":
        guard let arrow = words.firstIndex(of: "=>"), arrow >= 1, words.count > arrow + 1 else {
          throw PackageFileError("a replacement has => and what replaces", line: index + 1)
        }
        let key = words[..<arrow].map { unquoted($0) }.joined(separator: " ")
        replaced[key] = Array(words[(arrow + 1)...])
      case "go": language = words.first.map { ($0, index + 1) }
      case "toolchain", "exclude", "retract", "godebug", "tool", "ignore": break
      default: throw PackageFileError("\"\(verb)\" is no word of a go.mod", line: index + 1)
      }
    }
    guard isModule, block == nil else {
      throw PackageFileError("no line \"module\", which a go.mod has, or a block without )")
    }
    var list = list(required, replaced)
    if !namesAllModules(language?.version) {
      list.omissions.append(
        Omission(
          name: "modules that others need",
          reason: .unresolved("go.mod names them all only since go 1.17"),
          line: language?.line ?? 1))
    }
    return list
  }

  /// Whether the version of the language is one whose `go.mod` names indirect modules too.
  private static func namesAllModules(_ version: Substring?) -> Bool {
    let numbers = version?.split(separator: ".").prefix(2).compactMap { Int($0) } ?? []
    return numbers.count == 2 && (numbers[0] > 1 || numbers[1] >= 17)
  }

  private static func list(
    _ required: [Requirement], _ replaced: [String: [Substring]]
  ) -> PackageList {
    var builder = PackageListBuilder()
    for requirement in required {
      var (path, version) = (requirement.path, requirement.version)
      if let other = replaced["\(path) \(version)"] ?? replaced[path] {
        guard other.count == 2 else {
          builder.omit(path, .source(other.joined(separator: " ")), line: requirement.line)
          continue
        }
        (path, version) = (unquoted(other[0]), unquoted(other[1]))
      }
      builder.add(
        LockedPackage(
          ecosystem: Ecosystem(.go), name: path,
          version: version.hasPrefix("v") ? String(version.dropFirst()) : version,
          line: requirement.line, isDirect: requirement.isDirect))
    }
    return builder.list
  }

  private static func unquoted(_ word: Substring) -> String {
    guard word.count >= 2, let first = word.first, first == word.last, "\"`".contains(first)
    else { return String(word) }
    return String(word.dropFirst().dropLast())
  }
}

internal import Advisories

/// `Gemfile.lock` and `gems.locked` of Bundler.
enum GemfileLock {
  static func read(_ bytes: [UInt8]) throws(PackageFileError) -> PackageList {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw PackageFileError("the text is not UTF-8")
    }
    var builder = PackageListBuilder()
    var section: Substring = ""
    var sections: Set<Substring> = []
    var remote = ""
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let direct = Set(
      lines.drop { $0 != "DEPENDENCIES" }.dropFirst().prefix { $0.hasPrefix("  ") }
        .map { $0.drop { $0 == " " }.prefix { $0 != " " && $0 != "!" } })
    for (index, line) in lines.enumerated() {
      if let first = line.first, first != " " {
        section = line
        sections.insert(line)
        remote = ""
      } else if line.hasPrefix("  remote: ") {
        remote = String(line.dropFirst(10))
      } else if line.hasPrefix("    "), !line.hasPrefix("     "),
        ["GEM", "GIT", "PATH", "PLUGIN SOURCE"].contains(section)
      {
        let words = line.split(separator: " ", maxSplits: 1)
        let name = words.first ?? ""
        guard words.count == 2, words[1].hasPrefix("("), words[1].hasSuffix(")") else {
          throw PackageFileError("\(name) has no version in brackets", line: index + 1)
        }
        guard section == "GEM" else {
          builder.omit(
            String(name), .source("\(section.lowercased()) \(remote)"), line: index + 1)
          continue
        }
        // The platform of a gem with compiled code follows its version.
        let version = words[1].dropFirst().dropLast().prefix { $0 != "-" }
        builder.add(
          LockedPackage(
            ecosystem: Ecosystem(.rubyGems), name: String(name), version: String(version),
            line: index + 1, isDirect: direct.contains(name)))
      }
    }
    guard sections.contains("DEPENDENCIES"), sections.contains("PLATFORMS") else {
      throw PackageFileError("no section DEPENDENCIES or PLATFORMS, which a Gemfile.lock has")
    }
    return builder.list
  }
}

internal import Patches
internal import Text

/// Packages that come, go back, loosen or resemble others, unless a signal asked for just that.
struct DependencyCheck: Check {
  private let manifests: [PathPattern]
  private let popular: [String]

  init(_ fields: inout ArticleFields) {
    manifests = fields.texts("manifests").map { PathPattern($0, ignoresCase: true) }
    popular = fields.texts("popular")
    if manifests.isEmpty { fields.problem("needs manifests") }
  }

  func breaches(in input: JudgeInput) -> [Observation] {
    if input.isExactRevert { return [] }
    return input.files.filter { file in
      manifests.contains { $0.matches(file.change.path.text) }
    }.flatMap { file -> [Observation] in
      let name = file.change.path.name.lowercased()
      if name.hasSuffix(".txt") || name.hasSuffix(".in") { return requirements(file, input) }
      return other(file, input)
    }
  }

  // MARK: pip's requirement files

  private func requirements(_ file: FileCase, _ input: JudgeInput) -> [Observation] {
    let before = Dictionary(
      Requirement.all(file.change.old ?? []).map { ($0.name, $0) }
    ) { $1 }
    let after = Requirement.all(file.change.new ?? [])
    let known = Set(before.keys)
    return after.compactMap { new -> Observation? in
      if new.isOption {
        return before[new.name] == nil ? Observation(file.path, new.line, new.text) : nil
      }
      guard let old = before[new.name] else { return added(new, file, input, known) }
      if old.text == new.text { return nil }
      return changed(from: old, to: new, file, input)
    } + removed(before, after, file)
  }

  private func removed(
    _ before: [String: Requirement], _ after: [Requirement], _ file: FileCase
  ) -> [Observation] {
    let kept = Set(after.map(\.name))
    return before.values.filter { !kept.contains($0.name) }
      .map { Observation(file.path, $0.line, "without \($0.text)", verdict: .escalate) }
  }

  private func added(
    _ new: Requirement, _ file: FileCase, _ input: JudgeInput, _ known: Set<String>
  ) -> Observation {
    if let like = (known.sorted() + popular).first(where: { Self.resembles(new.name, $0) }) {
      return Observation(file.path, new.line, "\(new.name) resembles \(like)")
    }
    let isAsked =
      input.signal?.kind == .dependency
      && input.signal?.package?.lowercased() == new.name
    return Observation(
      file.path, new.line, "new: \(new.name)", verdict: isAsked ? .escalate : nil)
  }

  private func changed(
    from old: Requirement, to new: Requirement, _ file: FileCase, _ input: JudgeInput
  ) -> Observation? {
    guard let pin = new.pin, let oldPin = old.pin else {
      return Observation(file.path, new.line, "\(new.name) is pinned otherwise")
    }
    if Requirement.isOlder(pin, oldPin) {
      return Observation(file.path, new.line, "\(new.name) goes back from \(oldPin) to \(pin)")
    }
    if old.hasHash, !new.hasHash {
      return Observation(file.path, new.line, "\(new.name) loses its hash")
    }
    let signal = input.signal
    let isAsked =
      signal?.kind == .dependency && signal?.package?.lowercased() == new.name
      && signal?.version.map { !Requirement.isOlder(pin, $0) } ?? false
    return isAsked
      ? nil
      : Observation(file.path, new.line, "nobody asked to change \(new.name)", verdict: .escalate)
  }

  // MARK: Other manifests

  /// Without a reader of its own a changed version is shown to a person, any new text is refused.
  private func other(_ file: FileCase, _ input: JudgeInput) -> [Observation] {
    let isAsked = input.signal?.kind == .dependency
    let oldOwn = ownVersions(file.oldLines, file)
    let newOwn = ownVersions(file.newLines, file)
    return file.blocks.compactMap { block in
      let before = block.old.filter { !oldOwn.contains($0) }
        .map { String(decoding: file.oldLines[$0], as: UTF8.self) }
      let after = block.new.filter { !newOwn.contains($0) }
        .map { String(decoding: file.newLines[$0], as: UTF8.self) }
      let mentions = (before + after).contains(where: isDependency)
      guard mentions || PathCheck.kind(file.change) != "modified" || !isSectioned(file) else {
        return nil
      }
      return Observation(
        file.path, (block.new.first ?? block.new.lowerBound) + 1, after.first,
        verdict: isAsked ? .escalate : nil)
    }
  }

  /// The lines, from 0, with the version of the product itself.
  private func ownVersions(_ lines: [ArraySlice<UInt8>], _ file: FileCase) -> Set<Int> {
    guard isSectioned(file) else { return [] }
    let isJSON = file.change.path.name.hasSuffix(".json")
    let sections = SectionCheck.sections(lines, isJSON: isJSON)
    let own = isJSON ? ["version"] : ["project", "tool.poetry", "metadata", "package"]
    return Set(
      lines.indices.filter { index in
        let text = PlainText.trimmed(String(decoding: lines[index], as: UTF8.self))
        let words = text.split { " =:\",'".contains($0) }
        return words.count == 2 && words[0] == "version" && own.contains(sections[index])
          && words[1].utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2E
              || byte == 0x2B || byte == 0x2D
          }
      })
  }

  /// Whether the file also holds other things than dependencies.
  private func isSectioned(_ file: FileCase) -> Bool {
    let name = file.change.path.name.lowercased()
    return [
      "pyproject.toml", "setup.cfg", "setup.py", "package.json", "cargo.toml", "package.swift",
    ]
    .contains(name)
  }

  /// A name with a version, a source or a hash: `"x": "^1"`, `x = "1"`, `"x>=1"`, `x 1.2`.
  private func isDependency(_ line: String) -> Bool {
    let text = PlainText.trimmed(line)
    if text.hasPrefix("#") || text.hasPrefix("//") { return false }
    let digits = text.utf8.contains { (0x30...0x39).contains($0) }
    let signs = ["==", ">=", "~=", "<=", "\"^", "\"~", "git+", "http", "file:", "@", "version"]
    let isPair = text.contains("=") || text.contains(":")
    let isList = text.hasPrefix("\"") || text.hasPrefix("'")
    return signs.contains { PlainText.contains(text, $0) } || digits && isPair || isList
  }

  // MARK: Names

  /// One or two edits apart, or equal but for separators; short names only by one edit.
  static func resembles(_ name: String, _ other: String) -> Bool {
    if name == other { return false }
    let plain = { (text: String) in text.filter { $0 != "-" && $0 != "_" && $0 != "." } }
    if plain(name) == plain(other) { return true }
    let isAffixed = ["python-", "py", "py-", "python"].contains { $0 + other == name }
    let limit = other.utf8.count < 6 ? 1 : 2
    return isAffixed || distance(Array(name.utf8), Array(other.utf8), limit) <= limit
  }

  private static func distance(_ left: [UInt8], _ right: [UInt8], _ limit: Int) -> Int {
    if abs(left.count - right.count) > limit { return limit + 1 }
    var row = Array(0...right.count)
    for (index, byte) in left.enumerated() {
      var next = [index + 1]
      for (place, other) in right.enumerated() {
        next.append(
          min(next[place] + 1, row[place + 1] + 1, row[place] + (byte == other ? 0 : 1)))
      }
      row = next
    }
    return row.last ?? 0
  }
}

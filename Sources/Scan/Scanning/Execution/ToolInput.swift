internal import Text

/// A file as one tool is given it.
struct ToolInput: Equatable, Sendable {
  /// The file of the tree.
  let entry: FileEntry
  /// The argument: `./` and the path, or the path of a copy with a harmless name.
  let argument: [UInt8]

  /// The file in its place; `./` keeps a leading dash from being an option.
  init(inPlace entry: FileEntry) {
    self.entry = entry
    argument = Array("./".utf8) + entry.path.bytes
  }

  /// A copy.
  init(_ entry: FileEntry, copiedTo path: [UInt8]) {
    self.entry = entry
    argument = path
  }
}

extension ToolDescriptor {
  /// Whether a file of the tree is input, and if so whether the tool will pass over it silently.
  enum Interest: Equatable {
    case none
    case wanted
    case ignored(String)
  }

  /// Decides about one file.
  func interest(in entry: FileEntry) -> Interest {
    let name = entry.path.name
    guard !kinds(of: entry).isEmpty || (detection.allText && entry.content != .binary) else {
      return .none
    }
    if entry.content == .empty { return .ignored("the file is empty") }
    if detection.ignoredByTool.contains(where: { $0.matches(name) }) {
      return .ignored("\(self.name) leaves files of this name out")
    }
    if detection.leavesMinifiedOut, entry.isMinified {
      return .ignored("minified: what it was built from is what can be judged")
    }
    return .wanted
  }

  /// The kinds of input that a file is: by its name, else by the program of its first line.
  func kinds(of entry: FileEntry) -> [InputKind] {
    let named = inputs.filter { $0.names(entry.path) }
    guard named.isEmpty, let program = entry.interpreter else { return named }
    return inputs.filter { $0.interpreters.contains { $0.matches(program) } }
  }

  /// The kinds of input among files, each once; without files all that the tool reads.
  func kinds(among entries: [FileEntry]) -> [InputKind] {
    if entries.isEmpty || inputs.count == 1 { return inputs }
    let present = entries.reduce(into: Set<String?>()) { present, entry in
      present.formUnion(kinds(of: entry).map(\.rulePack))
    }
    return inputs.filter { present.contains($0.rulePack) }
  }

  /// Whether a path that the walk could not read would have been input, by its name alone.
  func wants(unread path: TreePath) -> Bool {
    detection.allText || inputs.contains { $0.names(path) }
  }

  /// Whether the tool has to be given a copy instead of the file.
  func needsCopy(of entry: FileEntry) -> Bool {
    if !entry.path.isPlain || detection.copiesEverything { return true }
    if detection.needsUTF8, entry.content == .otherEncoding { return true }
    if detection.blanksShellDirectives, entry.hasShellDirective { return true }
    return !inputs.contains { $0.names(entry.path) }
      && kinds(of: entry).contains { $0.extensionForScripts != nil }
  }

  /// The content of the copy.
  func copyContent(_ content: [UInt8]) -> [UInt8] {
    let text = detection.needsUTF8 ? TextEncoding.utf8(content) : content
    return detection.blanksShellDirectives ? ShellDirectives.blanked(text) : text
  }

  /// A harmless name for the copy that keeps an extension which tools may look at.
  func copyName(of entry: FileEntry, number: Int) -> String {
    let name = entry.path.name
    let kinds = kinds(of: entry)
    let matching = kinds.lazy.flatMap(\.globs).first {
      $0.matches(name) && $0.text.hasPrefix("*.") && !$0.text.dropFirst(2).contains("*")
    }
    let dot = name.lastIndex(of: UInt8(ascii: ".")).map { Array(name[$0...]) } ?? []
    let isPlain =
      dot.count > 1
      && dot.dropFirst().allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      }
    let ending = isPlain ? String(decoding: dot, as: UTF8.self) : ""
    let scriptEnding = kinds.lazy.compactMap(\.extensionForScripts).first
    return "f\(number)" + (matching.map { String($0.text.dropFirst()) } ?? scriptEnding ?? ending)
  }
}

extension ToolDescriptor.InputKind {
  /// Whether a pattern of this kind matches the name of a file.
  func names(_ path: TreePath) -> Bool { globs.contains { $0.matches(path.name) } }
}

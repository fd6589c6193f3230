internal import Patches

/// One changed file with everything that the checks ask of it, read once.
struct FileCase: Sendable {
  let change: ChangeSet.File
  let role: FileRole
  /// The role of the path that it had before.
  let oldRole: FileRole
  let language: CodeLanguage?
  /// The tokens before and afterwards; empty for prose and for a side that does not exist.
  let old: CodeTokens
  let new: CodeTokens
  /// The same, to search in.
  let oldIndex: TokenIndex
  let newIndex: TokenIndex
  /// What names mean before and afterwards; empty but for Python.
  let oldNames: PythonNames
  let newNames: PythonNames
  /// The same, to search in.
  let oldUses: NameIndex
  let newUses: NameIndex
  let oldLines: [ArraySlice<UInt8>]
  let newLines: [ArraySlice<UInt8>]
  /// What was replaced by what, in lines from 0.
  let blocks: [LineDiff.Block]
  /// The line numbers that are new, from 1.
  let addedLines: Set<Int>
  /// The statements before and afterwards, of a Python file that can be read.
  let oldModule: PythonModule?
  let newModule: PythonModule?

  init(_ change: ChangeSet.File) {
    self.change = change
    role = FileRole(change.path)
    oldRole = FileRole(change.oldPath ?? change.path)
    language = CodeLanguage(path: change.path)
    let oldLanguage = CodeLanguage(path: change.oldPath ?? change.path)
    old = Self.tokens(change.old, oldLanguage)
    new = Self.tokens(change.new, language)
    oldIndex = TokenIndex(old)
    newIndex = TokenIndex(new)
    oldNames = PythonNames(oldLanguage == .python ? old.tokens : [])
    newNames = PythonNames(language == .python ? new.tokens : [])
    oldUses = NameIndex(oldNames)
    newUses = NameIndex(newNames)
    oldLines = DiffHunks.lines(of: change.old ?? [])
    newLines = DiffHunks.lines(of: change.new ?? [])
    blocks = LineDiff(oldLines, newLines).blocks
    addedLines = Set(blocks.flatMap { $0.new.map { $0 + 1 } })
    let isPython = language == .python
    oldModule = isPython && change.old != nil && old.fault == nil ? PythonModule(old.tokens) : nil
    newModule = isPython && change.new != nil && new.fault == nil ? PythonModule(new.tokens) : nil
  }

  /// The most bytes of code that are read; a longer file is nothing that somebody wrote.
  private static let mostCodeBytes = 1 << 19

  private static func tokens(_ bytes: [UInt8]?, _ language: CodeLanguage?) -> CodeTokens {
    guard let bytes, let language else { return CodeTokens([], .c) }
    if bytes.count > mostCodeBytes {
      var none = CodeTokens([], language)
      none.fault = (1, "is too long to be judged")
      return none
    }
    return CodeTokens(bytes, language)
  }

  /// The path for reports.
  var path: String { change.path.description }
  /// Whether the file is there before and afterwards.
  var isModified: Bool { change.old != nil && change.new != nil }
  /// Whether code of the product is in it afterwards.
  var isProduction: Bool { role == .production && change.new != nil }

  /// The new lines with their numbers, as text.
  var added: [(line: Int, text: String)] {
    blocks.flatMap(\.new).map { ($0 + 1, String(decoding: newLines[$0], as: UTF8.self)) }
  }

  /// The lines that are gone with their numbers, as text.
  var removed: [(line: Int, text: String)] {
    blocks.flatMap(\.old).map { ($0 + 1, String(decoding: oldLines[$0], as: UTF8.self)) }
  }
}

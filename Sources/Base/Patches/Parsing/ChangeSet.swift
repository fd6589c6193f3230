/// What a candidate does to a tree: whole contents, before and after.
package struct ChangeSet: Equatable, Sendable {
  /// One file whose content or path changes.
  package struct File: Equatable, Sendable {
    /// The path afterwards; of a deleted file, the path before.
    package var path: PatchPath
    /// The path before, of a file that moved.
    package var oldPath: PatchPath?
    /// The content before; nil for a new file.
    package var old: [UInt8]?
    /// The content afterwards; nil for a deleted file.
    package var new: [UInt8]?
    /// Whether it may be executed; a patch never changes that.
    package var isExecutable = false

    /// Makes a change; without old content the file is new, without new content it is deleted.
    package init(path: PatchPath, oldPath: PatchPath? = nil, old: [UInt8]?, new: [UInt8]?) {
      self.path = path
      self.oldPath = oldPath
      self.old = old
      self.new = new
    }
  }

  /// The files in byte order of their paths.
  package var files: [File]

  /// Sorts the files by path; two of them must not have the same path.
  package init(_ files: [File]) { self.files = files.sorted { $0.path < $1.path } }

  /// The canonical unified diff, which `git apply` takes; the same for the same change.
  package func rendered() -> [UInt8] { files.flatMap(Self.rendered) }

  private static func rendered(_ file: File) -> [UInt8] {
    let before = file.oldPath ?? file.path
    var text = line("diff --git ", GitNames.quoted("a/", before.bytes))
    text.removeLast()
    text += line(" ", GitNames.quoted("b/", file.path.bytes))
    let mode = file.isExecutable ? "100755" : "100644"
    if file.old == nil { text += line("new file mode \(mode)", []) }
    if file.new == nil { text += line("deleted file mode \(mode)", []) }
    if let old = file.oldPath {
      text += line("rename from ", GitNames.quoted("", old.bytes))
      text += line("rename to ", GitNames.quoted("", file.path.bytes))
    }
    let hunks = DiffHunks.text(from: file.old ?? [], to: file.new ?? [])
    if hunks.isEmpty { return text }
    let none = Array("/dev/null".utf8)
    text += line("--- ", file.old == nil ? none : GitNames.quoted("a/", before.bytes))
    text += line("+++ ", file.new == nil ? none : GitNames.quoted("b/", file.path.bytes))
    return text + hunks
  }

  private static func line(_ start: String, _ rest: [UInt8]) -> [UInt8] {
    Array(start.utf8) + rest + [UInt8(ascii: "\n")]
  }
}

internal import Connectors
package import Healing
package import Kernel
internal import Policy
internal import Sandbox
internal import Text
internal import YAML

/// The user's own `memory.yaml`, schema `sentinel.memory-scopes/1`: which folders share what is
/// remembered of them, and which models may hear it.
///
/// A folder that stands in no scope is one of its own, known by its path and by when it was made: what
/// is put in its place later, as checkouts of several repositories on one machine are, hears nothing of
/// it. The file is never read from
/// the tree that is healed, whose authors could name themselves into another repository's scope.
package enum MemoryScopes {
  /// A scope as the file has it.
  private struct Row {
    var name: String
    var folders: Set<String>
    var models: Set<String>
  }

  private static let schema = "sentinel.memory-scopes/1"

  /// Where the file lies when there is one.
  package static func place(_ environment: Environment) -> BytePath {
    OwnFolders(environment: environment).configuration.appending("memory.yaml")
  }

  /// The scope of a folder that is healed.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - name: the scope that the caller asks for; nil for the one that the folder stands in.
  ///   - service: the address of the model that will be asked; nil for none.
  ///   - file: where scopes are written down; need not be there.
  /// - Returns: the scope that stands in the file, or the folder's own.
  /// - Throws: ``/Healing/MemoryFailure`` with every mistake in the file, or a name that it does not have.
  package static func scope(
    of folder: BytePath, named name: String?, asking service: String?, from file: BytePath
  ) throws(MemoryFailure) -> MemoryScope {
    let place = ((try? FileSystem.resolve(folder)) ?? folder.normalised).description
    let rows = FileSystem.exists(file) ? try rows(of: file, outside: folder) : []
    // By their bytes: strings are the same to Swift in several spellings, folders are not.
    var row = rows.first { $0.folders.contains { $0.utf8.elementsEqual(place.utf8) } }
    if let name {
      if let own = row, own.name != name {
        throw MemoryFailure(
          "\(VisibleText.line(place)) is in the scope \(own.name); leave --scope out, or move it in \(file)"
        )
      }
      row = rows.first { $0.name == name }
      if row == nil {
        throw MemoryFailure(
          "no scope \"\(VisibleText.line(name))\" in \(file); add it to its \"scopes\"")
      }
    }
    guard let row else {
      let own = ownScope(of: place)
      return MemoryScope(name: own ?? place, recalled: own.map { [$0] } ?? [])
    }
    let isHeard = service.map(row.models.contains) ?? true
    // What was remembered of a folder before it was named stays its scope's.
    let earlier = row.folders.compactMap(ownScope)
    return MemoryScope(name: row.name, recalled: isHeard ? Set(earlier + [row.name]) : [])
  }

  /// The scope of a folder alone; nil where its file system does not tell this folder from the next one
  /// at its path.
  private static func ownScope(of folder: String) -> String? {
    guard let made = FileSystem.birthTime(of: BytePath(folder)) else { return nil }
    return "\(folder) made at \(made)"
  }

  /// The names that the file has.
  package static func names(in file: BytePath) throws(MemoryFailure) -> [String] {
    FileSystem.exists(file) ? try rows(of: file, outside: nil).map(\.name).sorted() : []
  }

  private static func rows(
    of file: BytePath, outside tree: BytePath?
  ) throws(MemoryFailure) -> [Row] {
    let log = ProblemLog()
    var rows: [Row] = []
    do {
      let bytes = try ModelFile.read(file, outside: tree, isSecret: false)
      let root = try YAMLParser.parse(bytes, file: file.description)
      if let reader = MappingReader(root, name: "", log: log) {
        reader.requireSchema(schema)
        rows = reader.mappings("scopes").compactMap(row)
        reader.finish()
      }
    } catch let problems as Problems {
      log.report(problems.all)
    } catch {
      throw MemoryFailure("\(error)")
    }
    var mistakes = Problems(log.all).all.map(\.description)
    for (index, row) in rows.enumerated() {
      for other in rows[..<index] {
        if other.name == row.name { mistakes.append("\(file): two scopes are named \(row.name)") }
        for folder in row.folders.intersection(other.folders).sorted() {
          mistakes.append("\(file): \(folder) is in the scopes \(other.name) and \(row.name)")
        }
      }
    }
    guard mistakes.isEmpty else { throw MemoryFailure(mistakes.joined(separator: "\n")) }
    return rows
  }

  private static func row(_ reader: MappingReader) -> Row? {
    defer { reader.finish() }
    // What is left out would be a guess about who may hear of somebody's code.
    if reader.mark(of: "models") == nil { reader.reportMissing("models") }
    let models = reader.texts("models").map { model in
      var address = model.value
      while address.hasSuffix("/") { address.removeLast() }
      return address
    }
    let folders = reader.texts("folders").map { folder in
      if !folder.value.hasPrefix("/") {
        reader.log.report(
          folder.mark, "\"\(VisibleText.line(folder.value))\" is not absolute",
          remedy: "write the whole path, from the root on")
      }
      let path = BytePath(folder.value)
      return ((try? FileSystem.resolve(path)) ?? path.normalised).description
    }
    guard let name = reader.requiredText("name") else { return nil }
    let isPlain =
      !name.value.isEmpty && name.value.utf8.count <= 100
      && name.value.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || "-_.".utf8.contains($0)
      }
    if !isPlain {
      reader.log.report(
        name.mark, "\"\(VisibleText.line(name.value))\" is no name of a scope",
        remedy: "write letters, digits, -, _ and .")
    }
    return Row(name: name.value, folders: Set(folders), models: Set(models))
  }
}

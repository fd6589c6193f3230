internal import FoundationEssentials
package import Healing
internal import Patches
internal import Text

/// Entries and bars as JSON lines, to carry them from one store to another.
///
/// The first line is `{"schema": "sentinel.memory/1"}`; each other holds one `entry` or one `bar`. What
/// is read is untrusted: an entry of unknown form or size refuses the file, and every entry is marked
/// with where it came from, so that nothing of it is told before a run here has proven the same change.
/// Scopes do not travel: they name folders of one machine, and who imports says which scope may be told.
package enum MemoryFile {
  /// The most bytes of a file.
  package static let mostBytes = 256 << 20
  /// The most bytes of a title, a path or a name in an entry.
  private static let mostText = 4_096
  private static let schema = "sentinel.memory/1"

  private struct Line: Codable {
    var schema: String?
    var entry: MemoryEntry?
    var bar: ReapplicationBar?
  }

  /// The file of entries and bars.
  package static func encoded(
    _ entries: [MemoryEntry], _ bars: [ReapplicationBar]
  ) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let unscoped = entries.map { entry in
      var entry = entry
      entry.scope = nil
      return entry
    }
    let lines =
      [Line(schema: schema)] + unscoped.map { Line(entry: $0) } + bars.map { Line(bar: $0) }
    return try lines.flatMap { Array(try encoder.encode($0)) + [0x0A] }
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - name: what it is called; part of every entry's provenance.
  ///   - scope: the scope that may be told of the entries.
  /// - Returns: entries, all marked as imported, and bars.
  /// - Throws: every line that is not of the form, with its number.
  package static func read(
    _ bytes: [UInt8], named name: String, for scope: String
  ) throws(MemoryFailure) -> (entries: [MemoryEntry], bars: [ReapplicationBar]) {
    guard bytes.count <= mostBytes else {
      throw MemoryFailure("\(name): has more than \(mostBytes) bytes")
    }
    var entries: [MemoryEntry] = []
    var bars: [ReapplicationBar] = []
    var mistakes: [String] = []
    for (index, text) in bytes.split(separator: 0x0A).enumerated() {
      do throws(MemoryFailure) {
        let line = try line(Array(text))
        if index == 0 {
          guard line.schema == schema else { throw MemoryFailure("write \(schema) as schema") }
        } else if var entry = line.entry, line.bar == nil, line.schema == nil {
          try check(entry)
          entry.provenance.importedFrom = String(VisibleText.line(name).prefix(200))
          entry.scope = scope
          entries.append(entry)
        } else if let bar = line.bar, line.entry == nil, line.schema == nil {
          guard isDigest(bar.fingerprint), isDigest(bar.changeDigest), isShort(bar.reason) else {
            throw MemoryFailure("the bar names no fingerprint and change of 64 hexadecimal digits")
          }
          bars.append(bar)
        } else {
          throw MemoryFailure("holds neither one entry nor one bar")
        }
      } catch {
        mistakes.append("\(name), line \(index + 1): \(error)")
      }
    }
    if bytes.isEmpty { mistakes.append("\(name): is empty") }
    guard mistakes.isEmpty else {
      throw MemoryFailure(mistakes.prefix(20).joined(separator: "\n"))
    }
    return (entries, bars)
  }

  /// A line; one that does not come out again as it went in has keys that nobody knows.
  private static func line(_ text: [UInt8]) throws(MemoryFailure) -> Line {
    do {
      let line = try JSONDecoder().decode(Line.self, from: Data(text))
      let again = try JSONEncoder().encode(line)
      guard try JSONValue(parsing: text) == JSONValue(parsing: Array(again)) else {
        throw MemoryFailure("has keys or values that are not of its form")
      }
      return line
    } catch let failure as MemoryFailure {
      throw failure
    } catch {
      throw MemoryFailure("is not a line of \(schema)")
    }
  }

  private static func check(_ entry: MemoryEntry) throws(MemoryFailure) {
    guard isDigest(entry.fingerprint) else {
      throw MemoryFailure("fingerprint: write 64 hexadecimal digits")
    }
    let texts = [entry.kind, entry.rule ?? "", entry.title, entry.path ?? "", entry.provenance.run]
    guard texts.allSatisfy(isShort), entry.functions.allSatisfy(isShort) else {
      throw MemoryFailure("a text has more than \(mostText) bytes")
    }
    guard entry.outcome != .unhealed else {
      if entry.patch.isEmpty, entry.changeDigest.isEmpty { return }
      throw MemoryFailure("what was not healed has no patch")
    }
    guard isDigest(entry.changeDigest) else {
      throw MemoryFailure("changeDigest: write 64 hexadecimal digits")
    }
    do { _ = try Candidate(reading: Array(entry.patch.utf8)) } catch {
      throw MemoryFailure("patch: \(error)")
    }
  }

  private static func isShort(_ text: String) -> Bool { text.utf8.count <= mostText }

  private static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}

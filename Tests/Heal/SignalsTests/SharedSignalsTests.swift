import FoundationEssentials
import Testing
import Text

@testable import Signals

/// Outputs of other people's tools with the readings that their collectors expect.
///
/// They are not part of the project: `SENTINEL_SHARED_DATA` names their folder, or they lie beside the
/// working copy; elsewhere the tests are skipped.
@Suite(.enabled(if: SharedSignals.folder != nil, "SENTINEL_SHARED_DATA names no folder of signals"))
struct `Signals of other trees` {
  @Test func `Every file is read, whatever it is`() throws {
    for path in SharedSignals.files { _ = try Reports.read(file: path) }
    #expect(SharedSignals.files.count > 200)
  }

  @Test func `Lines of compilers and linters have the expected file, line, column and message`()
    throws
  {
    var (found, wanted) = (0, 0)
    for path in SharedSignals.files where path.hasSuffix(".ok") {
      let expected = String(decoding: try Reports.bytes(path), as: UTF8.self).split(separator: "\n")
        .compactMap { SharedSignals.Line($0) }
      var left = try Reports.read(file: path.dropLast(2) + "in").signals.map {
        SharedSignals.Line($0)
      }
      let before = found
      for line in expected {
        guard let index = left.firstIndex(where: { line.isMet(by: $0) }) else { continue }
        left.remove(at: index)
        found += 1
      }
      wanted += expected.count
      print("\(path.split(separator: "/").last ?? ""): \(found - before) of \(expected.count)")
    }
    print("lines: \(found) of \(wanted)")
    #expect(wanted > 300)
    #expect(found * 100 >= wanted * 95, "\(found) of \(wanted)")
  }

  @Test func `Tests end as expected`() throws {
    var (agreed, wanted) = (0, 0)
    for path in SharedSignals.files where path.hasSuffix(".results.json") {
      let base = String(path.dropLast(".results.json".utf8.count))
      guard
        let report = [".xml", ".trx", ".json"].map({ base + $0 }).first(where: {
          SharedSignals.files.contains($0)
        })
      else { continue }
      let stats = try JSONValue(parsing: try Reports.bytes(path))["stats"]
      let reading = try Reports.read(file: report)
      var agreedHere = 0
      var wantedHere = 0
      for (key, outcome) in [
        ("tests_succ", Outcome.passed), ("tests_skip", .skipped), ("tests_fail", .failed),
        ("tests_error", .errored),
      ] {
        let runs = stats?[key.replacing("tests", with: "runs")]?.integer ?? 0
        // One report is counted with a negative number of successes, for a test with three outcomes.
        let count = max(runs, stats?[key]?.integer ?? 0)
        wantedHere += count
        agreedHere += min(count, reading.count(outcome))
      }
      agreed += agreedHere
      wanted += wantedHere
      if agreedHere != wantedHere { print("\(report): \(agreedHere) of \(wantedHere)") }
    }
    print("outcomes: \(agreed) of \(wanted)")
    #expect(wanted > 900)
    #expect(agreed * 100 >= wanted * 95, "\(agreed) of \(wanted)")
  }
}

enum SharedSignals {
  static let folder: String? = {
    let named = ProcessInfo.processInfo.environment["SENTINEL_SHARED_DATA"]
    let folders = [named, Reports.root + "/../shared/data"].compactMap { $0 }.map {
      $0 + "/signals"
    }
    return folders.first { FileManager.default.fileExists(atPath: $0) }
  }()

  static let files: [String] = {
    guard let folder, let paths = try? FileManager.default.subpathsOfDirectory(atPath: folder)
    else { return [] }
    return paths.map { "\(folder)/\($0)" }.filter { path in
      var isFolder = false
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder
    }.sorted()
  }()

  /// `path|line col column level| message`.
  struct Line {
    let path: String
    let line: Int?
    let column: Int?
    let message: String

    init?(_ text: Substring) {
      let parts = text.split(separator: "|", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return nil }
      let words = parts[1].split(separator: " ")
      path = String(parts[0])
      line = words.first.flatMap { Int($0) }
      column = words.firstIndex(of: "col").flatMap {
        words.indices.contains($0 + 1) ? Int(words[$0 + 1]) : nil
      }
      message = parts[2].trimmingPrefix(" ").trimmed
    }

    init(_ signal: Signal) {
      path = signal.place?.path ?? ""
      line = signal.place?.line
      column = signal.place?.column
      message = signal.message[...].trimmed
    }

    func isMet(by other: Line) -> Bool {
      guard message == other.message else { return false }
      // One line is expected without a file although it names one.
      return path.isEmpty
        || (path == other.path && line == other.line && (column == nil || column == other.column))
    }
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return String(text.drop { $0 == " " })
  }
}

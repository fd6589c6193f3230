import FoundationEssentials
import Testing
import Text

@testable import Signals

/// Reads reports for the tests, and writes readings down.
enum Reports {
  static let root: String = {
    let parts = #filePath.split(separator: "/").dropLast(5)
    return "/" + parts.joined(separator: "/")
  }()

  static let folder = root + "/Tests/Fixtures/signals"

  static let names: [String] = {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return all.filter { $0 != "README" && $0 != "expected" }.sorted()
  }()

  static func bytes(_ name: String) throws -> [UInt8] {
    let path = name.hasPrefix("/") ? name : "\(folder)/\(name)"
    return Array(try #require(FileManager.default.contents(atPath: path), "no file \(path)"))
  }

  static func read(_ text: String) -> SignalReading { SignalReader().read(Array(text.utf8)) }

  static func read(file name: String) throws -> SignalReading {
    SignalReader().read(try bytes(name))
  }
}

extension SignalReading {
  /// The reading as lines: formats, cuts, tests, and signals that are no tests.
  var lines: [String] {
    var lines = ["formats \(formats.map(\.rawValue).joined(separator: " "))"]
    lines += cuts.map { "cut \($0.reason.rawValue): \($0.description)" }
    lines += tests.map { test in
      let parts = [
        test.id.canonical, test.place?.shown ?? "-", test.exception ?? "-",
        Self.short(test.message ?? ""),
      ]
      return "test \(test.outcome.rawValue) " + parts.joined(separator: " | ")
    }
    for signal in signals where signal.kind != .testFailure || signal.test == nil {
      let frames = signal.frames.suffix(3).map { "\($0.function)@\($0.place?.shown ?? "-")" }
      let parts = [
        "\(signal.kind.rawValue) \(signal.level.rawValue) \(signal.tool)", signal.rule ?? "-",
        signal.place?.shown ?? "-",
        Self.short(signal.message), frames.joined(separator: " > "),
        signal.causes.map { "\($0.type): \(Self.short($0.message))" }.joined(separator: " < "),
      ]
      lines.append("signal " + parts.joined(separator: " | "))
    }
    return lines
  }

  private static func short(_ text: String) -> String { VisibleText.line(String(text.prefix(100))) }
}

extension Place {
  var shown: String {
    [path, line.map(String.init), column.map(String.init)].compactMap { $0 }.joined(separator: ":")
  }
}

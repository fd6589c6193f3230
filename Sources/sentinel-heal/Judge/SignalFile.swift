import Findings
import Judging
import Kernel
import Patches
import Signals
import Terminal
import Trials

/// The file behind `--signal`: the judge's own object, or a report of any tool.
enum SignalFile {
  /// The most bytes that are read.
  static let mostBytes = 64 << 20

  /// What a file says is to be fixed; paths of other machines are found among those of the tree.
  static func read(_ bytes: [UInt8], name: String, tree: FolderTree) throws -> JudgeSignal {
    if let object = try? JSONValue(parsing: bytes), isOwn(object) {
      do { return try JudgeSignal(parsing: bytes) } catch {
        throw ExitFailure.usage("--signal \(name): \(error)")
      }
    }
    let reading = SignalReader().read(bytes)
    if let cut = reading.cuts.first {
      throw ExitFailure.usage("--signal \(name): \(cut.description); give a whole report")
    }
    guard let first = reading.signals.first else {
      throw ExitFailure.usage("--signal \(name): says nothing that is wrong")
    }
    let paths = ProjectPaths(listing: tree.paths.map(\.text))
    var signal = JudgeSignal(kind(first.kind))
    for told in reading.signals where kind(told.kind) == signal.kind {
      let places = [told.place].compactMap { $0 } + told.frames.compactMap(\.place)
      for place in places {
        guard let relative = paths.relative(place.path), let path = PatchPath(relative) else {
          continue
        }
        signal.places.append(.init(path: path, line: place.line, rule: told.rule))
      }
    }
    return signal
  }

  private static func isOwn(_ object: JSONValue) -> Bool {
    JudgeSignal.Kind(rawValue: object["kind"]?.string ?? "") != nil
  }

  private static func kind(_ kind: Signal.Kind) -> JudgeSignal.Kind {
    switch kind {
    case .testFailure: .test
    case .finding, .lint: .finding
    case .advisory: .dependency
    default: .other
    }
  }
}

import CommandSupport
import Judging
import Kernel
import Patches
import Signals
internal import Text
import Verification

/// What a patch is to fix, for the judge and for the tests.
struct ToldSignal: Sendable {
  /// For the judge: kind, rule, places.
  var signal: JudgeSignal
  /// For the tests: the tool and the tests that have to pass.
  var incident: Incident

  /// One incident of several signals, with the tests of all; nil without any trouble.
  static func incident(of signals: [Signal]) -> Incident? {
    let all = signals.isEmpty ? [Signal(.event, message: "a patch")] : signals
    guard var incident = IncidentBuilder().incidents(of: all).first else { return nil }
    incident.tests = all.compactMap(\.test)
    return incident
  }
}

/// The file behind `--signal`: the judge's own object, or a report of any tool.
enum SignalFile {
  /// The most bytes that are read.
  static let mostBytes = 64 << 20

  /// What a file says is to be fixed; paths of other machines are found among those of the tree.
  static func read(_ bytes: [UInt8], name: String, tree: FolderTree) throws -> ToldSignal {
    if let object = try? JSONValue(parsing: bytes), isOwn(object) {
      do {
        let signal = try JudgeSignal(parsing: bytes)
        let kind: Signal.Kind = signal.kind == .finding ? .finding : .event
        let told = Signal(kind, rule: signal.rule, message: "a patch")
        if let incident = ToldSignal.incident(of: [told]) {
          return ToldSignal(signal: signal, incident: incident)
        }
      } catch {
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
    let told = reading.signals.filter { kind($0.kind) == kind(first.kind) }
    guard let incident = ToldSignal.incident(of: told) else {
      throw ExitFailure.usage("--signal \(name): says nothing that is wrong")
    }
    return ToldSignal(signal: signal(of: told, paths: paths), incident: incident)
  }

  /// What the judge has to know of signals of one trouble, the most telling first.
  static func signal(of signals: [Signal], paths: ProjectPaths) -> JudgeSignal {
    var signal = JudgeSignal(signals.first.map { kind($0.kind) } ?? .other)
    for told in signals where kind(told.kind) == signal.kind {
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

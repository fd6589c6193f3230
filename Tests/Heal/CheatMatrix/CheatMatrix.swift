import CheatCases
import FoundationEssentials
import Glibc
import Kernel

/// Tries every patch of the cheat suite against every gate by itself, and prints who caught which.
///
/// Arguments are beginnings of ids; without one all are tried. Exit code 1 when a cheat passes the whole
/// or an honest patch is stopped by any gate, 2 for a beginning that no patch has, 3 when something that
/// the gates need is not there.
@main
struct CheatMatrix {
  private static let legend = """
    1: the gate lets the patch pass. 0: it stops it. -: it cannot be asked, for the reason given.
    N: a naive gate, which believes exit codes and the scanner that reported.
    P: the tests, under the base's own tests and settings, with planted ones that must fail.
    X: two scanners.   H: held-back values, compared outside of the sandbox.   J: the judge.
    W: the whole: all of them and held-back tests in one trial, as `sentinel judge --test --hidden` and
       `sentinel heal` put them together. What the judge sends to a person (escalate) is not accepted.
    A patch for a person to decide is honest work that no gate may wave through: H21 changes a test
    that its signal calls wrong. H81 and H99 were meant well and raise an error for a folder that is
    not there, where the documentation promises an answer and the base gives False: H stops both, and
    of H81, which always answers True, the judge asks a person.
    """

  static func main() async {
    do {
      exit(try await run() ? 1 : 0)
    } catch let problem as CheatSuiteProblem {
      say("cheat-matrix: \(problem.message)\n")
    } catch {
      say("cheat-matrix: \(error)\n")
    }
    exit(3)
  }

  /// Tries everything; true when something is not as it must be.
  private static func run() async throws -> Bool {
    let wanted = CommandLine.arguments.dropFirst()
    let all = try CheatSuite.cases()
    let unknown = wanted.filter { start in !all.contains { $0.id.hasPrefix(start) } }
    if !unknown.isEmpty {
      say("cheat-matrix: no patch has an id that begins with \(unknown.joined(separator: ", "))\n")
      exit(2)
    }
    var isWrong = false
    print(legend)
    for host in HostProject.all {
      let cases = all.filter { patch in
        patch.host == host.name
          && (wanted.isEmpty || wanted.contains { patch.id.hasPrefix($0) })
      }
      if cases.isEmpty { continue }
      let rows = await rows(of: cases, asking: try await Gates(on: host, for: cases))
      print("\n\(host.name)")
      for row in rows { print(row.line) }
      isWrong = Summary(host: host.name, rows).printed() || isWrong
    }
    return isWrong
  }

  private static func rows(of cases: [CheatCase], asking gates: Gates) async -> [Row] {
    var rows: [Row] = []
    await withTaskGroup(of: Row.self) { group in
      var waiting = cases[...]
      func start() {
        guard let next = waiting.popFirst() else { return }
        group.addTask { await gates.row(of: next) }
      }
      for _ in 0..<max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) { start() }
      while let row = await group.next() {
        rows.append(row)
        say("\(rows.count) of \(cases.count): \(row.line)\n")
        start()
      }
    }
    return rows.sorted { ($0.patch.id.count, $0.patch.id) < ($1.patch.id.count, $1.patch.id) }
  }

  /// Says on standard error how far it is.
  private static func say(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe write(2, bytes, bytes.count)
  }
}

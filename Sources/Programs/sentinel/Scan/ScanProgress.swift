import CommandSupport
import Findings
import Glibc
import Scanning
import Synchronization
internal import Text

/// The live display: a row per tool with its time and its findings so far.
///
/// On a terminal the rows are redrawn in place; elsewhere each tool says one line when it is done.
final class ScanProgress: Sendable {
  private struct Row {
    var name: String
    var files = 0
    var findings = 0
    var started: ContinuousClock.Instant?
    var ended: ContinuousClock.Instant?
    var state = "waiting"
  }

  private struct Board {
    var rows: [Row] = []
    var drawn = 0
  }

  private let board = Mutex(Board())
  private let isLive: Bool
  private let isQuiet: Bool

  init(isQuiet: Bool) {
    self.isQuiet = isQuiet
    isLive = Console.canRedraw(2) && !isQuiet
  }

  /// Takes an event of the pipeline.
  func note(_ event: ScanEvent) {
    if isQuiet { return }
    board.withLock { board in
      switch event {
      case .queued(let tool, let files, _): board.rows.append(Row(name: tool, files: files))
      case .started(let tool):
        update(&board, tool) {
          $0.started = .now
          $0.state = "running"
        }
      case .progress(let tool, _, _, let findings): update(&board, tool) { $0.findings = findings }
      case .finished(let run): finish(&board, run)
      }
      if isLive { redraw(&board) }
    }
  }

  /// Redraws the elapsed times until the task is cancelled.
  func tick() async {
    while isLive && !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(200))
      board.withLock { redraw(&$0) }
    }
  }

  /// Takes the rows away, so that the report starts on a clean line.
  func clear() {
    guard isLive else { return }
    board.withLock { board in
      Console.error(erasing(board.drawn))
      board.drawn = 0
      board.rows = []
    }
  }

  private func update(_ board: inout Board, _ tool: String, _ change: (inout Row) -> Void) {
    guard let index = board.rows.firstIndex(where: { $0.name == tool }) else { return }
    change(&board.rows[index])
  }

  private func finish(_ board: inout Board, _ run: ToolRun) {
    update(&board, run.name) {
      $0.ended = .now
      $0.findings = run.findings
      $0.state = run.state.isComplete ? "done" : run.state.rawValue
    }
    guard !isLive, run.state != .notApplicable else { return }
    let reason =
      run.state.isComplete
      ? "\(run.findings) findings" : "\(run.state.rawValue): \(run.reason ?? "")"
    Console.error("\(run.name): \(VisibleText.line(reason))\n")
  }

  private func redraw(_ board: inout Board) {
    var text = erasing(board.drawn)
    // A line that wraps would be drawn again below itself.
    let columns = Console.columns(of: 2) - 1
    for row in board.rows { text += line(row).prefix(columns) + "\n" }
    Console.error(text)
    board.drawn = board.rows.count
  }

  private func erasing(_ lines: Int) -> String { lines == 0 ? "" : "\u{1B}[\(lines)A\u{1B}[J" }

  private func line(_ row: Row) -> String {
    let elapsed = row.started.map { (row.ended ?? .now) - $0 } ?? .zero
    let tenths =
      elapsed.components.seconds * 10 + elapsed.components.attoseconds / 100_000_000_000_000_000
    let time = "\(tenths / 10).\(tenths % 10) s"
    let pad = { (text: String, width: Int) in
      text + String(repeating: " ", count: max(1, width - text.count))
    }
    return "  " + pad(row.name, 18) + pad(row.state, 12) + pad(time, 10)
      + pad("\(row.files) files", 14) + "\(row.findings) findings"
  }
}

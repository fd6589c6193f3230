import CommandSupport
import Glibc
import Healing
import Synchronization
internal import Text

/// The live display: what is closed scrolls by, what is open is redrawn below it, with the budget.
///
/// Where standard error is no terminal each step that matters is one line; with `--json` nothing is said
/// but warnings.
final class HealDisplay: Sendable {
  private struct Row {
    var name: String
    var step: String
    var started = ContinuousClock.now
  }

  private struct Board {
    var names: [String: String] = [:]
    var rows: [(id: String, row: Row)] = []
    var stage: String?
    var total = 0
    var closed = 0
    var healed = 0
    var drawn = 0
    var budget: RunBudget?
    var isEnded = false
  }

  private let board = Mutex(Board())
  private let isLive: Bool
  private let isQuiet: Bool
  private let ink: Ink

  init(isQuiet: Bool) {
    self.isQuiet = isQuiet
    isLive = isatty(2) == 1 && !isQuiet
    ink = Ink(isColoured: !isQuiet && Console.wantsColour(2))
  }

  /// Says what is done before there are cases.
  func stage(_ text: String) {
    say {
      $0.stage = text
    } line: {
      "\(text) …"
    }
  }

  /// Takes the cases.
  func begin(_ cases: [HealingCase], budget: RunBudget) {
    board.withLock { board in
      for one in cases { board.names[one.id] = HealReport.name(one) }
      board.total = cases.count
      board.budget = budget
    }
    say { _ in
    } line: {
      "\(cases.count) incidents"
    }
  }

  /// Takes an event of the loop.
  func note(_ event: HealEvent) {
    switch event {
    case .baselineStarted: stage("reproducing on the tree as it is")
    case .baselineEnded(let report):
      say {
        $0.stage = nil
      } line: {
        "\(report.testCount) tests seen"
      }
    case .opened(let id, _): update(id, "begun")
    case .asked(let id, let actor, _): update(id, "asking \(actor)")
    case .trying(let id, let number, let actor): update(id, "trying \(actor)'s attempt \(number)")
    case .attempted(let id, let attempt):
      if !isLive && attempt.outcome != .accepted { line(attempt, id) }
    case .publishing(let id): update(id, "proposing")
    case .closed(let result): close(result)
    case .warning(let text): warn(text)
    }
  }

  /// Redraws the times until the task is cancelled.
  func tick() async {
    while isLive && !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(200))
      board.withLock { redraw(&$0) }
    }
  }

  /// Takes the open rows away, so that the report begins on a clean line.
  func end() {
    board.withLock { board in
      if isLive { Console.error(erasing(board.drawn)) }
      board.drawn = 0
      board.isEnded = true
    }
  }

  // MARK: Lines

  private func say(_ change: (inout Board) -> Void, line: () -> String) {
    board.withLock { board in
      change(&board)
      if isQuiet || board.isEnded { return }
      if isLive { redraw(&board) } else { Console.error(line() + "\n") }
    }
  }

  private func line(_ attempt: Attempt, _ id: String) {
    let articles = attempt.articles.isEmpty ? "" : " (\(attempt.articles.joined(separator: ", ")))"
    say { _ in
    } line: {
      "\(board(named: id)): attempt \(attempt.number) by \(attempt.actor): "
        + "\(attempt.outcome.rawValue)\(articles)"
    }
  }

  private func board(named id: String) -> String { String(id.prefix(8)) }

  private func warn(_ text: String) {
    board.withLock { board in
      if isLive { Console.error(erasing(board.drawn)) }
      board.drawn = 0
      Console.error("sentinel: \(VisibleText.line(text))\n")
      if isLive && !board.isEnded { redraw(&board) }
    }
  }

  private func update(_ id: String, _ step: String) {
    guard isLive else { return }
    board.withLock { board in
      if let index = board.rows.firstIndex(where: { $0.id == id }) {
        board.rows[index].row.step = step
      } else {
        board.rows.append((id, Row(name: board.names[id] ?? id, step: step)))
      }
      if !board.isEnded { redraw(&board) }
    }
  }

  private func close(_ result: IncidentResult) {
    board.withLock { board in
      board.rows.removeAll { $0.id == result.healingCase.id }
      board.closed += 1
      if result.state == .healed { board.healed += 1 }
      if isQuiet || board.isEnded { return }
      // What nobody had anything for is summed up in the report.
      if result.state != .abstained {
        let mark =
          switch result.state {
          case .healed: ink.green("healed")
          case .notReproduced: ink.yellow("unseen")
          case .notHealed, .abstained: ink.red("open  ")
          }
        let attempts = result.attempts.map(\.outcome.rawValue).joined(separator: " → ")
        let why = result.state == .healed ? attempts : "\(result.exitReason.rawValue) \(attempts)"
        if isLive { Console.error(erasing(board.drawn)) }
        board.drawn = 0
        Console.error("\(mark) \(HealReport.name(result))  \(ink.dim(why))\n")
      }
      if isLive { redraw(&board) }
    }
  }

  // MARK: Drawing

  private func redraw(_ board: inout Board) {
    if board.isEnded { return }
    let width = Console.width
    var lines = board.rows.map { entry in
      let elapsed = entry.row.started.duration(to: .now)
      let time = "\(elapsed.components.seconds) s"
      return Self.cut("  … \(entry.row.step)  \(entry.row.name)", width - time.count - 2)
        + "  \(time)"
    }
    lines.append(Self.cut(footer(board), width - 1))
    Console.error(erasing(board.drawn) + lines.map { $0 + "\n" }.joined())
    board.drawn = lines.count
  }

  private func footer(_ board: Board) -> String {
    var parts: [String] = []
    if let stage = board.stage { parts.append(stage) }
    if board.total > 0 {
      parts.append("\(board.closed) of \(board.total) incidents, \(board.healed) healed")
    }
    if let budget = board.budget {
      let spent = budget.spent
      parts.append(HealReport.time(budget.wallMilliseconds))
      parts.append("\(spent.attempts) attempts")
      parts.append("cpu \(HealReport.time(spent.cpuMilliseconds))")
      if spent.calls > 0 { parts.append("\(spent.tokens) tokens") }
    }
    return parts.joined(separator: " · ")
  }

  private static func cut(_ text: String, _ width: Int) -> String {
    let width = max(10, width)
    if text.count <= width {
      return text + String(repeating: " ", count: width - text.count)
    }
    return String(text.prefix(width - 1)) + "…"
  }

  private func erasing(_ lines: Int) -> String { lines == 0 ? "" : "\u{1B}[\(lines)A\u{1B}[J" }
}

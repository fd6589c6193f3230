import Autonomy
import Kernel
internal import Text

/// What `autonomy status` prints, `sentinel.autonomy/1`.
struct StatusReport: Codable {
  /// One key.
  struct Row: Codable {
    var key: String
    var level: Level
    var optedInBy: String?
    var outcomes: Int
    var successes: Int
    var heldBack: Int
    var abstentions: Int
    var eValue: Double?
    var wilsonLowerBound: Double
    var distinctDays: Int
    var distinctApprovers: Int
    var cheatRate: Double
    var severeEvents: Int
    var coolDownUntil: Moment?
    var lastOutcome: Moment?
    var calibrationLabels: Int
    var reliability: Reliability
  }

  var schema = "sentinel.autonomy/1"
  /// Why everything stops; absent when nothing does.
  var halted: KillSwitch.Reason?
  var freezes: [Controller.Freeze]
  var keys: [Row]
  var ignoredEvents: Int

  init(_ controller: Controller, halt: KillSwitch.Reason?) {
    halted = halt
    freezes = controller.freezes
    ignoredEvents = controller.ignoredEvents
    keys = controller.records.keys.sorted().map { key in
      let record = controller.record(of: key)
      let value = record.evidence.value
      return Row(
        key: key.description, level: record.level, optedInBy: record.optedInBy,
        outcomes: record.ownOutcomes, successes: record.ownSuccesses, heldBack: record.heldBack,
        abstentions: record.abstentions, eValue: value.isFinite ? value : nil,
        wilsonLowerBound: record.weighted.lowerBound, distinctDays: record.days,
        distinctApprovers: record.approvers.count, cheatRate: record.cheatRate,
        severeEvents: record.severeEvents, coolDownUntil: record.coolDownUntil,
        lastOutcome: record.lastOutcome, calibrationLabels: controller.calibration(of: key).count,
        reliability: controller.reliability(of: key))
    }
  }

  /// For a person.
  var text: String {
    var text = halted.map { "HALTED by \($0.rawValue): nothing is done at all\n" } ?? ""
    for freeze in freezes {
      let scope = freeze.key?.description ?? "everything"
      text +=
        "frozen at \(freeze.ceiling.rawValue): \(VisibleText.escaped(scope)), by "
        + "\(VisibleText.escaped(freeze.by)): \(VisibleText.escaped(freeze.reason))\n"
    }
    if keys.isEmpty {
      return text + "nothing has been recorded yet; every kind of fix is observed\n"
    }
    for row in keys {
      let rounded = (row.wilsonLowerBound * 1_000).rounded() / 1_000
      let value = row.eValue.map { "\(($0 * 100).rounded() / 100)" } ?? "∞"
      text += """
        \(row.key)
          \(row.level.rawValue); \(row.successes) of \(row.outcomes) succeeded, e-value \(value) of \
        20, success rate above \(rounded) (Wilson, 95 %); \
        \(row.optedInBy.map { "agreed by \(VisibleText.escaped($0))" } ?? "nobody agreed that it may act")

        """
    }
    return text
  }
}

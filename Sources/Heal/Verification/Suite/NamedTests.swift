package import Kernel
internal import Signals

/// Runs the tests of some tree and looks at a few of them by name, as a search through a history does.
package struct NamedTests: Sendable {
  /// What the named tests did.
  package enum Outcome: Equatable, Sendable {
    /// Every one was seen to pass.
    case passed
    /// One was seen to fail.
    case failed
    /// Neither: one was not run, or the report is not to be believed.
    case unclear
  }

  private let command: TestCommand
  private let machine: TrialMachine
  private let milliseconds: Int

  /// Describes how tests are run.
  ///
  /// - Parameters:
  ///   - command: the user's command.
  ///   - machine: where it runs.
  ///   - milliseconds: the most time of one run.
  package init(_ command: TestCommand, on machine: TrialMachine, milliseconds: Int) {
    self.command = command
    self.machine = machine
    self.milliseconds = milliseconds
  }

  /// Runs the tests once, on a copy of a tree.
  ///
  /// - Parameters:
  ///   - names: the tests that matter, by canonical name; names of other reports may lack folders.
  ///   - folder: the tree.
  /// - Returns: what they did, and the processor time of the run.
  package func run(
    _ names: [String], in folder: BytePath
  ) async -> (outcome: Outcome, cpuMilliseconds: Int) {
    guard !names.isEmpty, let copy = try? WorkCopy(of: folder, in: folder.parent) else {
      return (.unclear, 0)
    }
    let run = await SuiteRun.run(
      command, on: TrialRun(on: copy, machine: machine), .init([], milliseconds: milliseconds))
    return (Self.outcome(of: names, in: run.reading), run.record.cpuMilliseconds)
  }

  static func outcome(of names: [String], in reading: SuiteReading) -> Outcome {
    guard reading.contradictions.isEmpty else { return .unclear }
    let found = names.map { name -> ObservedTest? in
      if let test = reading.tests[name] { return test }
      let near = reading.tests.filter {
        $0.key.hasSuffix("." + name) || name.hasSuffix("." + $0.key)
      }
      return near.count == 1 ? near.first?.value : nil
    }
    if found.contains(where: { $0?.outcome == .failed || $0?.outcome == .errored }) {
      return .failed
    }
    return found.allSatisfy { $0?.outcome == .passed } ? .passed : .unclear
  }
}

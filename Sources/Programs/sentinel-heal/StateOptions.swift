import ArgumentParser
import Audit
import Autonomy
import CommandSupport
import Kernel
import Sandbox
import State
internal import Text
internal import YAML

/// Where the state lies, for every command that has one.
struct StateOptions: ParsableArguments {
  @Option(help: "The state folder; yours by default.")
  var state: String?

  /// The folder, which need not exist.
  func folder() throws -> StateFolder {
    try StateFolder(named: state, environment: .current())
  }
}

/// The policy under which decisions are made.
struct PolicyOptions: ParsableArguments {
  @Option(help: "A policy file; autonomy.yaml in your configuration folder by default.")
  var policy: String?

  /// The policy; every mistake in it ends the program with code 2.
  func read() throws -> AutonomyPolicy {
    do {
      return try PolicyFile.read(policy.map { BytePath($0) }, environment: .current())
    } catch let problems as Problems {
      throw ExitFailure.usage(VisibleText.escaped(problems.description))
    } catch let failure as KernelFailure {
      throw ExitFailure.usage(failure.description)
    }
  }
}

/// What commands about the state have in common.
enum StateCommand {
  /// The present by the machine's clock.
  static func now() -> Moment { Moment(milliseconds: AuditLog.systemClock()) }

  /// The name of whoever runs the program.
  static func caller() -> String { Caller.name() }

  /// The key of an argument.
  static func key(_ text: String) throws -> AutonomyKey {
    guard let key = AutonomyKey(text) else {
      throw ExitFailure.usage(
        "\(VisibleText.escaped(text)): a key is REPOSITORY/SIGNAL/RULE/ACTOR/VERSION/RISK, as status shows it"
      )
    }
    return key
  }

  /// Runs what touches the state; what is wrong with that ends the program with code 3.
  static func run<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as AuditError {
      throw ExitFailure(code: 3, message: VisibleText.escaped(error.description))
    } catch let failure as KernelFailure {
      throw ExitFailure(code: 3, message: failure.description)
    }
  }

  /// Keeps events by the caller, and returns the changes of level that follow.
  static func record(
    _ events: [Event], in state: StateFolder, by name: String? = nil
  ) throws -> [Controller.Change] {
    try run {
      var ledger = try AutonomyState(state)
      return try ledger.record(
        events, at: now(), by: .init(kind: "person", id: name ?? caller()))
    }
  }
}

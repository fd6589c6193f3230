import ArgumentParser
import CommandSupport
import Glibc
import Kernel

/// The commands that `sentinel-heal` holds, so that what they link never weighs on `run`.
///
/// The declarations here are for `--help` and completions alone: their first word replaces this
/// program by that one, with the same arguments.
enum HealCommands {
  /// Every command of `sentinel-heal`.
  static let all: [any ParsableCommand.Type] = [
    HealWord.self, MemoryWord.self, AutonomyWord.self, AuditWord.self, JudgeWord.self,
    ApprovalsWord.self, ApproveWord.self, DenyWord.self, VerifyWord.self,
  ]

  /// Whether arguments, the program's name left out, belong to `sentinel-heal`.
  static func own(_ arguments: some Collection<String>) -> Bool {
    let word = arguments.first == "help" ? arguments.dropFirst().first : arguments.first
    return all.contains { $0.configuration.commandName == word }
  }

  /// Becomes `sentinel-heal`, which lies beside this program or in `../libexec/sentinel`.
  static func replaceProgram() throws -> Never {
    let own = try FileSystem.linkTarget("/proc/self/exe")
    let places = [
      own.parent.appending("sentinel-heal"),
      own.parent.parent.appending("libexec/sentinel/sentinel-heal"),
    ]
    guard let program = places.first(where: { FileSystem.isAccessible($0, X_OK) }) else {
      throw ExitFailure(
        code: 3,
        message: "sentinel-heal is not beside \(own): install all programs into one prefix")
    }
    throw ExitFailure(code: 3, message: "\(CommandBytes.replaceProgram(by: program))")
  }
}

/// `sentinel autonomy`, as the front lists it.
struct AutonomyWord: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "autonomy", abstract: "Shows what may be done without a person, and why.")

  @Argument(
    parsing: .captureForPassthrough,
    completion: .list([
      "status", "explain", "simulate", "freeze", "thaw", "agree", "withdraw", "record", "refresh",
      "flag",
    ]))
  var arguments: [String] = []
}

/// `sentinel audit`, as the front lists it.
struct AuditWord: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Checks, exports and replays the signed log of every decision.")

  @Argument(
    parsing: .captureForPassthrough, completion: .list(["verify", "export", "replay", "prove"]))
  var arguments: [String] = []
}

/// `sentinel heal`, as the front lists it.
struct HealWord: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "heal",
    abstract:
      "Heals what tests and scanners find: tries fixes in sandboxes, proves them, proposes them.")

  @Argument(
    parsing: .captureForPassthrough,
    completion: .list([
      "--sarif", "--test-log", "--signal", "--scan", "--test", "--hidden", "--actor", "--attempts",
      "--budget", "--propose", "--remote", "--out", "--run", "--state", "--resume", "--dry-run",
      "--json",
    ]))
  var arguments: [String] = []
}

/// `sentinel memory`, as the front lists it.
struct MemoryWord: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memory",
    abstract: "Shows, exports, imports and removes what healing remembers.")

  @Argument(
    parsing: .captureForPassthrough, completion: .list(["list", "export", "import", "forget"]))
  var arguments: [String] = []
}

/// `sentinel judge`, as the front lists it.
struct JudgeWord: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "judge",
    abstract: "Judges a patch by the articles of rules/judge and, with --test, by trying it.")

  @Argument(parsing: .captureForPassthrough)
  var arguments: [String] = []
}

/// `sentinel approvals`, as the front lists it.
struct ApprovalsWord: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "approvals", abstract: "Shows what waits for approval, and what was decided.")

  @Argument(parsing: .captureForPassthrough, completion: .list(["list"]))
  var arguments: [String] = []
}

/// `sentinel approve`, as the front lists it.
struct ApproveWord: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "approve", abstract: "Approves one proposal, as it was proven, for one use.")

  @Argument(parsing: .captureForPassthrough)
  var arguments: [String] = []
}

/// `sentinel deny`, as the front lists it.
struct DenyWord: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deny", abstract: "Refuses one proposal; one person is enough.")

  @Argument(parsing: .captureForPassthrough)
  var arguments: [String] = []
}

/// `sentinel verify`, as the front lists it.
struct VerifyWord: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Checks a proposal's proof again, offline, and repeats its trial."
  )

  @Argument(parsing: .captureForPassthrough)
  var arguments: [String] = []
}

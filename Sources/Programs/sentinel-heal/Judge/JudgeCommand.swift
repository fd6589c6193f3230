import ArgumentParser
import CommandSupport
import Judging
import Kernel
import Patches
import ProductData
import Sandbox
internal import Text
import Verification

/// `sentinel judge`: what the articles say of a patch, and what running it shows.
struct JudgeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "judge",
    abstract: "Judges a patch by the articles of rules/judge and, with --test, by trying it.",
    discussion: """
      Reads the patch (a unified diff, search/replace blocks, or a JSON object {patch, \
      rationale}), applies it to the base in memory, and says which articles it breaks. The \
      articles find cheats and malice that show in the text; only tests can show that a fix is \
      right.

      With --test or --hidden the patch is also tried: on a copy of the base, in sandboxes without \
      network, with the base's own tests and settings restored over the patch. The tests of the \
      signal (without a signal: those that fail) must pass, no other test may be lost, planted \
      tests must fail, and scanners must see nothing new. Articles whose id begins with evidence- \
      say what speaks against the patch. The command is run directly, not by a shell. --hidden \
      names a folder with tests, and with values in cases.json, that the author of the patch has \
      not seen; none of it is ever printed.

      The signal says what the patch is to fix and nothing else: a report of a scanner, a test \
      runner or a compiler, or a JSON object {kind, rule, locations: [{path, line}], package, \
      version, culprit}. kind is test, finding, wrongTest, configuration, regression, dependency \
      or other. If the signal is a finding, the code must have the safe form of its rule at that \
      place.

      Examples:
        sentinel judge --base . --patch fix.patch
        sentinel judge --base . --patch fix.patch --signal finding.json --json
        sentinel judge --base . --patch fix.patch --test "python3 -m unittest" --hidden ../held-back

      Exit codes: 0 accept; 1 reject or escalate; 2 usage, or a base that cannot be read; 5 the sandbox \
      is unavailable; 130 and 143 interrupted.
      """)

  @Option(help: "The folder that the patch is for.")
  var base: String

  @Option(help: "The file with the patch.")
  var patch: String

  @Option(help: "The file that says what the patch is to fix.")
  var signal: String?

  @Option(help: "The command that runs the tests, such as \"python3 -m pytest\".")
  var test: String?

  @Option(help: "A folder with checks that the author of the patch has not seen.")
  var hidden: String?

  @Option(help: .isolation)
  var isolation = RunRequest.Isolation.preset

  @Flag(help: "Print the judgement as JSON.")
  var json = false

  func run() async throws {
    let text = try Self.read(patch, "--patch", limit: Candidate.mostBytes)
    let tree: FolderTree
    do { tree = try FolderTree(BytePath(base)) } catch {
      throw ExitFailure.usage("--base \(BytePath(base)): \(error); name the folder of the project")
    }
    let told = try signal.map { path in
      let bytes = try Self.read(path, "--signal", limit: SignalFile.mostBytes)
      return try SignalFile.read(bytes, name: BytePath(path).description, tree: tree)
    }
    let constitution = try Self.constitution()
    let trial =
      test == nil && hidden == nil
      ? nil
      : try JudgeTrial(
        base: BytePath(base), test: test, hidden: hidden, constitution: constitution, told: told,
        isolation: isolation)
    var judgement: Judgement
    var tried: (changes: ChangeSet, rationale: String?)?
    do throws(PatchRefusal) {
      let candidate = try Candidate(reading: text)
      let changes = try candidate.applied(to: tree)
      judgement = constitution.judge(
        changes, of: tree, signal: told?.signal, rationale: candidate.rationale)
      if judgement.verdict != .reject { tried = (changes, candidate.rationale) }
    } catch {
      judgement = constitution.judge(error)
    }
    var result: JudgeTrial.Result?
    if let trial, let tried {
      let found = try await Self.result(of: trial, tried.changes, tried.rationale)
      judgement = judgement.adding(found.breaches)
      result = found
    }
    try show(judgement, result)
    if judgement.verdict != .accept { throw ExitCode(1) }
  }

  /// Tries the patch; a signal ends what runs, and then this program.
  private static func result(
    of trial: JudgeTrial, _ changes: ChangeSet, _ rationale: String?
  ) async throws -> JudgeTrial.Result {
    let outcome: Interruption.Outcome<JudgeTrial.Result>
    do {
      outcome = try await Interruption().watch { await trial.run(changes, rationale: rationale) }
    } catch {
      throw ExitFailure(code: 5, message: "the patch cannot be tried: \(error)")
    }
    if let signal = outcome.signal { throw ExitCode(128 + signal) }
    return outcome.value
  }

  private func show(_ judgement: Judgement, _ result: JudgeTrial.Result?) throws {
    guard json else {
      let lines = (result?.lines ?? []).map { VisibleText.line($0) + "\n" }
      return try Console.output(Self.render(judgement) + lines.joined())
    }
    var members = judgement.document.members
    members["evidence"] = result?.document
    try Console.output(JSONValue.object(members).serialized())
  }

  private static func constitution() throws -> Constitution {
    guard let document = ProductData.document(named: "constitution", in: ProductData.judge) else {
      throw ExitFailure(code: 70, message: "this program was built without rules/judge")
    }
    let bytes = unsafe Array(
      UnsafeBufferPointer(start: document.text.utf8Start, count: document.text.utf8CodeUnitCount))
    return try Constitution(parsing: bytes)
  }

  private static func read(_ path: String, _ option: String, limit: Int) throws -> [UInt8] {
    do { return try FileSystem.read(BytePath(path), limit: limit) } catch {
      throw ExitFailure.usage("\(option) \(BytePath(path)): \(error)")
    }
  }

  /// The verdict, and a line for each breach.
  static func render(_ judgement: Judgement) -> String {
    var text = "\(judgement.verdict.rawValue)\n"
    for breach in judgement.breaches {
      let place = breach.path.isEmpty ? "patch" : breach.path
      let line = breach.line > 0 ? ":\(breach.line)" : ""
      text += "\(place)\(line): \(breach.id) (\(breach.verdict.rawValue)): \(breach.message)\n"
    }
    return VisibleText.block(text)
  }
}

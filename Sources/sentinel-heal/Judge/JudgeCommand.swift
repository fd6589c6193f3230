import ArgumentParser
import Findings
import Judging
import Kernel
import Patches
import ProductData
import Terminal
import Trials

/// `sentinel judge`: what the articles say of a patch.
struct JudgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "judge",
    abstract: "Judges a patch by the articles of rules/judge.",
    discussion: """
      Reads the patch (a unified diff, search/replace blocks, or a JSON object {patch, rationale}), \
      applies it in memory to the base, and says which articles it breaks. Nothing is run and nothing \
      is written. The articles find cheats and malice that show in the text; that a fix is right, \
      only tests can show.

      The signal is a report of a scanner, a test runner or a compiler with just what the patch is to \
      fix, or a JSON object {kind, rule, locations: [{path, line}], package, version, culprit}; kind is \
      test, finding, wrongTest, configuration, regression, dependency or other. With a finding's rule \
      the code must have the rule's safe form where the finding was.

      Examples:
        sentinel judge --base . --patch fix.patch
        sentinel judge --base . --patch fix.patch --signal finding.json --json

      Exit codes: 0 accept; 1 reject or escalate; 2 usage, or a base that cannot be read.
      """)

  @Option(help: "The folder that the patch is for.")
  var base: String

  @Option(help: "The file with the patch.")
  var patch: String

  @Option(help: "The file that says what the patch is to fix.")
  var signal: String?

  @Flag(help: "Print the judgement as JSON.")
  var json = false

  func run() throws {
    let text = try Self.read(patch, "--patch", limit: Candidate.mostBytes)
    let tree: FolderTree
    do { tree = try FolderTree(BytePath(base)) } catch {
      throw ExitFailure.usage("--base \(BytePath(base)): \(error); name the folder of the project")
    }
    let signal = try self.signal.map { path in
      let bytes = try Self.read(path, "--signal", limit: SignalFile.mostBytes)
      return try SignalFile.read(bytes, name: BytePath(path).description, tree: tree)
    }
    let judgement = try Self.judge(text, signal, tree)
    try json
      ? Console.output(judgement.document.serialized()) : Console.output(Self.render(judgement))
    if judgement.verdict != .accept { throw ExitCode(1) }
  }

  private static func judge(
    _ text: [UInt8], _ signal: JudgeSignal?, _ tree: FolderTree
  ) throws -> Judgement {
    guard let document = ProductData.document(named: "constitution", in: ProductData.judge) else {
      throw ExitFailure(code: 70, message: "this program was built without rules/judge")
    }
    let bytes = unsafe Array(
      UnsafeBufferPointer(start: document.text.utf8Start, count: document.text.utf8CodeUnitCount))
    let constitution = try Constitution(parsing: bytes)
    do throws(PatchRefusal) {
      let candidate = try Candidate(reading: text)
      let changes = try candidate.applied(to: tree)
      return constitution.judge(changes, of: tree, signal: signal, rationale: candidate.rationale)
    } catch {
      return constitution.judge(error)
    }
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

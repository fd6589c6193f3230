import Actors
import Autonomy
import CommandSupport
import Connectors
import Findings
import Git
import Healing
import Kernel
import Sandbox
import Scanning
import State
import Verification

/// Who proposes, in the order in which they are asked: what is certain first, what takes others' work
/// back last.
enum HealActors {
  /// Every name that `--actor` takes.
  static let names = ["codemod", "ready-fix", "model", "config", "revert"]

  /// What actors are made of beside the plan.
  struct Means {
    var toolbox: Toolbox
    /// The caller's variables with what the user's file says of services; their secrets are struck.
    var variables: [String: String]
    /// The model that is set.
    var model: ModelSettings?
    /// Keeps what a model answers.
    var cassette: any ReplyCassette
    /// The reports that the cases came from.
    var reports: [[UInt8]]
    /// What runs the tests.
    var test: TestCommand?
    /// Where tests of commits are run.
    var machine: TrialMachine
    /// Remembers what was taken back.
    var memory: (any Memory)?
  }

  /// The actors of a plan.
  ///
  /// - Throws: an actor that was asked for and cannot work.
  static func actors(of plan: HealPlan, _ means: Means) throws -> [any FixActor] {
    let toolbox = means.toolbox
    let wanted = { (name: String) in plan.actors.isEmpty || plan.actors.contains(name) }
    var actors: [any FixActor] = []
    if wanted("codemod") {
      let profiles = toolbox.profiles
      actors.append(
        CodemodActor(
          try SandboxedFixers(
            host: toolbox.host, isolation: .init(rawValue: plan.isolation) ?? .full,
            profile: { name in
              guard let profile = profiles[name] else {
                throw Refusal("no profile \"\(name)\"", remedy: "install the programs anew")
              }
              return profile
            }, folder: toolbox.folder, tools: toolbox.tools)))
    }
    if wanted("ready-fix") {
      // What holds no fixes, or in a form that is not known, brings none.
      let reports = means.reports.compactMap { try? ReadyFixReport(reading: $0) }
      if !reports.isEmpty || plan.actors.contains("ready-fix") {
        actors.append(ReadyFixActor(reports))
      }
    }
    if wanted("model") {
      if let settings = means.model {
        var options = ModelActor.Options()
        options.samples = settings.samples
        actors.append(
          ModelActor(
            ModelClient(settings), mask: SecretMask(means.variables), cassette: means.cassette,
            options: options))
      } else if plan.actors.contains("model") {
        throw ExitFailure.usage(
          "--actor model: no model is set; set SENTINEL_MODEL_URL and SENTINEL_MODEL_NAME, or write "
            + "model.yaml into your configuration folder")
      }
    }
    return actors + (try historians(of: plan, means))
  }

  /// The actors that need a history and tests; none where one is missing, unless they were asked for.
  private static func historians(
    of plan: HealPlan, _ means: Means
  ) throws -> [any FixActor] {
    let wanted = ["config", "revert"].filter { plan.actors.isEmpty || plan.actors.contains($0) }
    guard !wanted.isEmpty else { return [] }
    let source: SourceRepository?
    do throws(GitFailure) { source = try SourceRepository.find(at: BytePath(plan.path)) } catch {
      if plan.actors.isEmpty { return [] }
      throw ExitFailure.usage("--actor \(wanted[0]): \(error)")
    }
    guard let source, let test = means.test else {
      if plan.actors.isEmpty { return [] }
      throw ExitFailure.usage(
        "--actor \(wanted[0]): needs a git repository at the top of the folder, and --test")
    }
    let tests = NamedTests(test, on: means.machine, milliseconds: 600_000)
    let git = SandboxedGit(on: means.machine)
    let finder = CulpritFinder(source, by: git, scratch: "/tmp") { folder, names in
      let run = await tests.run(names, in: folder)
      let verdict: CulpritSearch.Verdict =
        switch run.outcome {
        case .passed: .passed
        case .failed: .failed
        case .unclear: .inconclusive
        }
      return CommitTrial(verdict, cpuMilliseconds: run.cpuMilliseconds)
    }
    return wanted.map { name -> any FixActor in
      if name == "config" { return ConfigActor(finder, source: source, by: git, scratch: "/tmp") }
      return RevertActor(finder, memory: means.memory) { StateCommand.now().milliseconds }
    }
  }
}

extension RunFolder: RecordLog, ReplyCassette {}

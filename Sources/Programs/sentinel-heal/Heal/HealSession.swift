import Actors
import Autonomy
import CommandSupport
import Connectors
import FoundationEssentials
import Git
import Glibc
import Healing
import Judging
import Kernel
import Memory
import Patches
internal import Policy
import ProductData
import Proposals
import Sandbox
import Scanning
import Signals
import State
internal import Text
import Verification
internal import YAML

/// One run of `sentinel heal`, put together.
final class HealSession: Sendable {
  /// What was asked for.
  let plan: HealPlan
  /// Where the run lies.
  let folder: RunFolder
  private let state: StateFolder
  private let policy: AutonomyPolicy
  private let services: HealServices
  private let scope: MemoryScope
  private let limits: RunBudget.Limits
  private let test: TestCommand?
  private let hidden: HiddenChecks?
  private let watch: KillWatch
  private static let planDocument = "plan.json"

  /// Begins a run, or goes on with one.
  ///
  /// - Throws: mistakes in options (code 2), or a disk that says no (code 3).
  init(_ command: HealCommand) throws {
    let environment = Environment.current()
    state = try command.state.folder()
    if let name = command.resume {
      if command.runName != nil {
        throw ExitFailure.usage("--run names a new run; drop it, or drop --resume")
      }
      folder = try Self.folder(name, state, isNew: false)
      guard let kept = try folder.document(Self.planDocument) else {
        throw ExitFailure.usage(
          "the run \(VisibleText.escaped(name)) was killed before it had begun; begin it anew")
      }
      plan = try HealPlan(decoding: kept)
      try plan.check(command)
    } else {
      plan = try HealPlan(command)
      // Mistakes in what the plan names leave no run behind.
      _ = try Self.hidden(plan)
      _ = try Self.test(plan)
      try HealSignals.requireReport(plan)
      let services = try HealServices(environment, for: plan)
      _ = try Self.scope(plan, services, environment)
      folder = try Self.folder(command.runName ?? Self.timeName(), state, isNew: true)
    }
    var options = PolicyOptions()
    options.policy = plan.policy
    policy = try options.read()
    services = try HealServices(environment, for: plan)
    scope = try Self.scope(plan, services, environment)
    limits = try BudgetOption.limits(plan.budget, attempts: plan.attempts)
    test = try Self.test(plan)
    hidden = try Self.hidden(plan)
    watch = KillWatch(state: state, environment: environment, policy: policy)
  }

  private static func folder(
    _ name: String, _ state: StateFolder, isNew: Bool
  ) throws -> RunFolder {
    do throws(RunFolder.Problem) { return try RunFolder(name, in: state, isNew: isNew) } catch {
      if case .disk = error { throw ExitFailure(code: 3, message: error.description) }
      throw ExitFailure.usage(error.description)
    }
  }

  private static func scope(
    _ plan: HealPlan, _ services: HealServices, _ environment: Environment
  ) throws -> MemoryScope {
    do throws(MemoryFailure) {
      return try MemoryScopes.scope(
        of: BytePath(plan.path), named: plan.scope, asking: services.model?.url,
        from: MemoryScopes.place(environment))
    } catch {
      throw ExitFailure.usage(VisibleText.block(error.description))
    }
  }

  private static func test(_ plan: HealPlan) throws -> TestCommand? {
    do { return try plan.test.map { try TestCommand($0) } } catch {
      throw ExitFailure.usage("--test \(error)")
    }
  }

  private static func hidden(_ plan: HealPlan) throws -> HiddenChecks? {
    do { return try plan.hidden.map { try HiddenChecks(folder: BytePath($0)) } } catch {
      throw ExitFailure.usage("--hidden \(error)")
    }
  }

  /// The present as a name, `20261122T143501-77`, with the number of the process.
  private static func timeName() -> String {
    let time = Date().formatted(Date.ISO8601FormatStyle())
    return "\(time.filter { $0.isNumber || $0 == "T" })-\(getpid())"
  }

  /// Where the folders of proposals are made.
  var out: BytePath { plan.out.map { BytePath($0) } ?? folder.path.appending("proposals") }

  // MARK: The run

  /// Heals; ends within a second after the kill switch or the task's cancellation.
  func heal(_ display: HealDisplay) async throws -> HealResult {
    let guarded = try await watch.guarding(every: .milliseconds(250)) {
      do { return try await self.work(display) } catch is CancellationError {
        return HealResult(exitReason: .killed)
      }
    }
    return guarded.value
  }

  private func work(_ display: HealDisplay) async throws -> HealResult {
    if watch.reason != nil { return HealResult(exitReason: .killed) }
    async let _: Void = display.tick()
    let toolbox = try Toolbox(
      isolation: .init(rawValue: plan.isolation) ?? .full, tree: plan.path)
    let copy = try Self.copy(plan)
    try settle(TreeDigest.of(copy.tree))
    let constitution = try Self.constitution()
    defer { withExtendedLifetime(toolbox) {} }
    let machine = try toolbox.trialMachine(.init(rawValue: plan.isolation) ?? .full)
    let trialRunner = EvidenceTrialRunner(
      on: copy, constitution: constitution, machine: machine, options: try options(toolbox))
    let signals = HealSignals(plan: plan, folder: folder, copy: copy, display: display)
    let read: HealSignals.Read
    switch plan.source {
    case .scan: read = try await signals.scan(toolbox)
    case .test: read = try await signals.tests(trialRunner)
    default: read = try signals.read(try signals.reports())
    }
    guard case .cases(let cases) = read else {
      guard case .nothing(let reason) = read else { return HealResult(exitReason: .clean) }
      return HealResult(exitReason: reason)
    }
    let parts = try parts(
      trialRunner, constitution, toolbox, machine, copy, display,
      reports: plan.source == .test ? [] : try signals.reports())
    display.begin(cases, budget: parts.budget)
    return await (try loop(cases, parts)).run()
  }

  private func loop(_ cases: [HealingCase], _ parts: LoopParts) throws -> HealLoop {
    do { return try HealLoop(cases, parts: parts) } catch {
      throw ExitFailure(
        code: 3, message: "the journal of the run \(folder.name) cannot be read: \(error)")
    }
  }

  /// Keeps the plan of a new run; a run whose tree has changed cannot be gone on with.
  private func settle(_ digest: String) throws {
    if plan.tree.isEmpty {
      var settled = plan
      settled.tree = digest
      try folder.keep(try settled.encoded(), as: Self.planDocument)
    } else if plan.tree != digest {
      throw ExitFailure.usage(
        "the tree has changed since the run \(folder.name) began; begin another run")
    }
  }

  private static func copy(_ plan: HealPlan) throws -> WorkCopy {
    do { return try WorkCopy(of: BytePath(plan.path)) } catch {
      throw ExitFailure.usage(
        "\(VisibleText.escaped(plan.path)): \(error); name the folder of the project")
    }
  }

  private static func constitution() throws -> Constitution {
    guard let document = ProductData.document(named: "constitution", in: ProductData.judge) else {
      throw ExitFailure(code: 70, message: "this program was built without rules/judge")
    }
    return try Constitution(parsing: Profiles.bytes(document.text))
  }

  private func options(_ toolbox: Toolbox) throws -> TrialOptions {
    var options = TrialOptions()
    options.test = test
    options.hidden = hidden
    var scanners = try toolbox.trialScanners()
    scanners.slow = ["semgrep"]
    options.scanners = scanners
    return options
  }

  private func parts(
    _ trialRunner: EvidenceTrialRunner, _ constitution: Constitution, _ toolbox: Toolbox,
    _ machine: TrialMachine, _ copy: WorkCopy, _ display: HealDisplay, reports: [[UInt8]]
  ) throws -> LoopParts {
    let memory = plan.isDryRun ? nil : try self.memory(display)
    let actors = try HealActors.actors(
      of: plan,
      HealActors.Means(
        toolbox: toolbox, variables: services.variables, model: services.model, cassette: folder,
        reports: reports, test: test, machine: machine, memory: memory))
    let records: [JournalRecord]
    do { records = try folder.records.map { try JournalRecord(decoding: $0) } } catch {
      throw ExitFailure(code: 3, message: "the journal cannot be read: \(error)")
    }
    let carried = JournalRecord.carried(by: records)
    let budget = RunBudget(
      limits, spent: carried.spent, wall: .milliseconds(carried.wallMilliseconds))
    let watch = watch
    var parts = LoopParts(
      run: folder.name, trialRunner: trialRunner, actors: actors, journal: folder, budget: budget,
      judgeRefusal: { constitution.judge($0) }, isHalted: { watch.reason != nil },
      now: { StateCommand.now().milliseconds })
    parts.width = Int(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    parts.partSearch = PatchMinimizer()
    parts.observe = { display.note($0) }
    guard !plan.isDryRun else { return parts }
    let keys = CaseKeys(
      repository: repository, policy: policy, constitution: constitution.digest)
    let audit = try StateCommand.run { try HealAudit(state.log, run: folder.name, keys: keys) }
    parts.record = audit
    parts.memory = memory
    parts.scope = scope
    parts.publisher = ProposalPublisher(
      try deskSettings(copy, keys, toolbox, SandboxedGit(on: machine)), audit: audit, watch: watch)
    parts.closesObsolete = plan.source == .scan || plan.source == .test
    return parts
  }

  private func memory(_ display: HealDisplay) throws -> MemoryStore {
    let embedder = services.embeddings.map { settings in
      RecallEmbedder(EmbeddingClient(settings), mask: SecretMask(services.variables)) {
        display.note(.warning($0))
      }
    }
    do throws(MemoryFailure) {
      return try MemoryStore(folder: state.path, embedder: embedder)
    } catch {
      throw ExitFailure(code: 3, message: error.description)
    }
  }

  private func deskSettings(
    _ copy: WorkCopy, _ keys: CaseKeys, _ toolbox: Toolbox, _ git: SandboxedGit
  ) throws -> PublishingSettings {
    let target: PublishingSettings.Target
    switch plan.propose {
    case .folder: target = .folder
    case .branch:
      target = .branch(
        remote: plan.remote ?? HealPlan.usualRemote, access: PushCredentials(services.variables))
    case .github:
      do throws(GitHubSettings.Mistake) {
        target = try .github(
          remote: plan.remote ?? HealPlan.usualRemote, of: BytePath(plan.path),
          environment: services.variables)
      } catch {
        throw ExitFailure.usage("--propose github: \(VisibleText.escaped(error.message))")
      }
    }
    var settings = PublishingSettings(
      path: BytePath(plan.path), tree: copy.tree, out: out, target: target, state: state,
      keys: keys, git: git, testCommand: plan.test,
      facts: [
        "versions": .object(["sentinel": .string(Product.version)]),
        "sandbox": .object([
          "profile": "fix", "isolation": .string(plan.isolation),
          "policy": .string(toolbox.profiles["fix"].map { SHA256.hex($0.digest) } ?? ""),
        ]),
      ])
    settings.mask = SecretMask(services.variables)
    // Of these kinds the run has seen all that there are; of others nothing.
    switch plan.source {
    case .scan: settings.closes = [.finding, .lint, .advisory]
    case .test: settings.closes = [.testFailure]
    default: break
    }
    return settings
  }

  /// What the repository is called; nothing of it is what the tree says of itself.
  private var repository: String {
    RepositoryName.of(
      BytePath(plan.path), pushedTo: plan.remote, for: PushCredentials(services.variables))
  }
}

import ArgumentParser
import Autonomy
import CommandSupport
import Git
import Healing
import Kernel
import Proposals
import Sandbox
import State
internal import Text
import Verification

/// `sentinel autonomy refresh`: reads what became of proposals where they are.
struct RefreshCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh",
    abstract: "Reads what became of proposals at a remote and on GitHub, and records what is new.",
    discussion: """
      Looks at every fix that was pushed from this state and has no final outcome: merged as it \
      was or with additions, closed, its branch deleted, or taken back by a commit that says so. \
      Each outcome is recorded once, however often you run this. A fix that was merged in another \
      form (a squash, a cherry-pick) is named and left to you: record it with `sentinel autonomy \
      record`. An act counts as a success only once this has seen it stand after its soak, so run \
      it at least daily where anything may act.

      Examples:
        sentinel autonomy refresh
        sentinel autonomy refresh ~/shop --remote upstream --json
        SENTINEL_GITHUB_TOKEN=… sentinel autonomy refresh --github

      Exit codes: 0 done; 2 usage, or mistakes in the policy; 3 the remote, the service or the state \
      cannot be read or written, or a kill switch is on.
      """)

  /// The document.
  struct Refreshed: Codable {
    /// A fix of which only a person can tell.
    struct Unclear: Codable {
      var id: String
      var why: String
    }

    var schema = "sentinel.autonomy-refresh/1"
    var remote: String
    var looked: Int
    var events: [Event]
    var unclear: [Unclear]
    var changes: [Controller.Change]
  }

  @Argument(help: "The folder of the project.")
  var path: String?

  @Option(
    help: "Where branches were pushed: an address, or a remote of ~/.gitconfig; origin by default.")
  var remote: String?

  @Flag(help: "Ask GitHub about the pull requests, with the credentials that heal takes.")
  var github = false

  @OptionGroup var state: StateOptions
  @OptionGroup var policy: PolicyOptions

  @Option(help: .isolation)
  var isolation = RunRequest.Isolation.preset

  @Flag(help: "Print what is new as JSON.")
  var json = false

  func run() throws {
    let folder = try state.folder()
    let watch = KillWatch(
      state: folder, environment: .current(), policy: try policy.read())
    let variables = Environment.current().variables
    let tree = BytePath(path ?? ".")
    let name = try HealPlan.address(remote ?? HealPlan.usualRemote)
    let toolbox = try Toolbox(isolation: isolation)
    defer { withExtendedLifetime(toolbox) {} }
    let reading = OutcomeReading(
      state: folder, path: tree, remote: name, access: PushCredentials(variables),
      git: SandboxedGit(on: try toolbox.trialMachine(isolation)),
      github: try service(name, tree, variables), isHalted: { watch.reason != nil })
    let report: OutcomeReading.Report
    do throws(PublishFailure) {
      if let reason = watch.reason {
        throw PublishFailure(.killed, "the kill switch is on: \(reason.rawValue)")
      }
      report = try reading.run(by: ("person", StateCommand.caller()))
    } catch {
      throw ExitFailure(code: 3, message: VisibleText.escaped(error.message))
    }
    let document = Refreshed(
      remote: report.remote, looked: report.looked, events: report.events,
      unclear: report.doubts.map { .init(id: $0.id, why: VisibleText.escaped($0.why)) },
      changes: report.changes)
    try json ? Console.output(Document.encode(document)) : Console.output(Self.text(document))
  }

  private func service(
    _ remote: String, _ tree: BytePath, _ variables: [String: String]
  ) throws -> GitHubSettings? {
    guard github else { return nil }
    do throws(GitHubSettings.Mistake) {
      return try PublishingSettings.Target.github(remote: remote, of: tree, environment: variables)
        .github
    } catch {
      throw ExitFailure.usage("--github: \(VisibleText.escaped(error.message))")
    }
  }

  private static func text(_ found: Refreshed) -> String {
    var text =
      "\(found.looked) fixes without a final outcome at \(VisibleText.escaped(found.remote)), "
      + "\(found.events.count) outcomes are new\n"
    for event in found.events { text += VisibleText.escaped(words(event)) + "\n" }
    for one in found.unclear { text += "unclear  \(VisibleText.escaped(one.id)): \(one.why)\n" }
    for change in found.changes {
      text +=
        "\(change.key.description): \(change.transition.from.rawValue) → "
        + "\(change.transition.to.rawValue) (\(change.transition.cause.rawValue))\n"
    }
    return text
  }

  private static func words(_ event: Event) -> String {
    switch event {
    case .merged(let id, let by, let edited):
      "merged   \(id)\(by.map { " by \($0)" } ?? "")\(edited ? ", with additions" : "")"
    case .closed(let id, _): "closed   \(id), unmerged"
    case .broke(let id, let how): "\(how.rawValue) \(id)"
    case .stood(let id): "stands   \(id)"
    default: "other"
    }
  }
}

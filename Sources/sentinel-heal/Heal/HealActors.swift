import Actors
import Connectors
import Equipment
import Findings
import Healing
import Kernel
import Ledger
import Sandbox
import Scanning
import Terminal

/// Who proposes, in the order in which they are asked.
enum HealActors {
  /// Every name that `--actor` takes.
  static let names = ["codemod", "model"]

  /// The actors of a plan.
  ///
  /// - Throws: mistakes in the settings of a model, or a model that was asked for and is not set.
  static func actors(
    of plan: HealPlan, _ toolbox: Toolbox, _ environment: [String: String],
    cassette: any ReplyCassette
  ) throws -> [any FixActor] {
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
    if wanted("model") {
      if let settings = try modelSettings(environment) {
        actors.append(
          ModelActor(ModelClient(settings), mask: SecretMask(environment), cassette: cassette))
      } else if plan.actors.contains("model") {
        throw ExitFailure.usage(
          "--actor model: no model is set; set SENTINEL_MODEL_URL and SENTINEL_MODEL_NAME")
      }
    }
    return actors
  }

  /// The settings of the model; nil when none is set.
  static func modelSettings(_ environment: [String: String]) throws -> ModelSettings? {
    do throws(SettingMistakes) { return try ModelSettings.read(environment) } catch {
      throw ExitFailure.usage(error.all.map(\.description).joined(separator: "\nsentinel: "))
    }
  }
}

extension RunFolder: RecordLog, ReplyCassette {}

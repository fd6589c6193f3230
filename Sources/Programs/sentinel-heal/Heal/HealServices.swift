import Actors
import CommandSupport
import Connectors
import Kernel
import Sandbox
internal import Text

/// The services outside that a run may ask, by the caller's variables and the user's `model.yaml`.
struct HealServices {
  /// The variables with what the file adds; what is secret among them is struck from everything.
  let variables: [String: String]
  /// The model; nil when none is set.
  let model: ModelSettings?
  /// What makes vectors for the memory; nil when none is set.
  let embeddings: EmbeddingSettings?

  /// Reads both.
  ///
  /// - Throws: every mistake at once, with code 2.
  init(_ environment: Environment, for plan: HealPlan) throws {
    let file = ModelFile(
      ModelFile.place(environment), environment.variables, outside: BytePath(plan.path))
    var mistakes = file.mistakes
    let read = { (body: () throws(SettingMistakes) -> Void) in
      do throws(SettingMistakes) { try body() } catch {
        mistakes += error.all.map(\.description)
      }
    }
    var found: (ModelSettings?, EmbeddingSettings?) = (nil, nil)
    read { () throws(SettingMistakes) in
      found.0 = try ModelSettings.read(file.variables, from: file.origins)
    }
    read { () throws(SettingMistakes) in
      found.1 = try EmbeddingSettings.read(file.variables, from: file.origins)
    }
    guard mistakes.isEmpty else {
      throw ExitFailure.usage(VisibleText.block(mistakes.joined(separator: "\nsentinel: ")))
    }
    variables = file.variables
    (model, embeddings) = found
  }
}

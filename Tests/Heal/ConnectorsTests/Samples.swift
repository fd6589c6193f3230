import Connectors
import Text

extension ModelRequest {
  /// A request as the healer makes them.
  static let sample = ModelRequest(
    system: "You mend code.", turns: [Turn(.user, "Mend this: é €")],
    tool: Tool(
      name: "propose_patch", description: "Proposes a patch.",
      schema: [
        "type": "object", "additionalProperties": false, "required": ["patch", "rationale"],
        "properties": ["patch": ["type": "string"], "rationale": ["type": "string"]],
      ]),
    maximumOutput: 1_000)
}

let patch: JSONValue = ["patch": "--- a/x\n+++ b/x\n", "rationale": "because \u{1F600} \"é\""]

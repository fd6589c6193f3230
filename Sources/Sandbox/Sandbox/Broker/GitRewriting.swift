internal import Egress

/// Lets git find repositories whose grant the broker holds: addresses of https and ssh are rewritten to
/// those of clear HTTP inside, which the broker turns into verified TLS with the credential.
///
/// git asks for no credential then, since no server ever answers that one is missing; nothing has to be
/// typed, stored or handed to a helper within the sandbox. The settings travel as GIT_CONFIG_COUNT and
/// its companions (git-config, "Environment"), so that no file of the user's is touched.
struct GitRewriting {
  let rules: [RuleDescription]
  let grants: [GrantDescription]

  /// Each setting's key and value.
  var settings: [(key: String, value: String)] {
    rules.flatMap { rule -> [(String, String)] in
      guard rule.verdict != "deny", let grant = grants.first(where: { $0.name == rule.grant }),
        grant.git != nil, let port = (try? EgressRule(rule))?.ports.ranges.first?.lowerBound
      else { return [] }
      let place = port == 80 ? rule.target : "\(rule.target):\(port)"
      return grant.paths.flatMap { path -> [(String, String)] in
        let key = "url.http://\(place)\(path).insteadOf"
        return [
          (key, "https://\(rule.target)\(path)"), (key, "ssh://git@\(rule.target)\(path)"),
          (key, "git@\(rule.target):\(path.dropFirst())"),
        ]
      }
    }
  }

  /// Adds the settings behind those that the variables hold already.
  func add(to variables: inout [String: [UInt8]]) {
    let settings = settings
    guard !settings.isEmpty else { return }
    var count =
      variables["GIT_CONFIG_COUNT"].flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
    count = max(0, count)
    for setting in settings {
      variables["GIT_CONFIG_KEY_\(count)"] = Array(setting.key.utf8)
      variables["GIT_CONFIG_VALUE_\(count)"] = Array(setting.value.utf8)
      count += 1
    }
    variables["GIT_CONFIG_COUNT"] = Array(String(count).utf8)
    // A question that nobody can answer would hold the command up.
    if variables["GIT_TERMINAL_PROMPT"] == nil {
      variables["GIT_TERMINAL_PROMPT"] = Array("0".utf8)
    }
  }
}

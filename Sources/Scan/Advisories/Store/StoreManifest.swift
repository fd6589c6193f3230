package import Text

/// What a store of advisories says about itself.
package struct StoreManifest: Equatable, Sendable {
  /// When it was made, as `YYYY-MM-DDThh:mm:ssZ`.
  package var made: String
  /// The latest publication among its advisories, in the same form; nil where none says one.
  package var newest: String?
  /// How many advisories it holds.
  package var advisories: Int
  /// How many advisories name a package of each ecosystem, by OSV's spelling.
  package var ecosystems: [String: Int]
  /// How many advisories were left out because they name no package of a known ecosystem.
  package var leftOut: Int

  /// Makes a manifest.
  package init(
    made: String, newest: String? = nil, advisories: Int = 0, ecosystems: [String: Int] = [:],
    leftOut: Int = 0
  ) {
    self.made = made
    self.newest = newest
    self.advisories = advisories
    self.ecosystems = ecosystems
    self.leftOut = leftOut
  }

  /// The JSON form; its keys are the names of the properties.
  package var value: JSONValue {
    var members: [String: JSONValue] = [
      "made": .string(made), "advisories": .integer(advisories),
      "ecosystems": .object(ecosystems.mapValues { .integer($0) }), "leftOut": .integer(leftOut),
    ]
    if let newest { members["newest"] = .string(newest) }
    return .object(members)
  }

  init?(_ value: JSONValue) {
    guard let made = value["made"]?.string, let advisories = value["advisories"]?.integer,
      let leftOut = value["leftOut"]?.integer
    else { return nil }
    self.init(
      made: made, newest: value["newest"]?.string, advisories: advisories,
      ecosystems: (value["ecosystems"]?.members ?? [:]).compactMapValues(\.integer),
      leftOut: leftOut)
  }
}

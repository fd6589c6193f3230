/// Why settings of a service cannot be used.
package struct SettingMistake: Error, Hashable, Sendable, CustomStringConvertible {
  /// The variable that is wrong, or the place in the file that stands for it.
  package var name: String
  /// What is wrong with it; never its value when that is a secret.
  package var reason: String
  /// What to write instead.
  package var remedy: String
  /// One sentence for a person.
  package var description: String { "\(name) \(reason); \(remedy)" }
}

/// Every mistake of the settings at once.
package struct SettingMistakes: Error, Hashable, Sendable {
  /// The mistakes in the order of the variables.
  package var all: [SettingMistake]
}

/// Reads the variables of one service, and collects what is wrong while it reads.
struct SettingsReader {
  /// How every variable of the service begins.
  let prefix: String
  private let names: [String]
  private let environment: [String: String]
  private let origins: [String: String]
  private(set) var mistakes: [SettingMistake] = []

  /// Takes the variables that have a value; one that begins so and is no setting is a mistake.
  init(
    _ prefix: String, _ names: [String], _ environment: [String: String],
    from origins: [String: String]
  ) {
    self.prefix = prefix
    self.names = names
    self.environment = environment.filter { !$0.value.isEmpty }
    self.origins = origins
    let known = names.map { prefix + $0 }
    for name in environment.keys.sorted() where name.hasPrefix(prefix) && !known.contains(name) {
      refuse(
        String(name.dropFirst(prefix.count)), "is not a setting",
        "known are \(known.joined(separator: ", "))")
    }
  }

  /// Whether any of them has a value.
  var isSet: Bool { names.contains { value($0) != nil } }

  /// The value of a variable, by the end of its name.
  func value(_ name: String) -> String? { environment[prefix + name] }

  /// Notes a mistake.
  mutating func refuse(_ name: String, _ reason: String, _ remedy: String) {
    let name = prefix + name
    mistakes.append(SettingMistake(name: origins[name] ?? name, reason: reason, remedy: remedy))
  }

  /// The value of a variable that must have one; empty after a mistake.
  mutating func required(_ name: String, _ remedy: String) -> String {
    if value(name) == nil { refuse(name, "is not set", remedy) }
    return value(name) ?? ""
  }

  /// The address in `URL`, without slashes at its end; empty after a mistake.
  mutating func address(endsInVersion: Bool) -> String {
    var url = required("URL", "set it to the address of the service")
    while url.hasSuffix("/") { url.removeLast() }
    guard !url.isEmpty else { return url }
    if !url.hasPrefix("https://"), !url.hasPrefix("http://") {
      refuse("URL", "is not a valid URL", "write https://HOST/…")
    } else if url.contains("@") || url.contains("?") || url.contains("#") {
      refuse(
        "URL", "holds more than host and path",
        "write the key into \(prefix)KEY and leave out @, ? and #")
    } else if !endsInVersion, url.hasSuffix("/v1") {
      refuse("URL", "ends in /v1", "leave that out for the format anthropic")
    } else if endsInVersion, !url.hasSuffix("/v1") {
      refuse("URL", "does not end in /v1", "write the address up to and with /v1")
    }
    if value("KEY") != nil, url.hasPrefix("http:"), !ServiceHost(url).isLoopback {
      refuse("URL", "would carry the key unencrypted", "write an https:// address")
    }
    return url
  }

  /// Throws every mistake, if there is any.
  func finish() throws(SettingMistakes) {
    if !mistakes.isEmpty { throw SettingMistakes(all: mistakes) }
  }
}

/// The host of a service's address.
struct ServiceHost {
  /// Its name in lower case.
  let name: String

  /// Reads the address.
  init(_ url: String) {
    let rest = url.drop { $0 != ":" }.dropFirst(3)
    let authority = rest.prefix { $0 != "/" }
    name =
      authority.hasPrefix("[")
      ? String(authority.dropFirst().prefix { $0 != "]" })
      : authority.prefix { $0 != ":" }.lowercased()
  }

  /// Whether it is this machine.
  var isLoopback: Bool { name == "localhost" || name == "::1" || name.hasPrefix("127.") }
}

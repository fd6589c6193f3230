/// The wire format of a model service.
package enum ModelAPI: String, CaseIterable, Hashable, Sendable {
  /// Chat Completions, which hosted services and most local servers speak.
  case openAIChat = "openai-chat"
  /// The Responses API.
  case openAIResponses = "openai-responses"
  /// Anthropic's Messages API.
  case anthropic
}

/// Why settings of a model cannot be used.
package struct SettingMistake: Error, Hashable, Sendable, CustomStringConvertible {
  /// The variable that is wrong.
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

/// Which model is asked, how, and at what price.
package struct ModelSettings: Hashable, Sendable {
  /// Where the service is, without a slash at the end: with `/v1` for OpenAI's formats, without for
  /// Anthropic's.
  package var url: String
  /// The model's name at the service.
  package var name: String
  /// The wire format.
  package var api: ModelAPI
  /// The secret that is sent with every request; nil for servers that want none.
  package var key: String?
  /// Anthropic's version header.
  package var apiVersion = Self.newestVersion
  /// US dollars for a million tokens that are sent; nil when unknown.
  package var priceIn: Double?
  /// US dollars for a million tokens that are written; nil when unknown.
  package var priceOut: Double?
  /// The most tokens of one answer; every request states it.
  package var maximumOutput = 8_192
  /// How many answers to each question are asked for and voted on, each of which is paid for; 1 to 16.
  package var samples = 1

  /// The version of Anthropic's API that this client was written for.
  package static let newestVersion = "2026-10-21"

  /// Settings without a key and prices.
  package init(url: String, name: String, api: ModelAPI, key: String? = nil) {
    self.url = url
    self.name = name
    self.api = api
    self.key = key
  }

  /// Whether the service is OpenAI's own, which renamed the bound of an answer.
  package var isHostedOpenAI: Bool { host == "api.openai.com" || host.hasSuffix(".azure.com") }

  /// The name of the service's host in lower case.
  private var host: String {
    let rest = url.drop { $0 != ":" }.dropFirst(3)
    let authority = rest.prefix { $0 != "/" }
    if authority.hasPrefix("[") { return String(authority.dropFirst().prefix { $0 != "]" }) }
    return authority.prefix { $0 != ":" }.lowercased()
  }

  private var isLoopback: Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }

  /// Reads `SENTINEL_MODEL_URL` and its neighbours.
  ///
  /// - Returns: nil when no variable of a model is set: healing goes on without one.
  package static func read(
    _ environment: [String: String]
  ) throws(SettingMistakes) -> ModelSettings? {
    var reader = Reader(environment: environment.filter { !$0.value.isEmpty })
    let known = Reader.names.map { Reader.prefix + $0 }
    for name in environment.keys.sorted() where name.hasPrefix(Reader.prefix) {
      if !known.contains(name) {
        reader.refuse(name, "is no setting", "known are \(known.joined(separator: ", "))")
      }
    }
    guard reader.environment.keys.contains(where: known.contains) else {
      guard reader.mistakes.isEmpty else { throw SettingMistakes(all: reader.mistakes) }
      return nil
    }
    let settings = reader.settings()
    guard reader.mistakes.isEmpty else { throw SettingMistakes(all: reader.mistakes) }
    return settings
  }

  /// Collects what is wrong while it reads.
  private struct Reader {
    static let prefix = "SENTINEL_MODEL_"
    static let names = [
      "URL", "NAME", "API", "KEY", "API_VERSION", "PRICE_IN", "PRICE_OUT", "SAMPLES",
    ]
    var environment: [String: String]
    var mistakes: [SettingMistake] = []

    mutating func refuse(_ name: String, _ reason: String, _ remedy: String) {
      mistakes.append(SettingMistake(name: name, reason: reason, remedy: remedy))
    }

    func value(_ name: String) -> String? { environment[Self.prefix + name] }

    mutating func required(_ name: String, _ remedy: String) -> String {
      if value(name) == nil { refuse(Self.prefix + name, "is not set", remedy) }
      return value(name) ?? ""
    }

    mutating func settings() -> ModelSettings {
      let api = api()
      let url = url(for: api)
      let name = required("NAME", "set it to the model's name at the service")
      var settings = ModelSettings(url: url, name: name, api: api, key: value("KEY"))
      if let version = value("API_VERSION") {
        if api != .anthropic {
          refuse(
            Self.prefix + "API_VERSION", "belongs to the format anthropic",
            "leave it out, or set \(Self.prefix)API=anthropic")
        }
        settings.apiVersion = version
      }
      settings.priceIn = price("PRICE_IN")
      settings.priceOut = price("PRICE_OUT")
      if (settings.priceIn == nil) != (settings.priceOut == nil) {
        refuse(
          Self.prefix + "PRICE_IN", "and PRICE_OUT belong together", "set both, or neither")
      }
      if let text = value("SAMPLES") {
        let samples = Int(text).flatMap { (1...16).contains($0) ? $0 : nil }
        if samples == nil {
          refuse(Self.prefix + "SAMPLES", "is no number of answers", "write 1 to 16")
        }
        settings.samples = samples ?? 1
      }
      if settings.key != nil, url.hasPrefix("http:"), !settings.isLoopback {
        refuse(
          Self.prefix + "URL", "would carry the key unencrypted", "write an https:// address")
      }
      return settings
    }

    mutating func api() -> ModelAPI {
      guard let text = value("API") else { return .openAIChat }
      if let api = ModelAPI(rawValue: text) { return api }
      let words = ModelAPI.allCases.map(\.rawValue).joined(separator: ", ")
      refuse(Self.prefix + "API", "is none of the formats", "write one of \(words)")
      return .openAIChat
    }

    mutating func url(for api: ModelAPI) -> String {
      var url = required("URL", "set it to the address of the service")
      while url.hasSuffix("/") { url.removeLast() }
      guard !url.isEmpty else { return url }
      if !url.hasPrefix("https://"), !url.hasPrefix("http://") {
        refuse(Self.prefix + "URL", "is no address of the web", "write https://HOST/…")
      } else if url.contains("@") || url.contains("?") || url.contains("#") {
        refuse(
          Self.prefix + "URL", "holds more than host and path",
          "write the key into \(Self.prefix)KEY and leave out @, ? and #")
      } else if api == .anthropic, url.hasSuffix("/v1") {
        refuse(Self.prefix + "URL", "ends in /v1", "leave that out for the format anthropic")
      } else if api != .anthropic, !url.hasSuffix("/v1") {
        refuse(Self.prefix + "URL", "does not end in /v1", "write the address up to and with /v1")
      }
      return url
    }

    mutating func price(_ name: String) -> Double? {
      guard let text = value(name) else { return nil }
      if let price = Double(text), price.isFinite, price >= 0 { return price }
      refuse(
        Self.prefix + name, "is no price", "write US dollars for a million tokens, such as 2.50")
      return nil
    }
  }
}

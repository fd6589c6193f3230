/// The wire format of a model service.
package enum ModelAPI: String, CaseIterable, Hashable, Sendable {
  /// Chat Completions, which hosted services and most local servers speak.
  case openAIChat = "openai-chat"
  /// The Responses API.
  case openAIResponses = "openai-responses"
  /// Anthropic's Messages API.
  case anthropic
}

/// Which model is asked, how, and at what price.
package struct ModelSettings: Hashable, Sendable {
  /// Where the service is, without a slash at the end: with `/v1` for OpenAI's formats, without for
  /// Anthropic's.
  package var url: String
  /// The model's name at the service.
  package var name: String
  /// The wire format that the service speaks.
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
  package var isHostedOpenAI: Bool {
    let host = ServiceHost(url).name
    return host == "api.openai.com" || host.hasSuffix(".azure.com")
  }

  /// How every variable of a model begins.
  package static let prefix = "SENTINEL_MODEL_"

  /// Reads `SENTINEL_MODEL_URL` and its neighbours.
  ///
  /// - Parameters:
  ///   - environment: the variables.
  ///   - origins: how mistakes name those that stand in a file, by variable.
  /// - Returns: nil when no variable of a model is set: healing goes on without one.
  /// - Throws: every mistake.
  package static func read(
    _ environment: [String: String], from origins: [String: String] = [:]
  ) throws(SettingMistakes) -> ModelSettings? {
    var reader = SettingsReader(
      prefix,
      ["URL", "NAME", "API", "KEY", "API_VERSION", "PRICE_IN", "PRICE_OUT", "SAMPLES"],
      environment, from: origins)
    let settings = reader.isSet ? reader.modelSettings() : nil
    try reader.finish()
    return settings
  }
}

extension SettingsReader {
  fileprivate mutating func modelSettings() -> ModelSettings {
    let api = api()
    let url = address(endsInVersion: api != .anthropic)
    let name = required("NAME", "set it to the model's name at the service")
    var settings = ModelSettings(url: url, name: name, api: api, key: value("KEY"))
    if let version = value("API_VERSION") {
      if api != .anthropic {
        refuse(
          "API_VERSION", "belongs to the format anthropic",
          "leave it out, or set \(prefix)API=anthropic")
      }
      settings.apiVersion = version
    }
    settings.priceIn = price("PRICE_IN")
    settings.priceOut = price("PRICE_OUT")
    if (settings.priceIn == nil) != (settings.priceOut == nil) {
      refuse("PRICE_IN", "and PRICE_OUT belong together", "set both, or neither")
    }
    if let text = value("SAMPLES") {
      let samples = Int(text).flatMap { (1...16).contains($0) ? $0 : nil }
      if samples == nil { refuse("SAMPLES", "is not a number of answers", "write 1 to 16") }
      settings.samples = samples ?? 1
    }
    return settings
  }

  private mutating func api() -> ModelAPI {
    guard let text = value("API") else { return .openAIChat }
    if let api = ModelAPI(rawValue: text) { return api }
    let words = ModelAPI.allCases.map(\.rawValue).joined(separator: ", ")
    refuse("API", "is not a known format", "write one of \(words)")
    return .openAIChat
  }

  private mutating func price(_ name: String) -> Double? {
    guard let text = value(name) else { return nil }
    if let price = Double(text), price.isFinite, price >= 0 { return price }
    refuse(name, "is not a price", "write US dollars for a million tokens, such as 2.50")
    return nil
  }
}

/// Which service makes vectors of texts; it speaks OpenAI's format.
package struct EmbeddingSettings: Hashable, Sendable {
  /// Where the service is, up to and with `/v1`, without a slash at the end.
  package var url: String
  /// The model's name at the service.
  package var name: String
  /// The secret that is sent with every request; nil for servers that want none.
  package var key: String?

  /// How every variable begins.
  package static let prefix = "SENTINEL_EMBEDDINGS_"

  /// Settings from their parts.
  package init(url: String, name: String, key: String? = nil) {
    self.url = url
    self.name = name
    self.key = key
  }

  /// Reads `SENTINEL_EMBEDDINGS_URL`, `_NAME` and `_KEY`.
  ///
  /// - Parameters:
  ///   - environment: the variables.
  ///   - origins: how mistakes name those that stand in a file, by variable.
  /// - Returns: nil when none of them is set.
  /// - Throws: every mistake.
  package static func read(
    _ environment: [String: String], from origins: [String: String] = [:]
  ) throws(SettingMistakes) -> EmbeddingSettings? {
    var reader = SettingsReader(prefix, ["URL", "NAME", "KEY"], environment, from: origins)
    var settings: EmbeddingSettings?
    if reader.isSet {
      settings = EmbeddingSettings(
        url: reader.address(endsInVersion: true),
        name: reader.required("NAME", "set it to the model's name at the service"),
        key: reader.value("KEY"))
    }
    try reader.finish()
    return settings
  }
}

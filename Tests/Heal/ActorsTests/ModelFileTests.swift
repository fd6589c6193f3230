import Connectors
import FoundationEssentials
import Kernel
import TestSupport
import Testing

@testable import Actors

/// The user's `model.yaml`.
@Suite struct ModelFileTests {
  private let home: Scratch
  private let tree: Scratch

  init() throws {
    home = try Scratch("home")
    tree = try Scratch("tree")
  }

  private func read(
    _ text: String?, _ environment: [String: String] = [:], mode: UInt32 = 0o644
  ) throws -> ModelFile {
    if let text { try home.write(text, to: "sentinel/model.yaml", mode: mode) }
    let variables = Environment(entries: [Array("XDG_CONFIG_HOME=\(home.url.path)".utf8)])
    return ModelFile(
      ModelFile.place(variables), environment, outside: BytePath(tree.url.path))
  }

  private static let whole = """
    schema: sentinel.model/1
    url: https://models.example.com/v1
    name: big
    api: openai-responses
    keyFile: key
    priceIn: 2.5
    priceOut: 10
    samples: 3
    embeddings:
      url: http://localhost:8080/v1
      name: small
      keyVariable: VECTORS

    """

  @Test func `what it says is what the variables would say`() throws {
    try home.write("k-0123456789\n", to: "sentinel/key", mode: 0o600)
    let file = try read(Self.whole, ["VECTORS": "v-0123456789", "PATH": "/bin"])
    #expect(file.mistakes == [])
    let model = try #require(try ModelSettings.read(file.variables, from: file.origins))
    #expect(model.url == "https://models.example.com/v1" && model.name == "big")
    #expect(model.api == .openAIResponses && model.key == "k-0123456789")
    #expect(model.priceIn == 2.5 && model.priceOut == 10 && model.samples == 3)
    let vectors = try #require(try EmbeddingSettings.read(file.variables, from: file.origins))
    #expect(
      vectors
        == EmbeddingSettings(url: "http://localhost:8080/v1", name: "small", key: "v-0123456789"))
    #expect(file.variables["PATH"] == "/bin")
    // What the file brought is struck from prompts as the environment's secrets are.
    let mask = SecretMask(file.variables)
    #expect(!mask.masked("x k-0123456789 v-0123456789").contains("-0123456789"))
  }

  @Test func `without a file there is only the environment`() throws {
    let file = try read(nil, ["SENTINEL_MODEL_NAME": "m"])
    #expect(file.mistakes == [] && file.variables == ["SENTINEL_MODEL_NAME": "m"])
  }

  @Test func `a variable wins, and the file's key goes to the file's address alone`() throws {
    try home.write("k-0123456789", to: "sentinel/key", mode: 0o600)
    let named = try read(Self.whole, ["SENTINEL_MODEL_NAME": "other", "VECTORS": "v"])
    #expect(named.variables[ModelSettings.prefix + "NAME"] == "other")
    #expect(named.variables[ModelSettings.prefix + "KEY"] == "k-0123456789")
    let moved = try read(
      Self.whole, ["SENTINEL_MODEL_URL": "https://elsewhere.example.com/v1", "VECTORS": "v"])
    #expect(moved.variables[ModelSettings.prefix + "URL"] == "https://elsewhere.example.com/v1")
    #expect(moved.variables[ModelSettings.prefix + "KEY"] == nil)
    let keyed = try read(Self.whole, ["SENTINEL_MODEL_KEY": "own", "VECTORS": "v"])
    #expect(keyed.variables[ModelSettings.prefix + "KEY"] == "own")
  }

  @Test func `every mistake is told at once, with its line`() throws {
    let file = try read(
      """
      schema: sentinel.model/2
      url: [https://models.example.com/v1]
      nmae: big
      key: k-0123456789
      keyFile: nowhere
      embeddings:
        keyVariable: NOT_SET
        api: anthropic
      """)
    for (line, text) in [
      (1, "sentinel.model/1"), (2, "url"), (3, "nmae"), (4, "\"key\""), (5, "nowhere"),
      (7, "NOT_SET"), (8, "embeddings.api"),
    ] {
      #expect(
        file.mistakes.contains { $0.contains("model.yaml:\(line):") && $0.contains(text) },
        "\(line) \(text): \(file.mistakes)")
    }
    #expect(!file.mistakes.joined().contains("k-0123456789"))
    #expect(file.variables[ModelSettings.prefix + "KEY"] == nil)
  }

  @Test func `a value that cannot be names its line`() throws {
    let file = try read("schema: sentinel.model/1\nurl: ftp://x/v1\nname: m\nsamples: 99\n")
    #expect(file.mistakes == [])
    do throws(SettingMistakes) {
      _ = try ModelSettings.read(file.variables, from: file.origins)
      Issue.record("it was taken")
    } catch {
      let told = error.all.map(\.description)
      #expect(told.contains { $0.contains("model.yaml:2: \"url\" is not a valid URL") }, "\(told)")
      #expect(told.contains { $0.contains("model.yaml:4: \"samples\"") }, "\(told)")
    }
  }

  @Test(arguments: [0o644, 0o640, 0o604] as [UInt32])
  func `a key that others can read is refused`(mode: UInt32) throws {
    try home.write("k-0123456789", to: "sentinel/key", mode: mode)
    let file = try read(Self.whole, ["VECTORS": "v"])
    #expect(file.mistakes.contains { $0.contains("model.yaml:5:") && $0.contains("chmod 600") })
    #expect(file.variables[ModelSettings.prefix + "KEY"] == nil)
  }

  @Test(arguments: ["", "two\nlines", "a b", "é", "\u{1B}[31m"])
  func `a file without a key as its only line is none`(text: String) throws {
    try home.write(text, to: "sentinel/key", mode: 0o600)
    #expect(
      try read(Self.whole, ["VECTORS": "v"]).mistakes.contains { $0.contains("holds no key") })
  }

  @Test func `a file that others can change is refused whole`() throws {
    let file = try read(Self.whole, ["VECTORS": "v"], mode: 0o666)
    #expect(file.mistakes.count == 1 && file.mistakes[0].contains("only you can change"))
    #expect(file.variables == ["VECTORS": "v"])
  }

  @Test func `nothing is read from the tree that is healed, by whatever name it is reached`() throws
  {
    let inside = try tree.write(Self.whole, to: "config/sentinel/model.yaml")
    let place = { (folder: String) in
      BytePath(folder).appending("sentinel").appending("model.yaml")
    }
    let direct = ModelFile(
      place(tree.url.path + "/config"), [:], outside: BytePath(tree.url.path + "/."))
    #expect(direct.mistakes.first?.contains("is in the tree that is healed") == true)
    #expect(direct.variables.isEmpty)
    let shell = try HostProcess.run([
      "/bin/ln", "-s", inside.deletingLastPathComponent().path, home.url.path + "/sentinel",
    ])
    #expect(shell.code == 0)
    let linked = ModelFile(place(home.url.path), [:], outside: BytePath(tree.url.path))
    #expect(linked.mistakes.first?.contains("is in the tree that is healed") == true)
    // A folder beside the tree whose name begins as the tree's is not the tree.
    let beside = ModelFile(
      place(tree.url.path + "/config"), ["VECTORS": "v"],
      outside: BytePath(tree.url.path + "/conf"))
    #expect(beside.variables[ModelSettings.prefix + "NAME"] == "big")
  }

  @Test func `a key file in the tree is refused too`() throws {
    let key = try tree.write("k-0123456789", to: "key", mode: 0o600)
    let text = Self.whole.replacing("keyFile: key", with: "keyFile: \(key.path)")
    let file = try read(text, ["VECTORS": "v"])
    #expect(file.mistakes.contains { $0.contains("is in the tree that is healed") })
    #expect(file.variables[ModelSettings.prefix + "KEY"] == nil)
  }
}

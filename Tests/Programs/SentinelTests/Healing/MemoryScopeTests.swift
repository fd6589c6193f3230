import Connectors
import FoundationEssentials
import ModelTestKit
import TestSupport
import Testing
import Text

/// What a model that is asked about one repository hears of another.
@Suite struct MemoryScopeTests {
  private static let secret = "ledger_of_a"

  private let shell: HealShell

  /// Two repositories with the same trouble, the first with a word of its own beside it.
  init() throws {
    shell = try HealShell()
    let made = try shell(
      """
      cp -r project other
      sed -i 's/^    if count/    # \(Self.secret)\\n    if count/' project/shop/price.py
      grep -q \(Self.secret) project/shop/price.py
      """)
    #expect(made.code == 0, "\(made)")
  }

  /// Heals a repository with a model of its own; what that model was told.
  private func told(
    healing folder: String, _ options: String = "",
    scopes: (String) -> String = { _ in "" }
  ) throws -> (told: String, finished: HostProcess.Finished) {
    let patch = """
      shop/price.py
      <<<<<<< SEARCH
          if count > 3:
      =======
          if count >= 3:
      >>>>>>> REPLACE

      """
    let service = try ScriptedService(
      .openAIChat, replies: [["tool": ["patch": .string(patch), "rationale": "By the script."]]])
    let settings = service.settings
    let finished = try shell(
      """
      mkdir -p ~/.config/sentinel; cat > ~/.config/sentinel/memory.yaml <<'EOF'
      schema: sentinel.memory-scopes/1
      scopes:
      \(scopes(settings.url))
      EOF
      [ -n '\(scopes(settings.url))' ] || rm ~/.config/sentinel/memory.yaml
      export SENTINEL_MODEL_URL=\(settings.url) SENTINEL_MODEL_NAME=\(settings.name)
      export SENTINEL_MODEL_KEY=\(service.key)
      $HEAL \(folder) --test "$TEST" --actor model \(options)
      """)
    let text = service.requests.map { String(decoding: $0.serialized(), as: UTF8.self) }
    return (text.joined(), finished)
  }

  @Test func `healing one repository tells its model nothing of another, unless they are joined`()
    throws
  {
    let first = try told(healing: "project")
    #expect(first.finished.code == 0 && first.told.contains(Self.secret), "\(first.finished)")
    let apart = try told(healing: "other")
    #expect(apart.finished.code == 0 && apart.told.contains("count > 3"), "\(apart.finished)")
    #expect(!apart.told.contains(Self.secret))
    let home = try shell("pwd -P").text.trimmingSuffix { $0 == "\n" }
    let folders = "folders: [\(home)/project, \(home)/other]"
    let unheard = try told(healing: "other") { _ in
      "  - {name: shop, \(folders), models: [\"http://127.0.0.1:1/v1\"]}"
    }
    #expect(
      unheard.finished.code == 0 && !unheard.told.contains(Self.secret), "\(unheard.finished)")
    let joined = try told(healing: "other") { url in
      "  - {name: shop, \(folders), models: [\"\(url)\"]}"
    }
    #expect(joined.finished.code == 0 && joined.told.contains(Self.secret), "the control")
  }

  @Test func `a repository that takes another's place hears nothing of it`() throws {
    let held = "repairs of similar incidents that held"
    let first = try told(healing: "project")
    #expect(first.finished.code == 0 && !first.told.contains(held), "\(first.finished)")
    let same = try told(healing: "project")
    #expect(same.finished.code == 0 && same.told.contains(held), "the control: \(same.finished)")
    let moved = try shell("mv project gone && cp -r other project")
    #expect(moved.code == 0, "\(moved)")
    let apart = try told(healing: "project")
    #expect(apart.finished.code == 0 && apart.told.contains("count > 3"), "\(apart.finished)")
    #expect(!apart.told.contains(held) && !apart.told.contains(Self.secret))
  }

  @Test func `a scope that is not written down, or does not say who hears it, is refused`() throws {
    let unknown = try told(healing: "other", "--scope shop")
    #expect(unknown.finished.code == 2 && unknown.told.isEmpty, "\(unknown.finished)")
    #expect(unknown.finished.errors.contains("no scope \"shop\""), "\(unknown.finished)")
    let silent = try told(healing: "other", "--scope shop") { _ in "  - {name: shop}" }
    #expect(silent.finished.code == 2 && silent.told.isEmpty, "\(silent.finished)")
    #expect(silent.finished.errors.contains("models"), "\(silent.finished)")
    let home = try shell("pwd -P").text.trimmingSuffix { $0 == "\n" }
    let others = try told(healing: "other", "--scope shop") { url in
      "  - {name: shop, folders: [], models: [\"\(url)\"]}\n"
        + "  - {name: web, folders: [\(home)/other], models: [\"\(url)\"]}"
    }
    #expect(others.finished.code == 2 && others.told.isEmpty, "\(others.finished)")
    #expect(others.finished.errors.contains("is in the scope web"), "\(others.finished)")
  }

  @Test func `a folder is of a scope by its bytes, not by how its name looks`() throws {
    let home = try shell("pwd -P").text.trimmingSuffix { $0 == "\n" }
    let composed = "caf\u{E9}", decomposed = "cafe\u{301}"
    let made = try shell("cp -r other \(composed); cp -r other \(decomposed)")
    #expect(made.code == 0, "\(made)")
    let scopes = { (url: String) in
      "  - {name: shop, folders: [\(home)/project, \(home)/\(composed)], models: [\"\(url)\"]}"
    }
    #expect(try told(healing: "project", scopes: scopes).finished.code == 0)
    let apart = try told(healing: decomposed, scopes: scopes)
    #expect(apart.finished.code == 0 && !apart.told.contains(Self.secret), "\(apart.finished)")
    let joined = try told(healing: composed, scopes: scopes)
    #expect(joined.told.contains(Self.secret), "the control: \(joined.finished)")
  }
}

extension String {
  fileprivate func trimmingSuffix(_ isEnd: (Character) -> Bool) -> String {
    var text = self
    while let last = text.last, isEnd(last) { text.removeLast() }
    return text
  }
}

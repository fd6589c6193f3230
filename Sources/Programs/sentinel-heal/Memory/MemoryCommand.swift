import Actors
import ArgumentParser
import CommandSupport
import Healing
import Kernel
import Memory
import Sandbox
import State
internal import Text

/// `sentinel memory`: what is known of earlier cases.
struct MemoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memory",
    abstract: "Shows, exports, imports and removes what healing remembers.",
    discussion: """
      Only what was proven is ever told to an actor, and only while the folder is healed that it comes \
      from. ~/.config/sentinel/memory.yaml joins folders into scopes, and says which models may hear \
      what is remembered in each. Entries of versions without scopes are kept and told to nobody. What \
      is imported is marked as such, and told only when a run in its scope has proven the same change.

      Examples:
        sentinel memory list
        sentinel memory export > memory.jsonl
        sentinel memory import memory.jsonl --scope shop
        sentinel memory forget 3f0c9a7be1d24c55a0b1c2d3e4f50617

      Exit codes: 0 done; 1 there is no such entry; 2 usage; 3 the memory cannot be used.
      """,
    subcommands: [List.self, Export.self, Import.self, Forget.self])

  /// The store of a state folder.
  static func store(_ options: StateOptions) throws -> MemoryStore {
    let folder = try options.folder()
    do throws(MemoryFailure) { return try MemoryStore(folder: folder.path) } catch {
      throw ExitFailure(code: 3, message: VisibleText.escaped(error.description))
    }
  }

  /// What the memory says; what is wrong with it ends the program with code 3.
  static func using<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch let failure as MemoryFailure {
      throw ExitFailure(code: 3, message: VisibleText.escaped(failure.description))
    }
  }

  /// `sentinel memory list`.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Shows every entry and every bar.")

    @OptionGroup var state: StateOptions

    @Flag(help: "Print them as JSON.")
    var json = false

    func run() async throws {
      let store = try MemoryCommand.store(state)
      let (entries, bars) = try await MemoryCommand.using {
        (try await store.entries(), try await store.bars())
      }
      guard json else {
        // Each is one line, whatever an imported file has put into it.
        var lines = entries.map { entry in
          let origin = entry.provenance.importedFrom.map { ", imported from \($0)" } ?? ""
          return "\(entry.id) \(entry.outcome.rawValue) \(entry.title) "
            + "(run \(entry.provenance.run), scope \(entry.scope ?? "none")\(origin))"
        }
        lines += bars.map { "barred \($0.changeDigest.prefix(16)): \($0.reason)" }
        return try Console.output(lines.map { VisibleText.line($0) + "\n" }.joined())
      }
      let document = JSONValue.object([
        "schema": "sentinel.memory-list/1",
        "entries": .array(entries.map(MemoryCommand.document)),
        "bars": .array(
          bars.map {
            .object([
              "fingerprint": .string($0.fingerprint), "changeDigest": .string($0.changeDigest),
              "reason": .string(VisibleText.line($0.reason)),
              "until": .string(VisibleText.line($0.until)),
            ])
          }),
      ])
      try Console.output(document.serialized())
    }
  }

  private static func document(_ entry: MemoryEntry) -> JSONValue {
    .object([
      "id": .string(entry.id), "fingerprint": .string(entry.fingerprint),
      "kind": .string(entry.kind),
      "rule": entry.rule.map { .string(VisibleText.line($0)) } ?? .null,
      "title": .string(VisibleText.line(entry.title)), "outcome": .string(entry.outcome.rawValue),
      "exitReason": .string(entry.exitReason.rawValue),
      "attempts": .integer(entry.attempts.count), "changeDigest": .string(entry.changeDigest),
      "run": .string(VisibleText.line(entry.provenance.run)),
      "scope": entry.scope.map { .string(VisibleText.line($0)) } ?? .null,
      "importedFrom": entry.provenance.importedFrom.map { .string(VisibleText.line($0)) } ?? .null,
    ])
  }

  /// `sentinel memory export`.
  struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export",
      abstract: "Writes every entry and bar to standard output, as JSON lines.")

    @OptionGroup var state: StateOptions

    func run() async throws {
      let store = try MemoryCommand.store(state)
      let bytes = try await MemoryCommand.using {
        try MemoryFile.encoded(try await store.entries(), try await store.bars())
      }
      try Console.output(bytes)
    }
  }

  /// `sentinel memory import`.
  struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import",
      abstract: "Imports what another memory has exported: all of a file or nothing.")

    @Argument(help: "The file.")
    var file: String

    @Option(help: "The scope of memory.yaml that may be told of the entries.")
    var scope: String

    @OptionGroup var state: StateOptions

    func run() async throws {
      try await MemoryCommand.using {
        let known = MemoryScopes.place(.current())
        guard try MemoryScopes.names(in: known).contains(scope) else {
          throw ExitFailure.usage(
            "--scope \(VisibleText.escaped(scope)): \(known) has no such scope; add it there")
        }
      }
      let path = BytePath(file)
      let bytes: [UInt8]
      do { bytes = try FileSystem.read(path, limit: MemoryFile.mostBytes) } catch {
        throw ExitFailure.usage("\(path): \(error)")
      }
      let entries: [MemoryEntry]
      let bars: [ReapplicationBar]
      do throws(MemoryFailure) {
        (entries, bars) = try MemoryFile.read(bytes, named: path.name.description, for: scope)
      } catch {
        throw ExitFailure.usage(VisibleText.block(error.description))
      }
      let store = try MemoryCommand.store(state)
      try await MemoryCommand.using { try await store.remember(entries, bars: bars) }
      try Console.output("\(entries.count) entries and \(bars.count) bars imported\n")
    }
  }

  /// `sentinel memory forget`.
  struct Forget: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "forget", abstract: "Removes entries by their ids.")

    @Argument(help: "The ids, as list shows them.")
    var ids: [String]

    @OptionGroup var state: StateOptions

    func run() async throws {
      let store = try MemoryCommand.store(state)
      let count = try await MemoryCommand.using { try await store.forget(ids) }
      try Console.output("\(count) entries forgotten\n")
      if count == 0 { throw ExitCode(1) }
    }
  }
}

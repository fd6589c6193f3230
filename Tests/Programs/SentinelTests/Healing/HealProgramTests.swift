import FoundationEssentials
import TestSupport
import Testing

/// The words of `sentinel` that `sentinel-heal` answers to.
@Suite struct HealProgramTests {
  private let shell: CommandShell

  init() throws { shell = try CommandShell() }

  private struct Dump: Decodable {
    struct Command: Decodable {
      var commandName: String
      var abstract: String?
      var subcommands: [Command]?
      var arguments: [Argument]?
    }
    struct Argument: Decodable {
      var completionKind: Completion?
    }
    struct Completion: Decodable {
      var list: Values?
    }
    struct Values: Decodable {
      var values: [String]
    }
    var command: Command
  }

  private func commands(of program: String) throws -> [String: Dump.Command] {
    let finished = try shell("\(program) --experimental-dump-help")
    let dump = try JSONDecoder().decode(Dump.self, from: Data(finished.text.utf8))
    let pairs = (dump.command.subcommands ?? []).map { ($0.commandName, $0) }
    return Dictionary(pairs) { first, _ in first }
  }

  @Test func `the front lists what sentinel-heal holds, with the same words`() throws {
    let front = try commands(of: "$C")
    let back = try commands(of: "$C-heal")
    for (name, command) in back where name != "help" {
      let word = try #require(front[name], "sentinel does not list \(name)")
      #expect(word.abstract == command.abstract)
      let offered = word.arguments?.compactMap(\.completionKind?.list?.values).first
      // A command without subcommands may offer its options.
      let inner = command.subcommands?.map(\.commandName)
      #expect(
        offered == inner || (inner == nil && offered?.allSatisfy { $0.hasPrefix("--") } == true),
        "completions of \(name)")
      #expect(try shell("$C \(name) --help").text == (try shell("$C-heal \(name) --help").text))
      #expect(try shell("$C help \(name)").text == (try shell("$C-heal help \(name)").text))
    }
    let own = [
      "run", "scan", "scan import", "advisories", "tools", "profile", "egress", "doctor", "help",
    ]
    #expect(Set(front.keys) == Set(back.keys).union(own))
  }

  @Test func `arguments and streams reach sentinel-heal byte for byte`() throws {
    let finished = try shell(
      """
      mkdir -p prefix/bin prefix/libexec/sentinel; cp "$C" prefix/bin/
      printf '#!/bin/sh\\nprintf "%%s|" "$@"; cat; exit 7\\n' > prefix/libexec/sentinel/sentinel-heal
      chmod +x prefix/libexec/sentinel/sentinel-heal
      echo in | prefix/bin/sentinel autonomy $'\\xff' '' --help 'a b' | od -An -tx1
      exit ${PIPESTATUS[1]}
      """)
    #expect(finished.code == 7, "\(finished)")
    let bytes = finished.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let words = "61 75 74 6f 6e 6f 6d 79 7c ff 7c 7c 2d 2d 68 65 6c 70 7c 61 20 62 7c"
    #expect(bytes == "\(words) 69 6e 0a")
  }

  @Test func `without sentinel-heal its words say what to install, and others work`() throws {
    let finished = try shell(
      "mkdir alone; cp \"$C\" alone/; alone/sentinel profile list > /dev/null && alone/sentinel autonomy"
    )
    #expect(finished.code == 3)
    #expect(finished.errors.contains("sentinel-heal is not beside"), "\(finished.errors)")
    #expect(finished.errors.contains("install all programs into one prefix"))
  }

  @Test func `words that no program holds are mistakes`() throws {
    for word in ["healing", "autonomy wat", "autonomous"] {
      #expect(try shell("$C \(word)").code == 2, "\(word)")
    }
  }

  @Test func `a simulation is one document, the same for the same seed`() throws {
    let line = "$C autonomy simulate --rate 0.98 --outcomes 200 --streams 50 --seed 9 --json"
    let finished = try shell(line)
    #expect(finished.code == 0 && finished.errors.isEmpty, "\(finished)")
    #expect(finished.text.contains("\"schema\" : \"sentinel.autonomy-simulation/1\""))
    #expect(try shell(line).text == finished.text)
  }

  @Test(arguments: [
    ("--rate 1.5", "--rate 1.5"), ("--rate nan", "--rate nan"), ("--rate x", "rate"),
    ("", "--rate"), ("--rate 0.9 --streams 0 --outcomes=-1", "--outcomes -1"),
    ("--rate 0.9 --streams 4000000000 --outcomes 4000000000", "at most"),
  ])
  func `a simulation that cannot be is refused with what is wrong`(
    options: String, message: String
  ) throws {
    let finished = try shell("$C autonomy simulate \(options)")
    #expect(finished.code == 2)
    #expect(finished.errors.contains(message), "\(finished.errors)")
  }
}

import FoundationEssentials
import TestSupport
import Testing

/// The state commands as somebody at a terminal has them.
@Suite struct AuditCommandTests {
  private let shell: CommandShell
  private static let key = "shop/finding/B602/codemod/v1/low"

  init() throws { shell = try CommandShell() }

  private struct Report: Decodable {
    var schema: String
    var verified: Bool
    var entries: Int
    var problem: String?
  }

  private func report(_ line: String) throws -> Report {
    try JSONDecoder().decode(Report.self, from: Data(try shell("\(line) --json").text.utf8))
  }

  @Test func `what is frozen and agreed is shown, kept and verified`() throws {
    let finished = try shell(
      """
      $C autonomy freeze --reason 'release week' && $C autonomy agree \(Self.key) \
        && $C autonomy status && $C autonomy thaw && $C autonomy status --json
      """)
    #expect(finished.code == 0, "\(finished.errors)")
    #expect(finished.text.contains("frozen at proposer: everything"))
    #expect(finished.text.contains("release week"))
    #expect(finished.text.contains("\"freezes\" : [\n\n  ]"), "\(finished.text)")
    let report = try report("$C audit verify")
    #expect(report.verified && report.entries == 4 && report.problem == nil)
    #expect(report.schema == "sentinel.audit/1")
  }

  @Test func `the log names whoever ran the command`() throws {
    let finished = try shell(
      "$C autonomy freeze --reason x --state s && $C audit replay --state s && id -un")
    let lines = finished.text.split(separator: "\n")
    let name = try #require(lines.last)
    #expect(lines.contains { $0.contains("approval  person \(name)  ") }, "\(finished.text)")
  }

  @Test func `states of their own do not know of each other`() throws {
    let finished = try shell(
      """
      $C autonomy freeze --reason x --state one && $C audit verify --state one \
        && $C audit verify one && $C audit verify --state two
      """)
    #expect(finished.code == 4)
    #expect(finished.errors.contains("there is no log in"))
  }

  @Test func `a log that was changed fails, whichever command reads it`() throws {
    let finished = try shell(
      """
      $C autonomy freeze --reason 'release week' --state s && $C audit export out --state s
      sed -i s/release/relaxed/ s/audit/entries
      for command in 'audit verify' 'audit export other' 'audit replay' 'autonomy status' \
        'autonomy thaw' 'autonomy freeze --reason x' 'audit prove --entry 0'
      do $C $command --state s; echo "$command: $?"; done
      """)
    let lines = finished.text.split(separator: "\n").filter { $0.contains(": ") }
    #expect(lines.contains { $0.hasPrefix("NOT VERIFIED (tampered)") })
    for (command, code) in [
      ("audit verify", 1), ("audit export other", 1), ("audit replay", 1), ("autonomy status", 3),
      ("autonomy thaw", 3), ("autonomy freeze --reason x", 3), ("audit prove --entry 0", 1),
    ] {
      #expect(lines.contains("\(command): \(code)"), "\(command)\n\(finished)")
    }
    #expect(try report("$C audit verify out").verified)
  }

  @Test func `an export is checked by its key and by older checkpoints`() throws {
    let finished = try shell(
      """
      $C autonomy freeze --reason a --state s; cp s/audit/checkpoint old; key=$(cat s/audit/vkey)
      $C autonomy thaw --state s; $C audit export out --state s
      $C audit verify out --key "$key" --anchor old || exit 90
      $C autonomy freeze --reason a --state t; $C audit export foreign --state t
      $C audit verify foreign || exit 91
      $C audit verify foreign --key "$key"; [ $? = 1 ] || exit 92
      $C audit verify out --anchor t/audit/checkpoint; [ $? = 1 ] || exit 93
      $C audit verify out --key nonsense; [ $? = 2 ] || exit 94
      $C audit verify out --anchor nowhere; [ $? = 2 ] || exit 95
      $C audit verify nowhere; [ $? = 4 ] || exit 96
      $C audit export out --state s; [ $? = 2 ] || exit 97
      ls s/audit out | grep -c '^key$'
      """)
    #expect(finished.code == 0, "\(finished)")
    #expect(finished.text.hasSuffix("\n1\n"), "the private key stays at home")
  }

  @Test func `a replay shows every step, and no step can steer the terminal`() throws {
    let finished = try shell(
      """
      $C autonomy freeze --reason $'\\e[31mred\\nline' --state s && $C audit replay --state s
      """)
    let lines = finished.text.split(separator: "\n")
    #expect(lines.count == 3 && lines[1].contains("opened") && lines[2].contains("froze"))
    #expect(!finished.text.contains("\u{1B}"))
    let json = try shell("$C audit replay --state s --json").text
    #expect(json.contains("\"schema\" : \"sentinel.audit-replay/1\""))
    #expect(try shell("$C audit replay --state s --incident I9").code == 4)
  }

  @Test func `outcomes are recorded all or not at all, and levels follow`() throws {
    let events = """
      {"proposed":{"proposal":{"id":"P1","key":{"repository":"shop","signalClass":"finding",\
      "rule":"B602","actorKind":"codemod","actorVersion":"v1","riskTier":"low"},\
      "wouldAct":true,"acted":false}}}
      {"closed":{"id":"P1","by":"ada"}}

      """
    try shell.workspace.write(events, to: "events.jsonl")
    try shell.workspace.write(events + "{\"closed\":{}}\n", to: "bad.jsonl")
    let bad = try shell("$C autonomy record bad.jsonl --state s")
    #expect(bad.code == 2 && bad.errors.contains("bad.jsonl:3"), "\(bad)")
    #expect(try shell("test -e s").code == 1)
    #expect(
      try shell("{ sleep 0.2; cat events.jsonl; } | $C autonomy record - --state s").code == 0)
    let status = try shell("$C autonomy status --state s --json").text
    #expect(status.contains("\"outcomes\" : 1") && status.contains("\"successes\" : 0"))
    let explained = try shell("$C autonomy explain \(Self.key) --state s")
    #expect(explained.text.contains("LACKS  wilsonLowerBound"), "\(explained)")
    for line in ["{\"thawed\":{\"by\":\"x\"}}", "{\"agreed\":{\"by\":\"x\",\"key\":{}}}"] {
      #expect(try shell("echo '\(line)' | $C autonomy record - --state s").code == 2)
    }
  }

  @Test func `a policy with mistakes is refused with their lines, and one without has its say`()
    throws
  {
    try shell.workspace.write(
      "schema: sentinel.autonomy-policy/1\ndefaults: {ceiling: boss}\nextra: 1\n", to: "bad.yaml")
    let bad = try shell("$C autonomy explain \(Self.key) --policy bad.yaml --state s")
    #expect(bad.code == 2)
    #expect(bad.errors.contains("bad.yaml:2") && bad.errors.contains("bad.yaml:3"), "\(bad.errors)")
    try shell.workspace.write(
      "schema: sentinel.autonomy-policy/1\ndefaults: {ceiling: observer}\n", to: "good.yaml")
    let good = try shell("$C autonomy explain \(Self.key) --policy good.yaml --state s")
    #expect(good.code == 0 && good.text.contains("policyCeiling: actor; observer (defaults)"))
  }

  @Test func `the kill switch shows, whatever state there is`() throws {
    #expect(try shell("SENTINEL_HALT=1 $C autonomy status").text.contains("HALTED by environment"))
    #expect(
      try shell("SENTINEL_HALT=1 $C autonomy explain \(Self.key)").text.contains("now: halt"))
    let file = try shell("mkdir -p s && touch s/halt && $C autonomy status --state s")
    #expect(file.text.contains("HALTED by file"))
  }

  @Test(arguments: ["", "a/b", "a/b/c/d/e/none", "x/../../../../../low"])
  func `what is no key is refused`(key: String) throws {
    #expect(try shell("$C autonomy explain '\(key)' --state s").code == 2)
    #expect(try shell("$C autonomy agree '\(key)' --state s").code == 2)
    #expect(try shell("test -e s").code == 1)
  }
}

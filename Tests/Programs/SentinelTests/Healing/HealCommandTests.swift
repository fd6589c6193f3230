import FoundationEssentials
import TestSupport
import Testing

/// `sentinel heal` and what comes after it, from outside.
@Suite struct HealCommandTests {
  private let shell: HealShell

  init() throws { shell = try HealShell() }

  /// `sentinel.heal/1`: a member that is no optional must be there.
  private struct Document: Decodable {
    struct Incident: Decodable {
      var id, fingerprint, kind, title, state, exitReason: String
      var attempts: [Attempt]
      var decision: Decision?
      var proposal, branch: String?
    }
    struct Attempt: Decodable {
      var number: Int
      var actor, outcome: String
      var executed: Bool
      var articles, failingTests: [String]
      var milliseconds: Int
    }
    struct Decision: Decodable {
      var level: String
      var confidence: Double?
      var inputs: Inputs
    }
    struct Inputs: Decodable { var key: String }
    struct Closed: Decodable { var branch, reason: String }
    struct Budget: Decodable {
      var calls, inputTokens, outputTokens: Int
      var money: Double
      var attempts, wallMilliseconds, cpuMilliseconds: Int
    }
    var schema, run, exitReason: String
    var healed: Int
    var incidents: [Incident]
    var closed: [Closed]
    var budget: Budget
  }

  private func document(_ finished: HostProcess.Finished) throws -> Document {
    let document = try JSONDecoder().decode(Document.self, from: finished.output)
    #expect(document.schema == "sentinel.heal/1")
    return document
  }

  /// Everything of the project and its repository: names, modes, times and contents.
  ///
  /// Without the times of objects, which git renews for those that it would write again.
  private static let look = """
    (cd project; find . -path './.git/objects/*' -printf '%p %m %s\\n' -o -printf '%p %m %T@ %s %l\\n' \\
      | sort; find . -type f | sort | xargs cat)
    """

  // MARK: What is healed

  @Test func `failing tests alone are a signal, and the document says all that was done`() throws {
    let finished = try shell(
      """
      git init -q --bare remote.git
      $HEAL project --test "$TEST" --run one --propose branch --remote ./remote.git --json
      """)
    #expect(finished.code == 0 && finished.errors.isEmpty, "\(finished)")
    let told = try document(finished)
    #expect(told.run == "one" && told.exitReason == "healed" && told.healed == 1)
    let incident = try #require(told.incidents.first)
    #expect(told.incidents.count == 1 && told.closed.isEmpty)
    #expect(incident.kind == "testFailure" && incident.state == "healed")
    #expect(incident.exitReason == "healed" && incident.title.contains("test_bulk"))
    #expect(incident.fingerprint.count == 64 && incident.fingerprint.hasPrefix(incident.id))
    let attempt = try #require(incident.attempts.last)
    #expect(attempt.number == 1 && attempt.actor == "revert" && attempt.outcome == "accepted")
    #expect(attempt.executed && attempt.articles.isEmpty && attempt.failingTests.isEmpty)
    #expect(attempt.milliseconds > 0)
    #expect(incident.decision?.inputs.key.contains("/revert/") == true)
    #expect(incident.branch == "sentinel/\(incident.id)")
    #expect(incident.proposal?.hasSuffix("/\(incident.id)") == true)
    #expect(told.budget.attempts == 1 && told.budget.calls == 0 && told.budget.money == 0)
    #expect(told.budget.wallMilliseconds > 0 && told.budget.cpuMilliseconds > 0)
  }

  @Test func `what was healed is told again, proven again, remembered and forgotten`() throws {
    let first = try shell("$HEAL project --test \"$TEST\" --run one --out out --json > told")
    #expect(first.code == 0, "\(first)")
    let again = try shell(
      """
      # Telling it again takes time of its own, and nothing else.
      $HEAL --resume one --json | diff - told | grep '^[<>]' | grep -v wallMilliseconds
      $C audit verify --state $ST
      """)
    #expect(again.text.hasPrefix("verified: "), "\(again)")
    #expect(again.code == 0, "\(again)")
    let verified = try shell(
      "$C verify out/* --base project --isolation available --json | grep -c '\"holds\": true'")
    #expect(verified.code == 0, "\(verified)")
    let applied = try shell(
      """
      git clone -q project taken; cd taken; git config user.name Other
      git config user.email other@example.com; git am -q --keep-cr ../out/*/*.patch
      """)
    #expect(applied.code == 0, "\(applied)")
    let changed = try shell("sed -i 's/count >= 3/count >= 2/' out/*/*.patch; $C verify out/*")
    #expect(changed.code == 1 && changed.text.hasPrefix("NOT VERIFIED"), "\(changed)")
    let memory = try shell(
      "$C memory list --state $ST | tee /dev/stderr | cut -d' ' -f1 | head -1 > id")
    #expect(memory.errors.contains(" proven tests.test_price.PriceTests::test_bulk"), "\(memory)")
    #expect(memory.errors.contains("barred "), "\(memory)")
    let forgotten = try shell(
      """
      $C memory forget --state $ST $(cat id); $C memory forget --state $ST $(cat id); echo $?
      $C memory list --state $ST --json | grep -c '"entries": \\[\\]'
      """)
    #expect(forgotten.text == "1 entries forgotten\n0 entries forgotten\n1\n1\n", "\(forgotten)")
  }

  @Test func `a rehearsal proves, and leaves nothing but its own journal`() throws {
    let finished = try shell(
      """
      \(Self.look) > before; $HEAL project --test "$TEST" --run one --dry-run --json; code=$?
      \(Self.look) | diff before - >&2; ls $ST >&2; ls $ST/runs/one | grep proposals >&2; exit $code
      """)
    #expect(finished.code == 0 && finished.errors == "runs\n", "\(finished)")
    let told = try document(finished)
    #expect(told.healed == 1 && told.incidents.first?.proposal == nil)
    #expect(told.incidents.first?.decision == nil)
  }

  @Test func `hooks, filters and programs of the repository never run, and do for git`() throws {
    let finished = try shell(
      #"""
      cd project
      printf '#!/bin/sh\necho "hook $0" >> %s/ran\ncat\n' "$HOME" > ~/mark; chmod +x ~/mark
      for hook in post-checkout pre-commit post-commit post-index-change pre-push reference-transaction; do
        cp ~/mark .git/hooks/$hook
      done
      printf '*.py filter=mark diff=mark merge=mark\n' > .git/info/attributes
      for key in filter.mark.clean filter.mark.smudge diff.mark.textconv diff.external core.fsmonitor \
        core.pager core.sshCommand gpg.program merge.mark.driver credential.helper core.editor; do
        git config $key ~/mark
      done
      git config commit.gpgSign true; git config core.hooksPath .git/hooks; rm -f ~/ran; cd ..
      \#(Self.look) > before
      git init -q --bare remote.git
      $HEAL project --test "$TEST" --propose branch --remote $PWD/remote.git --json > told; code=$?
      \#(Self.look) | diff before - && ! test -e ~/ran && echo untouched
      git --git-dir remote.git for-each-ref --format='%(refname)' | cut -d/ -f1-3
      # What git itself does there shows that something would have run.
      cp -r project other; git -C other status > /dev/null 2>&1; test -e ~/ran && echo control
      exit $code
      """#)
    #expect(finished.code == 0, "\(finished)")
    #expect(finished.text == "untouched\nrefs/heads/sentinel\ncontrol\n", "\(finished)")
  }

  // MARK: What is not

  @Test(arguments: [
    ("--test \"$TEST\" --actor ready-fix", 1, "abstained"), ("--test true", 1, "noTests"),
    ("--test \"$TEST tests.test_price.PriceTests.test_single\"", 0, "clean"),
    ("--test \"$TEST\" --budget time=0", 1, "timeExhausted"),
  ])
  func `a run without a healed incident says why`(
    options: String, code: Int32, reason: String
  ) throws {
    let finished = try shell("$HEAL project \(options) --json")
    #expect(finished.code == code, "\(finished)")
    let told = try document(finished)
    #expect(told.exitReason == reason && told.healed == 0)
  }

  @Test(arguments: [
    ("project", "no signal"), ("--resume other", "no run other"),
    ("project --test \"$TEST\" --sarif gone.sarif", "gone.sarif"),
    ("project --test-log gone.log --test \"$TEST\"", "gone.log"),
    ("gone --test \"$TEST\"", "gone"), ("project --test 'make; make'", "only a shell"),
    ("project --test \"$TEST\" --hidden gone", "gone"),
    ("project --scan --signal x --test \"$TEST\"", "more than one signal"),
    ("project --test \"$TEST\" --actor wizard", "there are codemod"),
    ("project --test \"$TEST\" --remote origin", "--remote"),
    ("project --test \"$TEST\" --dry-run --out out", "--dry-run"),
    ("project --test \"$TEST\" --run ../x", "not a name for a run"),
    ("project --test \"$TEST\" --resume x --run y", "--run"),
  ])
  func `what cannot be meant is a mistake before anything is done`(
    options: String, message: String
  ) throws {
    let finished = try shell(
      "$HEAL \(options) --json; code=$?; find $ST -name plan.json; exit $code")
    #expect(finished.code == 2 && finished.text.isEmpty, "\(finished)")
    #expect(finished.errors.contains(message), "\(finished.errors)")
  }

  @Test func `mistakes are told all at once`() throws {
    let finished = try shell(
      "$HEAL project --attempts 0 --actor wizard --budget tokens=many,money=x,hours=3")
    #expect(finished.code == 2)
    for part in ["no signal", "--attempts 0", "wizard", "tokens:", "money:", "hours=3"] {
      #expect(finished.errors.contains(part), "\(part) in \(finished.errors)")
    }
  }
}

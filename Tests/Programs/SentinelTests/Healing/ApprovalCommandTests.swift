import FoundationEssentials
import TestSupport
import Testing

/// Approvals, flags and proofs as somebody at a terminal has them.
@Suite struct ApprovalCommandTests {
  private let shell: CommandShell

  init() throws { shell = try CommandShell() }

  @Test func `without requests there is nothing to approve, and that is said`() throws {
    let list = try shell("$C approvals list --json")
    #expect(list.code == 0 && list.text.contains("sentinel.approvals/1"), "\(list)")
    for word in ["approve", "deny"] {
      let answer = try shell("$C \(word) 0123456789abcdef")
      #expect(answer.code == 4 && answer.errors.contains("nothing was ever asked for"), "\(answer)")
    }
  }

  @Test(arguments: [
    ("approve x --expires 3x", "--expires 3x"), ("approve x --expires 31d", "at most 30d"),
    ("approve x --as ' '", "--as"), ("approve", "id"), ("verify nowhere", "nowhere"),
    ("verify . --key nonsense", "--key"),
    ("autonomy flag f --key k", "--halt or --go"),
    ("autonomy flag f --key k --go --days 0", "--days 0"),
  ])
  func `what cannot be is refused with what is wrong`(line: String, message: String) throws {
    let finished = try shell("$C \(line)")
    #expect(finished.code == 2 && finished.errors.contains(message), "\(finished)")
  }

  @Test func `outcomes are read at a remote, and what is in the way is said`() throws {
    let finished = try shell("$C autonomy refresh")
    #expect(finished.code == 3 && finished.errors.contains("is not a repository"), "\(finished)")
    let bare = try shell("git init -q p; $C autonomy refresh p")
    #expect(bare.code == 3 && bare.errors.contains("no remote of the name origin"), "\(bare)")
    let read = try shell(
      "git init -q --bare r; git -C p remote add origin $PWD/r; $C autonomy refresh p --remote ./r --json"
    )
    #expect(read.code == 0 && read.text.contains("sentinel.autonomy-refresh/1"), "\(read)")
    let service = try shell("$C autonomy refresh p --remote ./r --github")
    #expect(service.code == 2 && service.errors.contains("SENTINEL_GITHUB"), "\(service)")
    let halted = try shell("SENTINEL_HALT=1 $C autonomy refresh p")
    #expect(halted.code == 3 && halted.errors.contains("kill switch"), "\(halted)")
  }

  @Test func `a signed flag stops, and only a newer one lets things go on`() throws {
    let made = try shell("$C autonomy flag flag --key k --new-key ops/halt --go")
    #expect(made.code == 0, "\(made)")
    let key = try #require(made.text.split(separator: "key: ").last).filter { $0 != "\n" }
    let folder = shell.workspace.url.path
    try shell.workspace.write(
      """
      schema: sentinel.autonomy-policy/1
      haltFlag: {file: \(folder)/flag, key: "\(key)"}

      """, to: "policy.yaml")
    let status = "$C autonomy status --policy policy.yaml --state s"
    #expect(try !shell(status).text.contains("HALTED"))
    _ = try shell("cp flag old; $C autonomy flag flag --key k --halt")
    #expect(try shell(status).text.contains("HALTED by flag:"))
    #expect(try shell("cp old flag; \(status)").text.contains("HALTED by invalidFlag"))
    #expect(try shell("rm flag; \(status)").text.contains("HALTED by invalidFlag"))
    #expect(try shell("chmod 644 k; $C autonomy flag flag --key k --go").code == 2)
  }

  @Test func `agreements are documents too`() throws {
    let key = "shop/finding/B602/codemod/v1/low"
    let agreed = try shell("$C autonomy agree \(key) --json").text
    #expect(
      agreed.contains("sentinel.autonomy-agreement/1") && agreed.contains("\"agreed\" : true"))
    let withdrawn = try shell("$C autonomy withdraw \(key) --json").text
    #expect(withdrawn.contains("\"agreed\" : false"))
  }
}

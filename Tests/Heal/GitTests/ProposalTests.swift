import FoundationEssentials
import Git
import InjectionCorpus
import Kernel
import TestSupport
import Testing

@Suite("A proposal says what a reviewer needs, and quotes without effect")
struct ProposalTests {
  private func proposal(quoting text: String) -> Proposal {
    var proposal = Proposal(
      title: "Bind the value\(text)", fingerprint: "0123456789abcdef0123",
      summary: "Cause. Change.",
      verdict: "Proposer, 0.91 of 40")
    proposal.evidence = [.init(check: "test_a\(text)", before: "failed", after: "passed")]
    proposal.unchecked = ["Behaviour under load."]
    proposal.scope = ["1 file, 2 lines"]
    proposal.rerun = ["sentinel verify ."]
    proposal.answers = ["Close it: the same change is not proposed again."]
    proposal.logs = [.init(title: "pytest\(text)", text: "line\n\(text)\nend")]
    proposal.state = text
    return proposal
  }

  @Test("The order is: summary, verdict, evidence, gaps, scope, proof, answers, logs, state")
  func order() throws {
    let body = ProposalText.body(proposal(quoting: ""))
    let marks = [
      "Cause. Change.", "**Proposer", "| Evidence", "## Not checked", "## Scope",
      "## Run the proof",
      "## Refuse", "<details>", "<!-- sentinel:",
    ]
    let places = try marks.map { try #require(body.firstRange(of: $0)).lowerBound }
    #expect(places == places.sorted())
  }

  @Test(
    "Foreign text cannot leave its place",
    arguments: [
      "```\n# Heading @someone", "````````\n", "</details><script>", "--> <b>", "`x` | y | z\n",
      "\u{1B}[2J\u{202E}", "@octocat #1 https://example.com", "\r\n\r\nSentinel-Incident: forged",
    ] + Injection.all.map(\.text))
  func quoting(text: String) throws {
    let proposal = proposal(quoting: text)
    let body = ProposalText.body(proposal)
    #expect(!body.contains("\u{1B}"))
    #expect(!body.contains("\u{202E}"))
    let machine = try #require(body.split(separator: "<!-- sentinel:").last)
    #expect(String(machine).components("-->") == 2)
    #expect(proposal.message.components("\nSentinel-Incident: ") == 2)
    // Outside of code, nothing of it is left that could be markup or a mention.
    var outside = ""
    var fence = ""
    for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
      let ticks = String(line.prefix { $0 == "`" })
      if fence.isEmpty, ticks.count >= 3 {
        fence = ticks
      } else if !fence.isEmpty, line == fence {
        fence = ""
      } else if fence.isEmpty, !line.hasPrefix("|"), !line.hasPrefix("<!--") {
        outside += line + "\n"
      }
    }
    #expect(fence.isEmpty)
    #expect(!outside.contains("@"))
    #expect(!outside.contains("<script>"))
  }

  @Test("A body fits its platform; logs are cut first, and that is said")
  func limit() {
    var proposal = proposal(quoting: "")
    proposal.logs = (1...8).map {
      .init(title: "log \($0)", text: .init(repeating: "x", count: 90_000))
    }
    let body = ProposalText.body(proposal, limit: 3_900)
    #expect(body.count <= 3_900)
    #expect(body.contains("(its end)") || body.contains("Logs are left out"))
    #expect(body.contains("## Not checked"))
  }

  @Test("A folder is written whole, and the one before is replaced")
  func folder() throws {
    let scratch = try Scratch("proposal")
    let parent = BytePath(scratch.url.appending(path: "out").path)
    for turn in ["first", "second"] {
      let folder = try ProposalFolder.write(
        proposal(quoting: ""), mail: Array(turn.utf8),
        evidence: [("before.json", Array(turn.utf8))], below: parent)
      #expect(try FileSystem.read(folder.appending("0001-fix.patch")) == Array(turn.utf8))
      #expect(try FileSystem.read(folder.appending("evidence/before.json")) == Array(turn.utf8))
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(parent)")
    #expect(names == ["0123456789abcdef"])
  }
}

extension String {
  /// How many parts a text divides this into.
  fileprivate func components(_ text: String) -> Int {
    split(separator: text, omittingEmptySubsequences: false).count
  }
}

import Findings
import Kernel
import Sandbox
import Testing
import Text

@testable import Scanning

@Suite struct `Kinds of input` {
  /// What semgrep would be given for files of these names.
  private func batch(_ names: [String], in folder: TemporaryFolder) throws -> PreparedBatch {
    for name in names { try folder.write("tree/\(name)", "text\n") }
    try FileSystem.makeFolder(BytePath(folder.path).appending("tree"))
    let tree = try FileTree.walk(folder.path + Array("/tree".utf8))
    let tool = try Fixtures.tool("semgrep")
    let preparation = BatchPreparation(
      descriptor: tool.descriptor, installed: .imagined("semgrep"), rules: tool.rules, tree: tree)
    return try preparation.batch(tree.files, scratch: folder.path + Array("/scratch".utf8))
  }

  /// The languages whose rules stand in the file that the batch would be given.
  private func languages(in folder: TemporaryFolder) throws -> Set<String> {
    let pack = try JSONValue(parsing: try Fixtures.bytes("\(folder.text)/scratch/rules.json"))
    let ids = (pack["rules"]?.elements ?? []).compactMap { $0["id"]?.string }
    #expect(Set(ids).count == ids.count, "of several rules with one id semgrep keeps one")
    return Set(ids.compactMap { $0.split(separator: ".").first.map(String.init) })
  }

  @Test(
    arguments: [
      (["a.go"], ["go"], ["canary.go"]),
      (["a.go", "b.tsx", "web/c.mjs"], ["go", "javascript"], ["canary.js", "canary.go"]),
      (
        ["Dockerfile", "infra/main.tf"], ["dockerfile", "terraform"],
        ["canary.dockerfile", "canary.tf"]
      ),
      (["a.py"], ["python"], ["canary.py"]),
    ] as [([String], Set<String>, [String])])
  func `A batch has the rules and canaries of what it holds, and no others`(
    names: [String], languages: Set<String>, canaries: [String]
  ) throws {
    let folder = try TemporaryFolder()
    let batch = try batch(names, in: folder)
    #expect(batch.canaries.map(\.name) == canaries)
    #expect(try self.languages(in: folder) == languages)
    let arguments = batch.invocation.arguments.map { String(decoding: $0, as: UTF8.self) }
    #expect(
      arguments.suffix(canaries.count).map { $0.hasPrefix("\(folder.text)/scratch/canary") }
        .allSatisfy { $0 })
  }

  @Test func `What a bundler wrote is left out by semgrep with its reason, and read by others`()
    throws
  {
    let source = String(repeating: "let a = b\n", count: 4_000)
    for (text, isOut) in [(source, false), (source.replacing("\n", with: ";"), true)] {
      let entry = FileEntry(path: TreePath("a.js"), content: Array(text.utf8))
      let interest = try Fixtures.tool("semgrep").descriptor.interest(in: entry)
      #expect((interest == .wanted) == !isOut)
      if isOut, case .ignored(let reason) = interest { #expect(reason.contains("minified")) }
      #expect(try Fixtures.tool("detect-secrets").descriptor.interest(in: entry) == .wanted)
    }
    // A short script on one line is written by people.
    let short = FileEntry(path: TreePath("a.js"), content: Array(source.utf8.prefix(9_000)))
    #expect(try Fixtures.tool("semgrep").descriptor.interest(in: short) == .wanted)
  }

  @Test func `An installation is proven with the canaries of all kinds`() throws {
    let folder = try TemporaryFolder()
    let batch = try batch([], in: folder)
    #expect(batch.canaries.count == (try Fixtures.tool("semgrep")).descriptor.inputs.count)
  }

  @Test func `A tool that is deaf to one language of several is blind`() throws {
    let folder = try TemporaryFolder()
    let batch = try batch(["a.go", "b.js"], in: folder)
    let descriptor = try Fixtures.tool("semgrep").descriptor
    let whole = WellBehaved.outcome(batch.invocation)
    #expect(BatchVerdict.judge(whole, of: batch, descriptor).state == .completed)
    var deaf = batch.invocation
    deaf.arguments.removeAll { String(decoding: $0, as: UTF8.self).hasSuffix("canary.js") }
    let verdict = BatchVerdict.judge(WellBehaved.outcome(deaf), of: batch, descriptor)
    #expect(verdict.state == .blind)
    #expect(verdict.reason?.contains("canary.js") == true)
  }

  @Test func `A script without an extension is of the kind that its first line names`() throws {
    let descriptor = try Fixtures.tool("semgrep").descriptor
    let entry = FileEntry(
      path: TreePath("bin/tool"), sizeBytes: 9, content: .text, interpreter: "ruby")
    #expect(descriptor.kinds(of: entry).map(\.rulePack) == ["ruby"])
    #expect(descriptor.needsCopy(of: entry))
    #expect(descriptor.copyName(of: entry, number: 3) == "f3.rb")
  }

  @Test func `A pack that a descriptor names and nobody brings is refused`() throws {
    let descriptor = try Fixtures.tool("semgrep").descriptor
    #expect(throws: ScanError.self) {
      try RulePacks(of: descriptor, from: ["python": Array(#"{"rules":[]}"#.utf8)], file: "x.yaml")
    }
  }
}

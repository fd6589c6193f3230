import Kernel
import Testing

@testable import Sandbox

@Suite struct MountTreesTests {
  private func grouped(_ sources: [BytePath], mounted: [String] = []) -> [MountStep] {
    let lines = mounted.map { "1 0 0:1 / \($0) rw - x x rw\n" }.joined()
    var trees = MountTrees(
      HostMounts(parsing: Array(lines.utf8)), paths: PathLookups(), isRoot: true)
    return trees.grouped(
      sources.map { MountStep(kind: .overlay, target: $0, source: $0) })
  }

  @Test func `folders of one tree share one overlay, and bring nothing else of it`() {
    let steps = grouped(["/usr/bin", "/usr/lib", "/etc/ssl/certs"])
    #expect(steps.map(\.kind) == [.tree, .overlay, .overlay, .overlay])
    #expect(steps[0].source == "/usr" && steps[0].isReadOnly)
    #expect(steps[1...].map(\.tree) == ["/usr", "/usr", ""])
    #expect(steps[1...].map { BytePath($0.content) } == ["bin", "lib", ""])
    #expect(steps[1...].map(\.target) == ["/usr/bin", "/usr/lib", "/etc/ssl/certs"])
  }

  @Test(arguments: ["/usr/lib/inner", "/usr/else"])
  func `a tree with something mounted in it is no layer`(point: String) {
    #expect(grouped(["/usr/bin", "/usr/lib"], mounted: [point]).allSatisfy { $0.tree == "" })
  }

  @Test func `a folder that others may not pass holds no tree`() throws {
    let folder = BytePath("/tmp/sentinel-trees-\(WorkFolder.nonce())")
    try FileSystem.makeFolder(folder.appending("a"), mode: 0o755)
    try FileSystem.makeFolder(folder.appending("b"), mode: 0o755)
    defer { try? FileSystem.remove(folder) }
    let parts = [folder.appending("a"), folder.appending("b")]
    let both = grouped(parts).map(\.tree)
    try FileSystem.makeFolder(folder.appending("closed/a"), mode: 0o700)
    try FileSystem.makeFolder(folder.appending("closed/b"), mode: 0o755)
    let closed = ["a", "b"].map { folder.appending("closed").appending(BytePath($0)) }
    #expect(grouped(closed).allSatisfy { $0.tree == "" })
    #expect(both.count == 3, "the control shares nothing: \(both)")
  }
}

import Kernel
import Policy
import ProductData
import Sandbox
import Testing

@testable import Scanning

/// What of Sentinel's own data folder a tool's sandbox may be shown.
@Suite struct `Mounts of installations` {
  private func mounts(readable: [String], writable: [String]) throws -> [RunRequest.ExtraMount] {
    let folder = try TemporaryFolder()
    var host = try HostFacts.read(launcher: "/bin/true")
    host.folders.data = BytePath(folder.path)
    let runner = SandboxToolRunner(host: host, isolation: .available) { name in
      let document = try #require(
        ProductData.document(named: name, in: ProductData.profileArchives))
      return try ProfileArchive(reading: Array(document.text.description.utf8)).profile
    }
    let within = { (name: String) in folder.path + Array("/\(name)".utf8) }
    return try runner.request(
      for: ToolInvocation(
        tool: "t", arguments: [Array("/bin/true".utf8)], environment: [:],
        workingFolder: Array("/tmp".utf8), readable: readable.map(within),
        writable: writable.map(within), profile: "build", network: .none,
        limits: .init(wallMilliseconds: 1000, memoryBytes: 1 << 30))
    ).extraMounts
  }

  @Test func `a tool's own folder may be shown, and written while it is installed`() throws {
    let mounts = try mounts(readable: ["tools/ruff/1-a"], writable: ["tools/ruff/.new.x"])
    #expect(mounts.map(\.isOwn) == [true, true])
    #expect(mounts.map(\.isWritable) == [false, true])
  }

  @Test func `nothing else of the data folder may be`() throws {
    let names = ["tools", ".", "heal", "tools/../heal", "toolshed/x"]
    #expect(try mounts(readable: names, writable: names).allSatisfy { !$0.isOwn })
  }
}

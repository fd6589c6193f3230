import FoundationEssentials
import Kernel
import Testing

@testable import Policy
@testable import Sandbox
@testable import YAML

@Suite struct IOLimitTests {
  private func limits(_ bytes: UInt64?) throws -> Limits {
    var limits = try Shipped.effective("default").limits
    limits.io = bytes.map(ByteCount.init(bytes:))
    return limits
  }

  private func settings(_ version: Int, _ bytes: UInt64?, disks: [String]) throws -> [String] {
    let parent = CgroupTree.Parent(version: version, folder: "/nonexistent", controllers: [.io])
    return CgroupStep(parent: parent, limits: try limits(bytes), disks: disks).settings
      .map { "\($0.file)=\($0.value)" }
  }

  @Test func `each disk is limited in the words of both versions`() throws {
    #expect(
      try settings(2, 4096, disks: ["254:0", "7:1"]) == [
        "io.max=254:0 rbps=4096 wbps=4096", "io.max=7:1 rbps=4096 wbps=4096",
      ])
    #expect(
      try settings(1, 4096, disks: ["254:0"]) == [
        "blkio.throttle.read_bps_device=254:0 4096", "blkio.throttle.write_bps_device=254:0 4096",
      ])
    #expect(try settings(2, nil, disks: ["254:0"]).isEmpty)
  }

  @Test func `disks that hold nothing are left out`() throws {
    try withFolder { folder in
      for (name, size, number) in [("vda", "536870912", "254:0"), ("loop0", "0", "7:0")] {
        let disk = folder.appending(path: name)
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        try Data("\(size)\n".utf8).write(to: disk.appending(path: "size"))
        try Data("\(number)\n".utf8).write(to: disk.appending(path: "dev"))
      }
      #expect(BlockDisks.present(in: BytePath(folder.path)) == ["254:0"])
      #expect(BlockDisks.present(in: BytePath(folder.path + "/none")).isEmpty)
    }
  }

  @Test func `a group for it alone is made only where a run is limited`() throws {
    let parent = CgroupTree.Parent(version: 1, folder: "/x", controllers: [.io])
    let tree = CgroupTree(kind: .v1, parents: [parent])
    #expect(try tree.parents(for: limits(4096)) == [parent])
    #expect(try tree.parents(for: limits(nil)).isEmpty)
  }

  @Test(arguments: [
    // (the version that offers it, how many disks there are, how the reason begins)
    (0, 1, "no io control group"), (2, 0, "/sys/block shows no disk"),
    (1, 1, "without memory and io in one group"), (2, 1, ""),
  ])
  func `what cannot be held is named`(version: Int, disks: Int, reason: String) throws {
    var profile = try Shipped.effective("default")
    let disks = Array(repeating: "254:0", count: disks)
    let parent = CgroupTree.Parent(
      version: version, folder: "/x", controllers: [.memory, .pids, .cpu, .io])
    let tree = CgroupTree(kind: .v2, parents: version == 0 ? [] : [parent])
    let host = HostFacts(
      isRoot: true, ids: .none, cgroups: tree, landlockABI: 7, memoryHoldsMarks: true,
      launcher: "/x",
      home: nil, environment: Environment(entries: []),
      folders: OwnFolders(environment: Environment(entries: [])))
    let found = { LayerCheck(host: host, profile: profile, disks: disks).missing }
    #expect(!found().contains { $0.layer == "io limit" })
    profile.limits.io = ByteCount(bytes: 4096)
    let missing = found().first { $0.layer == "io limit" }
    #expect((missing == nil) == reason.isEmpty)
    #expect(missing?.reason.hasPrefix(reason) ?? true, "\(missing?.reason ?? "")")
  }

  @Test func `a profile says it, shows it, and comes back with it`() throws {
    let text = """
      schema: sentinel.profile/1
      name: slow
      summary: Slow.
      inherits: default
      limits: {io: 50M}
      """
    let profile = try Shipped.catalog().effective(
      Profile(parsing: Array(text.utf8), file: "p"), groups: Shipped.groups())
    #expect(profile.limits.io == ByteCount(bytes: 50 << 20))
    #expect(profile.render().contains("\n  io: 50M\n"))
    let archive = ProfileArchive(profile: profile, line: ["slow"])
    #expect(try ProfileArchive(reading: Array(archive.text().utf8)) == archive)
    #expect(try !Shipped.effective("default").render().contains("  io:"))
  }

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "sentinel-disks-\(UInt64.random(in: 0 ... .max))")
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }
}

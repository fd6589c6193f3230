import Kernel
import Testing

@testable import Policy
@testable import Sandbox
@testable import YAML

@Suite struct CgroupTreeTests {
  private let hybrid = """
    30 25 0:26 / /sys/fs/cgroup ro - tmpfs tmpfs rw
    31 30 0:27 / /sys/fs/cgroup/unified rw,nosuid - cgroup2 cgroup2 rw
    32 30 0:28 /outer /sys/fs/cgroup/memory rw shared:9 - cgroup cgroup rw,memory
    33 30 0:29 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct
    """

  @Test func `mounts of both versions are told apart`() {
    let mounts = CgroupMount.parse(Array(hybrid.utf8))
    #expect(mounts.map(\.version) == [2, 1, 1])
    #expect(mounts[1].controllers.contains("memory"))
    #expect(mounts[2].controllers.contains("cpu"))
    #expect(mounts[0].controllers.isEmpty)
  }

  @Test func `a group inside a mounted part is found below the mount point`() {
    let mount = CgroupMount.parse(Array(hybrid.utf8))[1]
    #expect(mount.folder(of: "/outer/job") == "/sys/fs/cgroup/memory/job")
    #expect(mount.folder(of: "/outer") == "/sys/fs/cgroup/memory")
    #expect(mount.folder(of: "/elsewhere") == "/sys/fs/cgroup/memory")
  }

  @Test func `memberships keep colons in paths`() {
    let lines = CgroupMembership.parse(Array("4:memory:/a:b\n0::/user.slice\nnonsense\n".utf8))
    #expect(lines.map(\.path) == ["/a:b", "/user.slice"])
    #expect(lines.map(\.controllers) == [["memory"], []])
  }

  @Test func `a machine without control groups lacks every limit`() {
    let tree = CgroupTree(mounts: [], memberships: [], preferred: nil)
    #expect(tree.kind == .none)
    #expect(tree.missing == CgroupTree.Controller.required)
  }

  @Test func `a delegated folder that cannot be used is no place for groups`() {
    let tree = CgroupTree(mounts: [], memberships: [], preferred: "/nonexistent/group")
    #expect(tree.parents.isEmpty)
    #expect(tree.missing == CgroupTree.Controller.required)
  }

  @Test func `a group of version 2 holds memory without swap and ends as a whole`() {
    let limits = Limits(
      memory: ByteCount(bytes: 64 << 20), milliCPUs: 1500, pids: 10, disk: ByteCount(bytes: 1),
      wall: TimeLimit(milliseconds: 1), cpuTime: TimeLimit(milliseconds: 1),
      output: ByteCount(bytes: 1),
      openFiles: 1, fileSize: ByteCount(bytes: 1))
    let parent = CgroupTree.Parent(
      version: 2, folder: "/sys/fs/cgroup/x", controllers: [.memory, .pids, .cpu])
    let settings = CgroupStep(parent: parent, limits: limits).settings
    let value = { (file: String) in settings.first { $0.file == file }?.value }
    #expect(value("memory.max") == "67108864")
    #expect(value("memory.swap.max") == "0")
    #expect(value("memory.oom.group") == "1")
    #expect(value("pids.max") == "11")
    #expect(value("cpu.max") == "150000 100000")
  }

  @Test func `mount points with blanks in their names are read back`() {
    let lines =
      "1 0 0:1 / /a\\040b rw - x x rw\n2 0 0:1 / /a\\134c rw - x x rw\n2 0 0:1 / /a\\134c rw x\n"
    #expect(HostMounts(parsing: Array(lines.utf8)).below("/") == ["/a b", "/a\\c"])
  }
}

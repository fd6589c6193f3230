import Glibc
import Kernel
import Testing

@testable import Sandbox

@Suite struct DoctorTests {
  private let allWorks: [String: Int32] = [
    "userNamespace": 0, "pidNamespace": 0, "networkNamespace": 0, "otherNamespaces": 0, "mount": 0,
    "proc": 0, "overlay": 0, "veth": 0, "nft": 0, "seccompNotify": 0, "idmap": 0,
  ]

  private func host(
    isRoot: Bool = false, landlockABI: Int = 7, memoryHoldsMarks: Bool = true
  ) -> HostFacts {
    HostFacts(
      isRoot: isRoot, ids: .none, cgroups: CgroupTree(mounts: [], memberships: [], preferred: nil),
      landlockABI: landlockABI, memoryHoldsMarks: memoryHoldsMarks, launcher: "/x", home: nil,
      environment: Environment(entries: []),
      folders: OwnFolders(environment: Environment(entries: [Array("HOME=/tmp".utf8)])))
  }

  private func check(
    _ name: String, _ changes: [String: Int32] = [:], host: HostFacts? = nil,
    surroundings: Surroundings = Surroundings()
  ) throws -> DoctorReport.Check {
    let doctor = Doctor(host: host ?? self.host(), surroundings: surroundings)
    let report = doctor.report(probes: allWorks.merging(changes) { $1 })
    return try #require(report.checks.first { $0.name == name })
  }

  @Test func `the restriction of Ubuntu is named with its fix`() throws {
    let found = try check(
      "user namespaces", ["userNamespace": EPERM],
      surroundings: Surroundings(isRestrictedByAppArmor: true))
    #expect(found.state == .missing)
    #expect(found.fix?.contains("apparmor_restrict_unprivileged_userns=0") == true)
  }

  @Test func `inside Docker the flags of the outer container are named`() throws {
    let found = try check(
      "user namespaces", ["userNamespace": EPERM], surroundings: Surroundings(container: "Docker"))
    #expect(found.fix?.contains("Docker") == true)
    #expect(found.fix?.contains("seccomp=unconfined") == true)
  }

  @Test func `namespaces that are switched off name the switch`() throws {
    let found = try check(
      "user namespaces", ["userNamespace": ENOSPC],
      surroundings: Surroundings(isUserNamespaceCountZero: true))
    #expect(found.fix?.contains("user.max_user_namespaces") == true)
  }

  @Test func `a covered proc is missing, missing egress parts are only limited`() throws {
    #expect(try check("proc", ["proc": EPERM]).state == .missing)
    #expect(try check("veth", ["veth": EOPNOTSUPP]).state == .limited)
  }

  @Test func `an old kernel's overlay is said to live on disk`() throws {
    let found = try check("overlay", host: host(memoryHoldsMarks: false))
    #expect(found.state == .limited)
    #expect(found.detail.contains("on disk"))
  }

  @Test func `an early Landlock says what it lacks`() throws {
    let found = try check("landlock", host: host(landlockABI: 2))
    #expect(found.detail.contains("ABI 2; without TCP rules"))
    #expect(try check("landlock", host: host(landlockABI: 0)).state == .missing)
  }

  @Test func `without control groups full isolation is impossible and the way out is named`() throws
  {
    let found = try check("control groups")
    #expect(found.state == .missing)
    #expect(found.fix?.contains("systemd-run --user --scope") == true)
  }

  @Test func `lines of the launcher that make no sense are passed over`() {
    let parsed = LauncherProbe.parse(Array("veth 95\nnonsense\na b c\nnft x\nproc 0\n".utf8))
    #expect(parsed == ["veth": 95, "proc": 0])
  }
}

import FoundationEssentials
import Glibc
import Kernel
import TestSupport
import Testing

@testable import Policy
@testable import Sandbox

/// What a payload without namespaces is shown, and what is refused because it cannot be.
@Suite struct LandlockViewTests {
  private func request(
    _ profile: String = "default", _ change: (inout RunRequest) -> Void = { _ in }
  ) throws -> RunRequest {
    var request = RunRequest(
      profile: try Shipped.effective(profile), command: [Array("true".utf8)])
    request.isolation = .contained
    change(&request)
    return request
  }

  private func host() throws -> HostFacts {
    var host = try HostFacts.read(launcher: "/bin/true")
    host.isRoot = false
    host.landlockABI = 7
    return host
  }

  private func view(_ request: RunRequest) throws -> LandlockView {
    try LandlockView(for: request, on: try host(), by: getpid(), certificates: nil)
  }

  private func rules(
    _ steps: [MountStep], _ request: RunRequest
  ) throws -> (rules: [LandlockView.Rule], view: LandlockView) {
    let view = try view(request)
    return (try view.rules(for: steps, of: request, PathLookups()), view)
  }

  @Test func `what is shown is read, what is the run's own is written, all else has no rule`()
    throws
  {
    let steps = [
      MountStep(kind: .overlay, target: "/usr", source: "/usr", execute: true),
      MountStep(kind: .bind, target: "/etc/localtime", source: "/etc/localtime"),
      MountStep(kind: .link, target: "/bin", content: Array("usr/bin".utf8)),
      MountStep(kind: .tmpfs, target: "/tmp"), MountStep(kind: .proc, target: "/proc"),
      MountStep(kind: .mask, target: "/proc/kcore"),
      MountStep(kind: .file, target: "/etc/hostname"),
      MountStep(kind: .file, target: "/etc/passwd"), MountStep(kind: .devices, target: "/dev"),
    ]
    let (rules, view) = try rules(steps, try request())
    let devices = ["null", "zero", "full", "random", "urandom"].map {
      LandlockView.Rule(path: BytePath("/dev/\($0)"), isWritable: true)
    }
    #expect(
      rules == [
        .init(path: "/usr", execute: true), .init(path: "/etc/localtime"),
        .init(path: "/etc/passwd"),
        .init(path: view.home, isWritable: true, execute: true),
        .init(path: view.temporary, isWritable: true, execute: true),
      ] + devices)
  }

  @Test func `what would have to be hidden, moved or written on the host is refused`() throws {
    let usr = MountStep(kind: .overlay, target: "/usr", source: "/usr")
    var writable = MountStep(kind: .bind, target: "/srv", source: "/srv")
    writable.isReadOnly = false
    for (steps, reason) in [
      ([usr, MountStep(kind: .mask, target: "/usr/local")], "cannot be hidden in /usr"),
      ([usr, MountStep.cover("/usr/local")], "cannot be hidden in /usr"),
      ([MountStep(kind: .overlay, target: "/opt/x", source: "/usr")], "cannot be shown at /opt/x"),
      ([writable], "nothing of the host can be written"),
    ] {
      let refusal = #expect(throws: Refusal.self) { try rules(steps, try request()) }
      #expect(refusal?.reason.contains(reason) == true, "\(String(describing: refusal))")
    }
  }

  @Test func `a request that needs namespaces is told why`() throws {
    var old = try host()
    old.landlockABI = 5
    let plain = try request()
    #expect(LandlockView.objection(to: plain, on: try host()) == nil)
    #expect(LandlockView.objection(to: plain, on: old)?.remedy == "boot Linux 6.12 or later")
    let egress = try request { $0.profile.networkMode = .egress }
    #expect(LandlockView.objection(to: egress, on: try host()) == nil)
    let shared = try request { $0.profile.networkMode = .host }
    #expect(LandlockView.objection(to: shared, on: try host())?.reason.contains("network") == true)
    let elsewhere = try request {
      ($0.workspace, $0.workspaceTarget) = ("/srv/project", "/work")
    }
    #expect(
      LandlockView.objection(to: elsewhere, on: try host())?.reason.contains("another path") == true
    )
  }

  @Test func `the command starts where it would, in the copy`() throws {
    let scratch = try Scratch("landlock-view")
    let workspace = try FileSystem.resolve(BytePath(scratch.url.path))
    try FileSystem.makeFolder(workspace.appending("part/inner"))
    let request = try request {
      ($0.workspace, $0.directory) = (workspace, workspace.appending("part/inner"))
    }
    let view = try view(request)
    let copy = try #require(view.copy)
    #expect(view.directory(of: request) == copy.path.appending("part/inner"))
    #expect(view.place(of: "/usr/bin/x", in: request) == "/usr/bin/x")
    #expect(try FileStatus.of(view.folder.path).permissions == 0o700)
  }

  @Test(arguments: [true, false])
  func `sockets, shared objects and other processes are out of every profile's reach`(
    keepsUser: Bool
  ) throws {
    for name in Shipped.names {
      let section = try Shipped.effective(name).syscalls.withoutNamespaces(keepsUser: keepsUser)
      let model = PolicyModel(
        try PolicySource(section, writesHost: true).policy(), table: .native)
      func verdict(_ call: String, _ arguments: [UInt64] = []) throws -> PolicyModel.Verdict {
        let number = try #require(SyscallTable.native.numbers[call])
        var data = SeccompData(
          number: number, architecture: SyscallTable.native.architecture)
        for (index, value) in arguments.enumerated() { data.arguments[index] = value }
        return model.verdict(data)
      }
      for call in ["socket", "connect", "bind", "shmget", "mq_open", "inotify_init1", "unshare"] {
        #expect(try verdict(call, [1, 1]) != .allow, "\(name): \(call)")
      }
      #expect(try verdict("socketpair", [1, 2]) != .allow, "\(name)")
      #expect(try verdict("sendto", [3, 0, 0, 0, 1]) != .allow, "\(name)")
      #expect(try verdict("prlimit64", [9, 7]) != .allow, "\(name)")
      #expect(try verdict("prlimit64", [0, 7]) == .allow, "\(name)")
      #expect(try verdict("sched_setaffinity", [9]) != .allow, "\(name)")
      #expect(try verdict("setpriority", [2, 0]) != .allow, "\(name)")
      #expect(try verdict("ioctl", [3, 0x4008_6602]) != .allow, "\(name)")
      #expect(try verdict("ioctl", [3, 0x541b]) == .allow, "\(name)")
      #expect(try verdict("prctl", [4, 0]) != .allow, "\(name)")
      #expect(try verdict("fchmod", [3, 0o644]) == (keepsUser ? .notify : .allow), "\(name)")
      #expect(try verdict("fchmod", [3, 0o4755]) != .allow, "\(name)")
    }
  }
}

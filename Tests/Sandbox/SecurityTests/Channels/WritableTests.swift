import FoundationEssentials
import Glibc
import Kernel
import TestSupport
import Testing
import YAML

@testable import Policy
@testable import Sandbox

extension EscapeTests {
  /// Folders of the host that a run may write to, such as the scratch folder of a scanner.
  @Suite struct WritableTests {
    @Test func `F22 no set-id file can be left in a folder that the caller lends`() throws {
      let lent = try Scratch("lent")
      let script = """
        cp /usr/bin/true "$1/tool"
        chmod 4755 "$1/tool"
        chmod 2755 "$1/tool"
        /usr/bin/python3 -c 'import os, sys
        os.umask(0)
        try: os.close(os.open(sys.argv[1] + "/new", os.O_CREAT | os.O_WRONLY, 0o6755))
        except OSError: pass' "$1"
        exit 0
        """
      let result = try Self.run(script, writing: lent)
      #expect(result.status == .ok, "\(result)")
      #expect(result.denials.contains { $0.name.contains("chmod") && !$0.allowWith.isEmpty })
      #expect(try Self.setIDs(in: lent).isEmpty)
      #expect(FileManager.default.fileExists(atPath: lent.url.appending(path: "tool").path))
      _ = try HostProcess.run(["/bin/sh", "-c", script, "sh", lent.url.path])
      #expect(try Self.setIDs(in: lent).contains("new"), "the control leaves none either")
    }

    @Test func `F22 a folder with a set-id file is not lent, because a mapping could rewrite it`()
      throws
    {
      let lent = try Scratch("lent", owner: Caller.user.owner)
      let tool = try lent.write("#!/bin/sh\n", to: "below/tool")
      _ = unsafe chmod(tool.path, 0o4755)
      let result = try Self.run("echo never", writing: lent)
      #expect(result.status == .setupFailed && result.stage == "writable", "\(result)")
      #expect(result.remedy?.contains("set-user-id") == true, "\(result)")
      let rewrite = """
        import mmap, os, sys
        mapped = mmap.mmap(os.open(sys.argv[1], os.O_RDWR), 0)
        mapped[0:1] = b"X"
        mapped.flush()
        print(oct(os.stat(sys.argv[1]).st_mode & 0o7777))
        """
      let control = try HostProcess.run(
        Caller.user.prefix(group: nil) + ["/usr/bin/python3", "-c", rewrite, tool.path])
      #expect(control.text.contains("0o4755"), "the control takes the bits away: \(control)")
      #expect(try String(contentsOf: tool, encoding: .utf8).hasPrefix("X!"))
      _ = unsafe chmod(tool.path, 0o755)
      #expect(try Self.run("exit 0", writing: lent).status == .ok)
    }

    @Test(arguments: [
      "dd if=/dev/zero of=\"$1/new\" bs=1M count=64",
      "for n in 1 2 3 4; do dd if=/dev/zero of=\"$1/$n\" bs=1M count=16; done",
      "exec 9<>\"$1/gone\"; rm \"$1/gone\"; dd if=/dev/zero bs=1M count=64 >&9",
      "dd if=/dev/zero of=\"$1/held\" bs=1M count=64 conv=notrunc seek=32",
    ])
    func `L09 what is written to a folder that the caller lends counts as disk`(
      script: String
    ) throws {
      let lent = try Scratch("lent")
      // What was there before does not count.
      let held = try lent.write("", to: "held")
      try Data(repeating: 1, count: 48 << 20).write(to: held)
      let patient = script + "; sleep 20"
      let result = try Self.run(patient, writing: lent, disk: 32 << 20)
      #expect(result.status == .diskLimit && result.limitsHit.contains(.disk), "\(result)")
      #expect(result.wallMilliseconds < 15_000)
      for name in try FileManager.default.contentsOfDirectory(atPath: lent.url.path)
      where name != "held" {
        try FileManager.default.removeItem(at: lent.url.appending(path: name))
      }
      let within = try Self.run(script, writing: lent)
      #expect(within.status == .ok, "the control cannot write it: \(within)")
    }

    /// A run without a workspace whose command may write to one folder of the host.
    private static func run(
      _ script: String, writing lent: Scratch, disk: UInt64 = 1 << 30
    ) throws -> RunResult {
      let home = try Scratch("home")
      let folder = Executables.package.appending(path: "profiles")
      let bytes = { (name: String) in [UInt8](try Data(contentsOf: folder.appending(path: name))) }
      let catalog = ProfileCatalog(
        builtIn: try ["strict", "default"].map { (name: $0, bytes: try bytes("\($0).yaml")) },
        overrides: nil, workspace: nil, load: { _ in nil })
      let groups = try SyscallGroups(parsing: bytes("syscalls/groups.yaml"), file: "groups.yaml")
      var profile = try catalog.effective("default", groups: groups)
      profile.limits.disk = ByteCount(bytes: disk)
      let place = BytePath(lent.url.path)
      var request = RunRequest(
        profile: profile,
        command: ["/bin/sh", "-c", script, "sh", lent.url.path].map { Array($0.utf8) })
      request.isolation = .available
      request.extraMounts = [
        RunRequest.ExtraMount(source: place, target: place, isWritable: true, execute: true)
      ]
      let nothing = try Descriptor.open("/dev/null", O_RDWR)
      request.streams = [nothing.number, nothing.number, nothing.number]
      let launcher = Executables.shared.sentinel.deletingLastPathComponent()
        .appending(path: "sentinel-launch").path
      var host = try HostFacts.read(launcher: BytePath(launcher))
      host.folders.cache = BytePath(home.url.path).appending("cache")
      host.folders.data = BytePath(home.url.path).appending("data")
      let outcome = SandboxRun(host: host).run(request)
      let result = outcome.result
      outcome.discard()
      return result
    }

    /// The names of files with set-id bits in a folder.
    private static func setIDs(in folder: Scratch) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter { name in
        var status = stat()
        let path = folder.url.appending(path: name).path
        return unsafe lstat(path, &status) == 0 && status.st_mode & 0o6000 != 0
      }
    }
  }
}

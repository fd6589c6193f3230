import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EscapeTests {
  /// Limits of input and output, on the disk that scratch folders lie on.
  ///
  /// What is said to be held is, and what is not is refused; the machine of `make test-vm` holds it for
  /// certain.
  @Suite struct ThrottlingTests {
    private static let reading = ["dd", "if=large", "of=/dev/null", "bs=8M", "iflag=direct"]

    /// Whether scratch folders lie on a disk, and not in memory or on a layer.
    private static let isOnDisk: Bool = {
      var status = stat()
      guard unsafe stat(Scratch.base.path, &status) == 0 else { return false }
      let number = "\(status.st_dev >> 8 & 0xfff):\(status.st_dev & 0xff)"
      return FileManager.default.fileExists(atPath: "/sys/dev/block/\(number)")
    }()

    private func call(_ options: [String]) throws -> SandboxCall {
      var call = try SandboxCall(Caller.available[0])
      // Version 1 holds no writes that go through the cache, and so is refused in full.
      call.isolation = "available"
      call.options = options
      let made = try HostProcess.run([
        "dd", "if=/dev/zero", "of=\(call.workspace.url.path)/large", "bs=1M", "count=24",
        "conv=fsync",
      ])
      try #require(made.code == 0)
      return call
    }

    /// Whether the limit holds here; where it does not, full isolation must refuse it.
    private func isHeld() throws -> Bool {
      var call = try call(["--io", "1M"])
      let limits = try call.run(["true"]).document?.layers.cgroupLimits
      if limits?.contains("io") == true { return Self.isOnDisk }
      call.isolation = "full"
      let outcome = try call.run(["true"])
      #expect(outcome.document?.status == "refused", "\(outcome.story)")
      return false
    }

    @Test func `R20 a disk is read no faster than the limit`() throws {
      guard try isHeld() else { return print("R20: not held here") }
      let limited = try call(["--io", "1M", "--timeout", "3s"]).run(Self.reading)
      #expect(limited.document?.status == "timeout", "\(limited.story)")
      let free = try call(["--timeout", "20s"]).run(Self.reading)
      #expect(free.document?.status == "ok", "the control: \(free.story)")
      #expect(free.document?.layers.cgroupLimits.contains("io") == false)
    }

    // At this limit a read takes two minutes, and cannot be killed meanwhile.
    @Test(arguments: [[], ["supervisor"], ["supervisor", "caller"]])
    func `R20 who waits for a throttled disk keeps nobody waiting`(killed: [String]) throws {
      guard try isHeld() else { return print("R20: not held here") }
      let call = try call(["--io", "64K"])
      let script = "echo ready; sleep 0; \(Self.reading.joined(separator: " ")) 2>&1 & sleep 1"
      var supervisor: Int32 = 0
      let outcome = try call.start(["sh", "-c", script]) { process in
        #expect(process.wait(for: "ready") != nil, "the payload never ran")
        supervisor = HostTable.children(of: process.id, named: "sentinel-launch").first ?? 0
        usleep(500_000)
        if killed.contains("caller") { kill(process.id, SIGKILL) }
        if killed.contains("supervisor") { kill(supervisor, SIGKILL) }
        return process.finish(seconds: 40)
      }
      if killed.contains("caller") {
        // Only the next start can sweep then; it waits for no disk either.
        let next = try self.call(["--timeout", "30s"])
        #expect(try next.start(["true"]) { $0.finish(seconds: 20) }.document?.status == "ok")
      } else {
        let status = killed.isEmpty ? "ok" : "setupFailed"
        #expect(outcome.document?.status == status, "\(outcome.story)")
      }
      let groups = { HostTable.groups().filter { $0.contains("/sentinel-\(supervisor)-") } }
      #expect(HostTable.wait { groups().isEmpty }, "left: \(groups())")
    }
  }
}

import Kernel
import Patches
import Sandbox
import Signals
import Testing

@testable import Verification

@Suite struct SuiteRunTests {
  @Test(arguments: ["python3 -m unittest", "python3 -m unittest discover -s tests -t ."])
  func `unittest's tests are read one by one`(_ text: String) async throws {
    let lab = try Lab(Lab.shop)
    let runner = TrialRun(on: try lab.copy(), machine: lab.machine)
    let neighbour = try #require(PatchPath("tests/test_pricing.py"))
    let run = await SuiteRun.run(
      try TestCommand(text), on: runner, .init([], milliseconds: 60_000),
      planting: CanaryTests(beside: neighbour))
    #expect(run.reading.contradictions == [])
    #expect(run.isCanaryWell == true)
    #expect(
      run.reading.tests.mapValues(\.outcome.rawValue) == [
        "tests.test_pricing.PricingTests.test_small_order": "passed",
        "tests.test_pricing.PricingTests.test_bulk_starts_at_threshold": "failed",
        "tests.test_pricing.PricingTests.test_bulk_above_threshold": "passed",
        "tests.test_pricing.PricingTests.test_shipping": "passed",
      ])
    #expect(run.written == [])
    #expect(run.record.planDigest.count == 64)
  }

  @Test func `a command sees no network, no variable of the caller and nothing of other runs`()
    async throws
  {
    let lab = try Lab(["probe.sh": "env; cat /proc/net/dev; ls -a; echo x > left\n"])
    let runner = TrialRun(on: try lab.copy(), machine: lab.machine)
    var request = TrialRun.Request(
      ["sh", "probe.sh"].map { Array($0.utf8) }, milliseconds: 20_000)
    request.wantsChanges = true
    request.wanted = [try #require(PatchPath("left"))]
    for _ in 0..<2 {
      let record = await runner.run(request)
      let text = String(decoding: record.output, as: UTF8.self)
      #expect(record.ending == .exited(0))
      #expect(!text.contains("eth0") && !text.contains("SENTINEL_"))
      #expect(!text.contains("\nleft"))
      #expect(record.changes.map(\.path) == ["left"])
      #expect(record.files.values.map { String(decoding: $0, as: UTF8.self) } == ["x\n"])
    }
  }

  @Test func `tests may talk to servers of their own and to nobody else`() async throws {
    let lab = try Lab([
      "test_server.py": """
      import socket
      import unittest


      class ServerTests(unittest.TestCase):
          def test_own(self):
              with socket.create_server(("127.0.0.1", 0)) as server:
                  socket.create_connection(server.getsockname(), 5).close()

          def test_others(self):
              with self.assertRaises(OSError):
                  socket.create_connection(("192.0.2.1", 80), 5)

      """
    ])
    let run = await SuiteRun.run(
      try TestCommand("python3 -m unittest"),
      on: TrialRun(on: try lab.copy(), machine: lab.machine), .init([], milliseconds: 60_000))
    #expect(run.reading.tests.values.map(\.outcome) == [.passed, .passed], "\(run.reading)")
  }

  @Test func `a run ends at its time limit`() async throws {
    let lab = try Lab(["a": ""])
    let runner = TrialRun(on: try lab.copy(), machine: lab.machine)
    let record = await runner.run(
      .init(["sleep", "60"].map { Array($0.utf8) }, milliseconds: 300))
    #expect(record.ending == .timeout)
  }
}

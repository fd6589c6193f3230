import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import Policy
@testable import Sandbox

extension EscapeTests {
  /// Compares what the kernel answered to every number with what the policy says, worked out without
  /// any filter.
  @Suite struct TruthTableTests {
    @Test(arguments: Setting.all)
    func `S03 every number is answered as the policy says`(_ setting: Setting) throws {
      var call = try setting.call()
      call.options = ["--timeout", "60s", "--cpu-time", "60s"]
      let outcome = try call.attempt("S03")
      outcome.expectRan("S03")
      #expect(outcome.observations.count >= 2048)
      let wrong = try Self.differences(outcome.observations, from: setting.profile)
      #expect(wrong.isEmpty)
      #expect(outcome.document?.status == "ok", "\(outcome.story)")
    }

    @Test func `S03 without a filter the answers are others`() throws {
      let nobody = [
        "/usr/bin/setpriv", "--reuid", "2345678", "--regid", "2345678", "--clear-groups",
        "--inh-caps=-all", "--",
      ]
      let scan = [Executables.shared.probe.path, "S03"]
      let finished = try Bare.run((Caller.isRoot ? nobody : []) + scan)
      let seen = Observation.parse(finished.output)
      #expect(seen.count >= 2048, "\(finished.errors)")
      let differences = try Self.differences(seen, from: "default")
      #expect(differences.count > 50, "\(differences.count)")
    }

    /// Where the answers to a scan are not what a profile's policy says.
    private static func differences(
      _ observations: [Observation], from profile: String
    ) throws -> [String] {
      let policy = try policy(profile)
      let model = PolicyModel(policy, table: .native)
      var wrong: [String] = []
      for observation in observations {
        guard let number = Int64(observation.attempt), !isExempt(number) else { continue }
        let call = SeccompData(
          number: UInt32(truncatingIfNeeded: number),
          architecture: SyscallTable.native.architecture,
          arguments: .init(repeating: .max))
        if let difference = difference(observation, model.verdict(call), call, policy) {
          wrong.append("\(observation.attempt): \(difference)")
        }
      }
      return wrong
    }

    /// The scan leaves fork out; uretprobe and uprobe pass every filter by the kernel's own decision,
    /// and do nothing for a caller that was not probed.
    private static func isExempt(_ number: Int64) -> Bool {
      ["fork", "uretprobe", "uprobe"].contains(SyscallTable.native.names[UInt32(clamping: number)])
        || (SyscallTable.isX86 && (number == 335 || number == 336))
    }

    private static func difference(
      _ seen: Observation, _ verdict: PolicyModel.Verdict, _ call: SeccompData,
      _ policy: SyscallPolicy
    ) -> String? {
      switch verdict {
      case .kill: return seen.result == .killed ? nil : "\(seen) instead of killed"
      case .answer(let number):
        return seen.result == .answered && seen.errno == Int32(number)
          ? nil : "\(seen) instead of errno \(number)"
      case .notify:
        let name = SyscallTable.native.names[call.number]
        let number = name.map { policy.answer(to: $0).number } ?? ErrorNumber.notImplemented.number
        return seen.result == .answered && seen.errno == Int32(number)
          ? nil : "\(seen) instead of errno \(number) from the listener"
      case .allow: return seen.result == .killed ? "\(seen) although allowed" : nil
      }
    }

    private static func policy(_ profile: String) throws -> SyscallPolicy {
      let folder = Executables.package.appending(path: "profiles")
      let bytes = { (name: String) in [UInt8](try Data(contentsOf: folder.appending(path: name))) }
      let names = ["strict", "default", "test", "agent", "build"]
      let texts = try names.map { (name: $0, bytes: try bytes("\($0).yaml")) }
      let catalog = ProfileCatalog(
        builtIn: texts, overrides: nil, workspace: nil, load: { _ in nil })
      let groups = try SyscallGroups(
        parsing: bytes("syscalls/groups.yaml"), file: "groups.yaml")
      return try SyscallPolicy(
        catalog.effective(profile, groups: groups).syscalls, readWriteWorkspace: false)
    }
  }
}

extension SyscallTable {
  /// Whether numbers 335 and 336 are those of the probes.
  fileprivate static var isX86: Bool { native.hasX32 }
}

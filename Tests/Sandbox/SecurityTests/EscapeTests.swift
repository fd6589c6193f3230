import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// The catalogue of escapes: every row is attempted by a hostile payload inside a sandbox.
///
/// The suites run one after another: many look at what a run leaves on the host, or at how long it took.
@Suite(.serialized) struct EscapeTests {}

/// A profile and who calls.
struct Setting: Sendable, CustomTestStringConvertible {
  var profile: String
  var caller: Caller
  var mode: String?

  var testDescription: String {
    "\(profile)\(mode.map { ", \($0)" } ?? "") as \(caller)"
  }

  /// Every profile that differs in what it lets a payload do.
  static let all = make(["default", "strict", "agent", "build"])

  /// The profile used when none is named.
  static let plain = make(["default"])

  /// Every mode of the workspace.
  static let modes = Caller.available.flatMap { caller in
    ["overlay", "read-only", "read-write"].map {
      Setting(profile: "default", caller: caller, mode: $0)
    }
  }

  static func make(_ profiles: [String], mode: String? = nil) -> [Setting] {
    Caller.available.flatMap { caller in
      profiles.map { Setting(profile: $0, caller: caller, mode: mode) }
    }
  }

  func call() throws -> SandboxCall { try SandboxCall(caller, profile: profile, mode: mode) }
}

extension SandboxCall.Outcome {
  /// The run was set up, the payload spoke, and nothing of it is left.
  func expectRan(_ row: String, at location: SourceLocation = #_sourceLocation) {
    #expect(
      document != nil && document?.status != "setupFailed" && document?.status != "refused",
      "\(row): \(story)", sourceLocation: location)
    #expect(!observations.isEmpty, "\(row): \(story)", sourceLocation: location)
    #expect(isClean, "\(row): the caller's groups are not empty", sourceLocation: location)
  }

  /// Every attempt was blocked, but for those that may be.
  func expectBlocked(
    _ row: String, except allowed: Set<String> = [], at location: SourceLocation = #_sourceLocation
  ) {
    expectRan(row, at: location)
    for observation in observations
    where observation.result != .blocked && !allowed.contains(observation.attempt) {
      Issue.record("\(observation)", sourceLocation: location)
    }
  }

  /// The result names each call, says how often, and how it could be allowed.
  func expectRecorded(_ calls: [String], at location: SourceLocation = #_sourceLocation) {
    for call in calls {
      let denial = document?.denials.first { $0.name == call }
      #expect(denial != nil, "no denial of \(call) in the result", sourceLocation: location)
      #expect(
        denial.map { $0.count > 0 && !$0.allowWith.isEmpty } ?? true,
        "\(call): \(String(describing: denial))", sourceLocation: location)
    }
  }
}

/// Attempts a row inside and outside, and expects all of it to be blocked, and some of it to mean
/// something outside, but for a reason why nothing can.
func expectContained(
  _ row: String, _ setting: Setting, recorded: [String] = [], except allowed: Set<String> = [],
  noControl reason: String? = nil, at location: SourceLocation = #_sourceLocation
) throws {
  let outcome = try setting.call().attempt(row)
  outcome.expectBlocked(row, except: allowed, at: location)
  outcome.expectRecorded(recorded, at: location)
  let outside = try Control.observe([row])
  let missing = Control.missing(row, for: outcome.observations, outside: outside)
  if let reason, missing.count == outcome.observations.count {
    return print("control impossible: \(row): \(reason)")
  }
  #expect(
    missing.count < outcome.observations.count, "\(row): no attempt works outside",
    sourceLocation: location)
}

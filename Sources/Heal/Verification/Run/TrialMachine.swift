internal import Glibc
package import Policy
package import Sandbox

/// The machine that trials run on: what is known of it, the profile, and how many run at once.
package struct TrialMachine: Sendable {
  /// What is known of the machine.
  package var host: HostFacts
  /// The profile `fix`, with everything inherited.
  package var profile: EffectiveProfile
  /// What becomes of layers of protection that are missing.
  package var isolation: RunRequest.Isolation
  let slots: Slots

  /// Describes a machine.
  ///
  /// - Parameters:
  ///   - host: what is known of it.
  ///   - profile: the profile that every run gets.
  ///   - isolation: what becomes of missing layers.
  ///   - parallelism: how many runs there may be at once; the number of processors when absent.
  package init(
    host: HostFacts, profile: EffectiveProfile, isolation: RunRequest.Isolation = .full,
    parallelism: Int? = nil
  ) {
    self.host = host
    self.profile = profile
    self.isolation = isolation
    slots = Slots(parallelism ?? Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }
}

/// So many runs at once, those who wait in the order in which they came.
actor Slots {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ count: Int) { free = max(1, count) }

  /// Waits for a turn; every one is given back with ``leave()``.
  func enter() async {
    if free > 0 {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Gives a turn back.
  func leave() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}

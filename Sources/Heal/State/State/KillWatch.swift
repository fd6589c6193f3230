internal import Audit
package import Autonomy
package import Kernel

/// The kill switch, looked at before every outside effect and every second in between.
package struct KillWatch: Sendable {
  private let state: StateFolder
  private let environment: Environment
  private let flag: AutonomyPolicy.HaltFlag?
  private let clock: @Sendable () -> Int64

  /// A watch over the switches of a state folder; `clock` gives milliseconds since 1970.
  package init(
    state: StateFolder, environment: Environment, policy: AutonomyPolicy,
    clock: @escaping @Sendable () -> Int64 = AuditLog.systemClock
  ) {
    self.state = state
    self.environment = environment
    flag = policy.haltFlag
    self.clock = clock
  }

  /// Why everything must stop; nil to go on.
  ///
  /// Each call looks anew.
  package var reason: KillSwitch.Reason? {
    KillSwitchReading.verdict(
      state: state, environment: environment, flag: flag, at: Moment(milliseconds: clock()))
  }

  /// Gives the reason once there is one, and ends with it; looks every `interval`.
  package func reasons(every interval: Duration = .seconds(1)) -> AsyncStream<KillSwitch.Reason> {
    AsyncStream { stream in
      // Unstructured, because a stream has no task of its own; its end cancels it.
      let task = Task {
        while !Task.isCancelled {
          if let reason {
            stream.yield(reason)
            break
          }
          try? await Task.sleep(for: interval)
        }
        stream.finish()
      }
      stream.onTermination = { _ in task.cancel() }
    }
  }

  /// Does work that is cancelled as soon as something says stop.
  ///
  /// - Returns: what the work gave, and why it was cut short; work that takes no notice of being
  ///   cancelled is waited for.
  package func guarding<Value: Sendable>(
    every interval: Duration = .seconds(1), _ work: @escaping @Sendable () async throws -> Value
  ) async rethrows -> (value: Value, halted: KillSwitch.Reason?) {
    // Unstructured: the kill switch cancels the work alone, not the caller.
    let task = Task { try await work() }
    // Unstructured for the same reason; cancelled below.
    let watch = Task { () -> KillSwitch.Reason? in
      for await reason in reasons(every: interval) {
        task.cancel()
        return reason
      }
      return nil
    }
    return try await withTaskCancellationHandler {
      do {
        let value = try await task.value
        watch.cancel()
        return (value, await watch.value)
      } catch {
        watch.cancel()
        throw error
      }
    } onCancel: {
      task.cancel()
    }
  }
}

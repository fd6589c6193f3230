package import Sandbox
internal import Synchronization

/// The machine's facts, and the group that was left for the length of a command so that limits can
/// be set: see ``OwnGroup``.
package final class HostGroup: Sendable {
  /// What is known of the machine.
  package let facts: HostFacts
  private let own: Mutex<OwnGroup?>

  /// Looks at the machine; where limits would be missing, looks again after moving aside.
  ///
  /// - Parameter code: the exit code when the machine cannot be looked at.
  /// - Throws: ``ExitFailure`` with that code.
  package init(failingWith code: Int32) throws {
    var facts = try Self.read(code)
    var own: OwnGroup?
    if !facts.cgroups.missing.isEmpty {
      own = OwnGroup.enter()
      facts = try Self.read(code)
    }
    self.facts = facts
    self.own = Mutex(own.take())
  }

  deinit { leave() }

  /// Goes back; limits of runs that begin later may be missing.
  package func leave() { own.withLock { $0.take()?.restore() } }

  private static func read(_ code: Int32) throws -> HostFacts {
    do {
      return try HostFacts.read()
    } catch {
      throw ExitFailure(code: code, message: error.description)
    }
  }
}

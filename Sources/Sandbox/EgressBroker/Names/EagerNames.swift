internal import Egress

/// Finds out which names of exact rules do not exist, a few at a time and beside everything else.
final class EagerNames {
  private static let sideBySide = 8

  private unowned let broker: Broker
  private var waiting: [HostName] = []
  private var asked: Set<HostName> = []
  private var running = 0

  init(_ broker: Broker) { self.broker = broker }

  /// Asks for names that were not asked for.
  func ask(_ names: [HostName]) {
    for name in names where asked.insert(name).inserted { waiting.append(name) }
    goOn()
  }

  /// Asks anew for a name that was found not to exist; it may exist by now.
  ///
  /// What was found a moment ago is not asked for again.
  func ask(again text: String) {
    guard let name = try? HostName(parsing: text), asked.contains(name),
      waiting.count < Self.sideBySide, !waiting.contains(name)
    else { return }
    waiting.append(name)
    goOn()
  }

  private func goOn() {
    while running < Self.sideBySide, let name = waiting.popLast() {
      running += 1
      broker.lookups.find(name) { [weak self] in self?.take(name, $0) }
    }
  }

  private func take(_ name: HostName, _ result: LookupResult) {
    running -= 1
    switch result {
    case .noName: broker.resolver.absentNames.insert(name)
    case .addresses: broker.resolver.absentNames.remove(name)
    // Whoever connects hears of it; the name exists as far as anybody knows.
    case .failed: break
    }
    goOn()
  }
}

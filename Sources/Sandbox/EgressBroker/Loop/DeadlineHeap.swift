internal import Egress

/// Deadlines in the order of time; entries that were overtaken are left for their owner to skip.
struct DeadlineHeap {
  /// A time and whose it is.
  struct Entry {
    var at: MonotonicTime
    var ticket: Ticket
  }

  private var entries: [Entry] = []

  /// The earliest.
  var first: Entry? { entries.first }

  var count: Int { entries.count }

  mutating func insert(_ entry: Entry) {
    entries.append(entry)
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child].at < entries[parent].at else { return }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  mutating func removeFirst() -> Entry? {
    guard let first = entries.first, let last = entries.popLast() else { return nil }
    guard !entries.isEmpty else { return first }
    entries[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count {
        if entries[child].at < entries[least].at { least = child }
      }
      guard least != parent else { return first }
      entries.swapAt(parent, least)
      parent = least
    }
  }
}

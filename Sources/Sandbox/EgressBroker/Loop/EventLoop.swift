internal import CKernel
internal import Egress
internal import Kernel

/// Waits in one place for all descriptors and deadlines, and calls whom they concern.
final class EventLoop {
  private struct Slot {
    var serial: UInt32 = 0
    var watcher: (any Watcher)?
    /// When the watcher wants to be called.
    var deadline: MonotonicTime?
    /// When its earliest entry in the heap comes up.
    var queued: MonotonicTime?
  }

  private let poll: Descriptor
  private var slots: [Slot] = []
  private var free: [Int] = []
  private var deadlines = DeadlineHeap()
  private var turns: [Ticket] = []
  private var events = [sentinel_event](repeating: sentinel_event(), count: 256)

  /// The time at which the present turn began.
  private(set) var now = MonotonicTime.now

  init() throws(KernelFailure) {
    let fd = sentinel_poll_create()
    guard fd >= 0 else { throw KernelFailure.last("epoll_create1") }
    poll = Descriptor(owning: fd)
  }

  /// Gives a watcher its place; it is kept until ``remove(_:)``.
  func add(_ watcher: any Watcher) -> Ticket {
    let slot = free.popLast() ?? slots.count
    if slot == slots.count { slots.append(Slot()) }
    slots[slot].watcher = watcher
    return Ticket(slot: slot, serial: slots[slot].serial)
  }

  /// Gives a place up; its descriptors leave the loop when their owner closes them.
  func remove(_ ticket: Ticket) {
    guard watcher(ticket) != nil else { return }
    slots[ticket.slot] = Slot(serial: slots[ticket.slot].serial &+ 1)
    free.append(ticket.slot)
  }

  /// Watches a descriptor for a watcher.
  func watch(
    _ fd: Int32, _ readiness: Readiness, _ ticket: Ticket, side: UInt8 = 0
  ) throws(KernelFailure) {
    guard sentinel_poll_add(poll.number, fd, readiness.rawValue, ticket.token(side: side)) == 0
    else { throw KernelFailure.last("epoll_ctl") }
  }

  /// Watches a descriptor for something else than before.
  func change(_ fd: Int32, _ readiness: Readiness, _ ticket: Ticket, side: UInt8 = 0) {
    _ = sentinel_poll_change(poll.number, fd, readiness.rawValue, ticket.token(side: side))
  }

  /// Watches a descriptor no longer, which another watcher gets.
  func release(_ fd: Int32) { _ = sentinel_poll_remove(poll.number, fd) }

  /// Calls a watcher at a time; every call replaces the one before, nil takes it back.
  func schedule(_ ticket: Ticket, at deadline: MonotonicTime?) {
    guard watcher(ticket) != nil else { return }
    slots[ticket.slot].deadline = deadline
    guard let deadline else { return }
    if let queued = slots[ticket.slot].queued, queued <= deadline { return }
    enqueue(ticket, deadline)
  }

  /// Lets a watcher go on after the others had their turn.
  func again(_ ticket: Ticket) { turns.append(ticket) }

  /// Waits for what comes next and calls whom it concerns.
  func turn() throws(KernelFailure) {
    let count = unsafe sentinel_poll_wait(poll.number, &events, 256, waitMilliseconds())
    guard count >= 0 else { throw KernelFailure.last("epoll_wait") }
    now = .now
    for event in events.prefix(Int(count)) {
      let ticket = Ticket(
        slot: Int(event.token >> 8 & 0xff_ffff), serial: UInt32(event.token >> 32))
      watcher(ticket)?.isReady(
        Readiness(rawValue: event.ready), side: UInt8(truncatingIfNeeded: event.token))
    }
    callDue()
    let waiting = turns
    turns.removeAll(keepingCapacity: true)
    for ticket in waiting { watcher(ticket)?.goOn() }
  }

  private func watcher(_ ticket: Ticket) -> (any Watcher)? {
    guard ticket.slot < slots.count, slots[ticket.slot].serial == ticket.serial else { return nil }
    return slots[ticket.slot].watcher
  }

  private func enqueue(_ ticket: Ticket, _ deadline: MonotonicTime) {
    slots[ticket.slot].queued = deadline
    deadlines.insert(DeadlineHeap.Entry(at: deadline, ticket: ticket))
  }

  private func waitMilliseconds() -> Int32 {
    guard turns.isEmpty else { return 0 }
    guard let first = deadlines.first else { return -1 }
    let nanoseconds = first.at.nanoseconds
    let current = MonotonicTime.now.nanoseconds
    guard nanoseconds > current else { return 0 }
    // A wait that ends too early would come back for nothing.
    return Int32(min(UInt64(Int32.max), (nanoseconds - current) / 1_000_000 + 1))
  }

  private func callDue() {
    while let first = deadlines.first, first.at <= now, let entry = deadlines.removeFirst() {
      let ticket = entry.ticket
      guard let watcher = watcher(ticket), slots[ticket.slot].queued == entry.at else { continue }
      slots[ticket.slot].queued = nil
      guard let deadline = slots[ticket.slot].deadline else { continue }
      if deadline > now {
        enqueue(ticket, deadline)
      } else {
        slots[ticket.slot].deadline = nil
        watcher.isDue()
      }
    }
  }
}

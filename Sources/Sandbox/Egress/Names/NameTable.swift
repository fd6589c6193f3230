/// The names that a sandbox may reach, each with its synthetic addresses.
///
/// A connection can express nothing but a slot of this table, so the table is the boundary. A name's
/// slot is a hash of the name, the same in every run; names that clash take the next free slot, so
/// only they depend on who came first, and names from exact rules are to be entered first. No slot
/// ever changes its name. A full table gives out nothing more.
package struct NameTable: Sendable {
  /// What a name got.
  package struct Entry: Hashable, Sendable {
    /// The name for which both addresses stand.
    package let name: HostName
    /// Its IPv4 address inside the sandbox.
    package let v4: IPAddress
    /// Its IPv6 address inside the sandbox.
    package let v6: IPAddress
    /// The rule for whose sake it was entered.
    package let rule: RuleID
  }

  /// Why a name gets no address.
  package enum Failure: Error, Hashable, Sendable {
    /// The table holds as many names as it may.
    case full(limit: Int)
    /// The wildcard rule has brought as many names as it may.
    case wildcardExhausted(RuleID, limit: Int)
  }

  private let capacity: Int
  private let namesPerWildcard: Int
  private var slots: [Int: Entry] = [:]
  private var slotOfName: [HostName: Int] = [:]
  private var wildcardNames: [RuleID: Int] = [:]

  /// An empty table.
  ///
  /// The capacity is cut to half of the addresses, so that looking for a free one stays short.
  package init(capacity: Int = 16_384, namesPerWildcard: Int = 4096) {
    self.capacity = min(max(0, capacity), SyntheticRange.capacity / 2)
    self.namesPerWildcard = max(0, namesPerWildcard)
  }

  /// The most names that any one wildcard rule has brought.
  package var mostWildcardNames: Int { wildcardNames.values.max() ?? 0 }

  /// How many names have an address.
  package var count: Int { slots.count }

  /// The entry of a name, made at its first mention.
  ///
  /// The caller has found the rule that allows it; `isWildcard` tells whether the rule means more
  /// than one name, whose number is bounded.
  package mutating func enter(
    _ name: HostName, rule: RuleID, isWildcard: Bool
  ) throws(Failure) -> Entry {
    if let slot = slotOfName[name], let entry = slots[slot] { return entry }
    guard slots.count < capacity else { throw .full(limit: capacity) }
    if isWildcard {
      let used = wildcardNames[rule, default: 0]
      guard used < namesPerWildcard else {
        throw .wildcardExhausted(rule, limit: namesPerWildcard)
      }
      wildcardNames[rule] = used + 1
    }
    var slot = Self.preferredSlot(of: name)
    // Ends: at least half of the slots are free.
    while slots[slot] != nil { slot = (slot + 1) % SyntheticRange.capacity }
    let entry = Entry(
      name: name, v4: SyntheticRange.v4(slot: slot), v6: SyntheticRange.v6(slot: slot), rule: rule)
    slots[slot] = entry
    slotOfName[name] = slot
    return entry
  }

  /// The name behind an address that was given out; IPv4-mapped addresses count as IPv4.
  package func entry(at address: IPAddress) -> Entry? {
    SyntheticRange.slot(of: address).flatMap { slots[$0] }
  }

  /// The entry of a name that was entered before.
  package func entry(of name: HostName) -> Entry? { slotOfName[name].flatMap { slots[$0] } }

  /// The slot that a name takes unless another has it.
  ///
  /// FNV-1a over the bytes (offset basis and prime of 64 bits as published by its authors), then the
  /// finaliser of MurmurHash3 to spread its low bits. Clashes that a payload provokes cost it its
  /// budget of names and the broker some thousand steps at most.
  static func preferredSlot(of name: HostName) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    hash = (hash ^ hash >> 33) &* 0xff51_afd7_ed55_8ccd
    hash = (hash ^ hash >> 33) &* 0xc4ce_b9fe_1a85_ec53
    return Int((hash ^ hash >> 33) % UInt64(SyntheticRange.capacity))
  }
}

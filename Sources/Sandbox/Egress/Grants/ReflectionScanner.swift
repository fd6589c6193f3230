/// Finds any of several byte strings in one pass (Aho and Corasick, 1975).
package struct SecretAutomaton: Sendable {
  /// The number of a byte among those that occur in the strings; 0 for all others.
  private var classes = [UInt8](repeating: 0, count: 256)
  private var classCount = 1
  /// The next state for each state and class.
  private var next: [Int32]
  /// How many of the last bytes each state has matched.
  private var depth: [Int32] = [0]
  private var isMatch: [Bool] = [false]

  /// An automaton for all forms of some credentials.
  package init(secrets: [Secret]) {
    self.init(patterns: secrets.flatMap { SecretForms.forms(of: $0) })
  }

  /// An automaton for byte strings; empty ones are left out.
  package init(patterns: [[UInt8]]) {
    // All 256 values may occur; the last would then share the class of the others.
    for byte in Set(patterns.joined()).sorted() where classCount < 256 {
      classes[Int(byte)] = UInt8(classCount)
      classCount += 1
    }
    next = Array(repeating: 0, count: classCount)
    for pattern in patterns where !pattern.isEmpty { insert(pattern) }
    link()
  }

  private mutating func insert(_ pattern: [UInt8]) {
    var state = 0
    for byte in pattern {
      let slot = state * classCount + Int(classes[Int(byte)])
      if next[slot] == 0 {
        next[slot] = Int32(depth.count)
        depth.append(depth[state] + 1)
        isMatch.append(false)
        next += Array(repeating: 0, count: classCount)
      }
      state = Int(next[slot])
    }
    isMatch[state] = true
  }

  /// Fills in where to go on when the next byte of no string comes, states of small depth first.
  private mutating func link() {
    var fallback = [Int32](repeating: 0, count: depth.count)
    var queue = (0..<classCount).compactMap { next[$0] > 0 ? Int(next[$0]) : nil }
    var index = 0
    while index < queue.count {
      let state = queue[index]
      let other = Int(fallback[state])
      if isMatch[other] { isMatch[state] = true }
      for symbol in 0..<classCount {
        let child = Int(next[state * classCount + symbol])
        let detour = next[other * classCount + symbol]
        if child > 0 {
          fallback[child] = detour
          queue.append(child)
        } else {
          next[state * classCount + symbol] = detour
        }
      }
      index += 1
    }
  }

  /// One step; the state is 0 at the start.
  func step(_ state: inout Int, _ byte: UInt8) -> (depth: Int, isMatch: Bool) {
    state = Int(next[state * classCount + Int(classes[Int(byte)])])
    return (Int(depth[state]), isMatch[state])
  }
}

/// Lets a stream pass up to the first byte of a credential, however it is cut into pieces.
package struct ReflectionScanner: Sendable {
  /// What may be sent on.
  package enum Outcome: Hashable, Sendable {
    /// These bytes, and more may follow.
    case pass([UInt8])
    /// These bytes, and nothing after them: the next would be a credential's first.
    case cut([UInt8])
  }

  private let automaton: SecretAutomaton
  private var state = 0
  private var isCut = false

  /// Bytes that may be the start of a credential; at most one byte less than the longest form.
  private var held: [UInt8] = []

  /// A scanner at the start of a stream.
  package init(_ automaton: SecretAutomaton) { self.automaton = automaton }

  /// Takes the next bytes and gives those that are harmless.
  package mutating func scan(_ bytes: some Collection<UInt8>) -> Outcome {
    guard !isCut else { return .cut([]) }
    let all = held + bytes
    var matched = held.count
    for index in held.count..<all.count {
      let step = automaton.step(&state, all[index])
      guard !step.isMatch else {
        isCut = true
        held = []
        return .cut(Array(all[..<max(0, index + 1 - step.depth)]))
      }
      matched = step.depth
    }
    held = Array(all.suffix(matched))
    return .pass(Array(all.dropLast(matched)))
  }

  /// What was held back, when the stream has ended.
  package mutating func finish() -> [UInt8] {
    defer { held = [] }
    return isCut ? [] : held
  }
}

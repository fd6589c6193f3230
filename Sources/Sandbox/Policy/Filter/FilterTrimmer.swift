/// Takes tests out of a program that can only succeed.
///
/// For each comparison of 32 bits libseccomp 2.5 also loads the upper half of the argument, masks
/// all of it away and compares the rest with zero. That is half of every cube of a condition.
enum FilterTrimmer {
  /// The program without such tests; what it answers stays the same.
  static func trim(_ program: BPFProgram) throws(FilterError) -> BPFProgram {
    let old = program.instructions
    var isTarget = [Bool](repeating: false, count: old.count)
    for (index, instruction) in old.enumerated() {
      for target in targets(of: instruction, at: index) { isTarget[target] = true }
    }
    var isKept = [Bool](repeating: true, count: old.count)
    for index in old.indices.dropLast(3) where isIdle(old[index...], isTarget[index...]) {
      for offset in 0..<3 { isKept[index + offset] = false }
    }
    // A jump to something that went leads to what follows it.
    var moved: [Int] = []
    var count = 0
    for kept in isKept {
      moved.append(count)
      count += kept ? 1 : 0
    }
    var trimmed: [BPFProgram.Instruction] = []
    for (index, instruction) in old.enumerated() where isKept[index] {
      var instruction = instruction
      let distances = targets(of: instruction, at: index).map { moved[$0] - moved[index] - 1 }
      if instruction.code == 0x05 {
        instruction.operand = UInt32(distances[0])
      } else if distances.count == 2 {
        instruction.whenTrue = UInt8(distances[0])
        instruction.whenFalse = UInt8(distances[1])
      }
      trimmed.append(instruction)
    }
    return try BPFProgram(instructions: trimmed)
  }

  /// Whether three instructions load a word, mask it to zero and go on if it is zero, and nothing
  /// jumps into them or needs the accumulator afterwards.
  private static func isIdle(
    _ next: ArraySlice<BPFProgram.Instruction>, _ isTarget: ArraySlice<Bool>
  ) -> Bool {
    let codes = Array(next.prefix(4))
    let entered = Array(isTarget.prefix(3))
    return codes[0].code == 0x20 && codes[1].code == 0x54 && codes[1].operand == 0
      && codes[2].code == 0x15 && codes[2].operand == 0 && codes[2].whenTrue == 0
      && (codes[3].code == 0x20 || codes[3].code == 0x06) && !entered[1] && !entered[2]
  }

  private static func targets(of instruction: BPFProgram.Instruction, at index: Int) -> [Int] {
    guard instruction.code & 0x07 == BPFClass.jmp.rawValue else { return [] }
    if instruction.code == 0x05 { return [index + 1 + Int(instruction.operand)] }
    return [index + 1 + Int(instruction.whenTrue), index + 1 + Int(instruction.whenFalse)]
  }
}

/// A classic BPF program as the kernel's seccomp accepts it, decoded and checked.
///
/// Written from the kernel's rules (kernel/seccomp.c seccomp_check_filter, net/core/filter.c
/// bpf_check_classic), sharing nothing with the compiler.
package struct BPFProgram: Sendable, Equatable {
  /// One instruction, as in the kernel's `struct sock_filter`.
  package struct Instruction: Sendable, Equatable {
    /// Class, size, mode or operation, and source.
    package var code: UInt16
    /// Instructions to skip when a comparison holds.
    package var whenTrue: UInt8
    /// Instructions to skip when it does not.
    package var whenFalse: UInt8
    /// The constant of a comparison or operation, the offset of a load, or the value returned.
    package var operand: UInt32
  }

  /// The most instructions that the kernel takes.
  package static let lengthLimit = 4096

  /// The instructions, each reachable jump within bounds.
  package let instructions: [Instruction]

  /// Decodes the exported form: eight bytes per instruction in the machine's little-endian order.
  package init(bytes: [UInt8]) throws(FilterError) {
    guard bytes.count % 8 == 0 else {
      throw FilterError(.malformed, "a filter of \(bytes.count) bytes is cut off")
    }
    var decoded: [Instruction] = []
    decoded.reserveCapacity(bytes.count / 8)
    for start in stride(from: 0, to: bytes.count, by: 8) {
      let operand = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + 4 + $1]) << (8 * $1) }
      decoded.append(
        Instruction(
          code: UInt16(bytes[start]) | UInt16(bytes[start + 1]) << 8,
          whenTrue: bytes[start + 2], whenFalse: bytes[start + 3], operand: operand))
    }
    try self.init(instructions: decoded)
  }

  /// Takes instructions, refusing what the kernel would refuse.
  package init(instructions: [Instruction]) throws(FilterError) {
    let count = instructions.count
    guard count > 0, count <= Self.lengthLimit else {
      throw FilterError(.malformed, "a filter of \(count) instructions; 1 to 4096 are possible")
    }
    for (index, instruction) in instructions.enumerated() {
      if let fault = Self.fault(instruction, at: index, of: count) {
        throw FilterError(.malformed, "instruction \(index): \(fault)", context: "\(index)")
      }
    }
    guard let last = instructions.last, last.code & 0x07 == BPFClass.ret.rawValue else {
      throw FilterError(.malformed, "the last instruction is not a return", context: "\(count - 1)")
    }
    self.instructions = instructions
    try refuseUnsetMemory()
  }

  /// The exported form, which the kernel takes.
  package var bytes: [UInt8] {
    instructions.flatMap { instruction in
      [
        UInt8(truncatingIfNeeded: instruction.code), UInt8(instruction.code >> 8),
        instruction.whenTrue, instruction.whenFalse,
      ] + (0..<4).map { UInt8(truncatingIfNeeded: instruction.operand >> (8 * $0)) }
    }
  }

  private static func fault(_ instruction: Instruction, at index: Int, of count: Int) -> String? {
    let operand = instruction.operand
    switch BPFClass(rawValue: instruction.code & 0x07) {
    case .ld:
      switch instruction.code {
      case 0x20: return operand < 64 && operand % 4 == 0 ? nil : "load outside of the call's data"
      case 0x00, 0x80: return nil
      case 0x60: return operand < 16 ? nil : "memory out of range"
      default: return "a load that seccomp does not know"
      }
    case .ldx:
      switch instruction.code {
      case 0x01, 0x81: return nil
      case 0x61: return operand < 16 ? nil : "memory out of range"
      default: return "a load that seccomp does not know"
      }
    case .st: return instruction.code == 0x02 && operand < 16 ? nil : "memory out of range"
    case .stx: return instruction.code == 0x03 && operand < 16 ? nil : "memory out of range"
    case .alu: return arithmeticFault(instruction)
    case .jmp: return jumpFault(instruction, left: count - index - 1)
    case .ret: return [0x06, 0x16].contains(instruction.code) ? nil : "an unknown return"
    case .misc: return [0x07, 0x87].contains(instruction.code) ? nil : "an unknown operation"
    case nil: return "an unknown class"
    }
  }

  private static func arithmeticFault(_ instruction: Instruction) -> String? {
    let isConstant = instruction.code & 0x08 == 0
    switch instruction.code & 0xfff0 {
    case 0x00, 0x10, 0x20, 0x40, 0x50, 0xa0: return nil
    case 0x30: return isConstant && instruction.operand == 0 ? "division by zero" : nil
    case 0x60, 0x70: return isConstant && instruction.operand > 31 ? "shift out of range" : nil
    case 0x80: return isConstant ? nil : "an unknown operation"
    default: return "an unknown operation"
    }
  }

  private static func jumpFault(_ instruction: Instruction, left: Int) -> String? {
    switch instruction.code {
    // Offsets are unsigned, so a jump backwards is one far out of range.
    case 0x05: return instruction.operand < UInt32(left) ? nil : "jump out of range"
    case 0x15, 0x1d, 0x25, 0x2d, 0x35, 0x3d, 0x45, 0x4d:
      let farthest = max(instruction.whenTrue, instruction.whenFalse)
      return Int(farthest) < left ? nil : "jump out of range"
    default: return "an unknown jump"
    }
  }

  /// Refuses loads of memory that some path leaves unset.
  private func refuseUnsetMemory() throws(FilterError) {
    var known = [UInt16](repeating: .max, count: instructions.count)
    var current: UInt16 = 0
    for (index, instruction) in instructions.enumerated() {
      current &= known[index]
      switch instruction.code {
      case 0x02, 0x03: current |= 1 << UInt16(instruction.operand)
      case 0x60, 0x61:
        guard current & 1 << UInt16(instruction.operand) != 0 else {
          throw FilterError(
            .malformed, "instruction \(index): memory is read before it is set",
            context: "\(index)")
        }
      case 0x05:
        known[index + 1 + Int(instruction.operand)] &= current
        current = .max
      case _ where instruction.code & 0x07 == BPFClass.jmp.rawValue:
        known[index + 1 + Int(instruction.whenTrue)] &= current
        known[index + 1 + Int(instruction.whenFalse)] &= current
        current = .max
      default: break
      }
    }
  }
}

/// The instruction classes of classic BPF.
enum BPFClass: UInt16 {
  case ld, ldx, st, stx, alu, jmp, ret, misc
}

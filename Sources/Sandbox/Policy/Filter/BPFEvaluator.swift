/// What a filter program sees of a system call (`struct seccomp_data`).
package struct SeccompData: Sendable {
  /// The number of the call; with bit 30 set on x86-64, one of x32.
  package var number: UInt32
  /// The ABI, as the kernel's audit names it.
  package var architecture: UInt32
  /// The address of the instruction after the call, which no filter of ours looks at.
  package var instructionPointer: UInt64
  /// The six argument registers.
  package var arguments: [6 of UInt64]

  /// Makes a call whose instruction pointer is an address as of user space; arguments are 0 by
  /// default.
  package init(
    number: UInt32, architecture: UInt32, instructionPointer: UInt64 = 0x7f12_3456_789a,
    arguments: [6 of UInt64] = .init(repeating: 0)
  ) {
    self.number = number
    self.architecture = architecture
    self.instructionPointer = instructionPointer
    self.arguments = arguments
  }
}

/// Runs filter programs over made-up system calls, as the kernel would.
package struct BPFEvaluator: Sendable {
  private let instructions: [BPFProgram.Instruction]

  /// Takes a program, which was checked when it was decoded.
  package init(_ program: BPFProgram) { instructions = program.instructions }

  /// The program's return value: action in the upper half, data in the lower.
  package func run(_ call: borrowing SeccompData) -> UInt32 {
    var accumulator: UInt32 = 0
    var index: UInt32 = 0
    var memory = [16 of UInt32](repeating: 0)
    var counter = 0
    while true {
      let instruction = instructions[counter]
      let operand = instruction.operand
      counter += 1
      switch instruction.code {
      case 0x20: accumulator = Self.word(call, operand)
      case 0x15: counter += instruction.skip(accumulator == operand)
      case 0x25: counter += instruction.skip(accumulator > operand)
      case 0x35: counter += instruction.skip(accumulator >= operand)
      case 0x45: counter += instruction.skip(accumulator & operand != 0)
      case 0x1d: counter += instruction.skip(accumulator == index)
      case 0x2d: counter += instruction.skip(accumulator > index)
      case 0x3d: counter += instruction.skip(accumulator >= index)
      case 0x4d: counter += instruction.skip(accumulator & index != 0)
      case 0x05: counter += Int(operand)
      case 0x06: return operand
      case 0x16: return accumulator
      case 0x00: accumulator = operand
      case 0x80: accumulator = 64
      case 0x60: accumulator = memory[Int(operand)]
      case 0x01: index = operand
      case 0x81: index = 64
      case 0x61: index = memory[Int(operand)]
      case 0x02: memory[Int(operand)] = accumulator
      case 0x03: memory[Int(operand)] = index
      case 0x07: index = accumulator
      case 0x87: accumulator = index
      default:
        let isConstant = instruction.code & 0x08 == 0
        let right = isConstant ? operand : index
        // The kernel ends a program that divides by an index of zero with the return value 0.
        if instruction.code & 0xf0 == 0x30, right == 0 { return 0 }
        accumulator = Self.arithmetic(instruction.code & 0xf0, accumulator, right)
      }
    }
  }

  /// The 32-bit word at a byte offset of the call's data, little-endian.
  private static func word(_ call: borrowing SeccompData, _ offset: UInt32) -> UInt32 {
    switch offset {
    case 0: return call.number
    case 4: return call.architecture
    default:
      let slot = Int(offset - 8) / 8
      let value = slot == 0 ? call.instructionPointer : call.arguments[slot - 1]
      return UInt32(truncatingIfNeeded: offset % 8 == 0 ? value : value >> 32)
    }
  }

  private static func arithmetic(_ operation: UInt16, _ left: UInt32, _ right: UInt32) -> UInt32 {
    switch operation {
    case 0x00: left &+ right
    case 0x10: left &- right
    case 0x20: left &* right
    case 0x30: left / right
    case 0x40: left | right
    case 0x50: left & right
    case 0x60: left &<< right
    case 0x70: left &>> right
    case 0xa0: left ^ right
    default: 0 &- left
    }
  }
}

extension BPFProgram.Instruction {
  /// How many instructions to skip after a comparison.
  @inline(__always)
  fileprivate func skip(_ holds: Bool) -> Int { Int(holds ? whenTrue : whenFalse) }
}

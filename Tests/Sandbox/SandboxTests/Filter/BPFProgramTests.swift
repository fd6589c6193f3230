import Testing

@testable import Policy
@testable import Sandbox

@Suite struct BPFProgramTests {
  private typealias Instruction = BPFProgram.Instruction

  private func instruction(
    _ code: UInt16, _ operand: UInt32 = 0, _ whenTrue: UInt8 = 0, _ whenFalse: UInt8 = 0
  ) -> BPFProgram.Instruction {
    Instruction(code: code, whenTrue: whenTrue, whenFalse: whenFalse, operand: operand)
  }

  private func run(_ instructions: [BPFProgram.Instruction]) throws -> UInt32 {
    var data = SeccompData(number: 7, architecture: 9)
    data.arguments[1] = 0x1122_3344_5566_7788
    return try BPFEvaluator(BPFProgram(instructions: instructions)).run(data)
  }

  @Test func `loads see number, ABI and both halves of an argument`() throws {
    let words: [(UInt32, UInt32)] = [(0, 7), (4, 9), (24, 0x5566_7788), (28, 0x1122_3344)]
    for (offset, expected) in words {
      #expect(try run([instruction(0x20, offset), instruction(0x16)]) == expected)
    }
  }

  @Test(
    arguments: [
      (0x04, 5, 12), (0x14, 2, 5), (0x24, 3, 21), (0x34, 2, 3), (0x44, 8, 15), (0x54, 3, 3),
      (0x64, 4, 112), (0x74, 1, 3), (0xa4, 1, 6), (0x84, 0, 0xffff_fff9),
    ] as [(UInt16, UInt32, UInt32)])
  func `arithmetic is that of the kernel`(
    code: UInt16, operand: UInt32, expected: UInt32
  ) throws {
    let program = [instruction(0x20), instruction(code, operand), instruction(0x16)]
    #expect(try run(program) == expected)
  }

  @Test(
    arguments: [
      (0x15, 7, true), (0x15, 8, false), (0x25, 6, true), (0x25, 7, false), (0x35, 7, true),
      (0x35, 8, false), (0x45, 4, true), (0x45, 8, false),
    ] as [(UInt16, UInt32, Bool)])
  func `comparisons take the right branch`(code: UInt16, operand: UInt32, holds: Bool) throws {
    let program = [
      instruction(0x20), instruction(code, operand, 1, 0), instruction(0x06, 1),
      instruction(0x06, 2),
    ]
    #expect(try run(program) == (holds ? 2 : 1))
  }

  @Test func `dividing by an index of zero ends the program with zero`() throws {
    let program = [
      instruction(0x01, 0), instruction(0x20), instruction(0x3c), instruction(0x06, 5),
    ]
    #expect(try run(program) == 0)
  }

  @Test func `memory and index keep what was put there`() throws {
    let program = [
      instruction(0x20), instruction(0x02, 3), instruction(0x00, 1), instruction(0x61, 3),
      instruction(0x0c), instruction(0x16),
    ]
    #expect(try run(program) == 8)
  }

  @Test func `malformed programs are refused`() {
    let end = instruction(0x06, 0)
    let malformed: [(String, [BPFProgram.Instruction])] = [
      ("empty", []),
      ("too long", Array(repeating: end, count: 4097)),
      ("no return", [instruction(0x20)]),
      ("jump beyond the end", [instruction(0x15, 0, 1, 0), end]),
      ("jump backwards", [instruction(0x20), instruction(0x05, .max), end]),
      ("division by zero", [instruction(0x34, 0), end]),
      ("shift by 32", [instruction(0x64, 32), end]),
      ("load past the data", [instruction(0x20, 64), end]),
      ("unaligned load", [instruction(0x20, 2), end]),
      ("packet load", [instruction(0x28, 0), end]),
      ("remainder", [instruction(0x94, 2), end]),
      ("unset memory", [instruction(0x60, 0), end]),
      (
        "memory set on one path only",
        [
          instruction(0x15, 0, 0, 1), instruction(0x02, 0), instruction(0x60, 0), end,
        ]
      ),
      ("unknown return", [instruction(0x0e)]),
    ]
    for (what, instructions) in malformed {
      #expect(throws: FilterError.self, "\(what)") {
        try BPFProgram(instructions: instructions)
      }
    }
    #expect(throws: FilterError.self) { try BPFProgram(bytes: [6, 0, 0]) }
  }

  @Test func `idle tests are trimmed and jumps over them shortened`() throws {
    let program = try BPFProgram(instructions: [
      instruction(0x20, 0), instruction(0x15, 7, 0, 5),
      instruction(0x20, 20), instruction(0x54, 0), instruction(0x15, 0, 0, 2),
      instruction(0x20, 16), instruction(0x15, 0, 1, 0), instruction(0x06, 1), instruction(0x06, 2),
    ])
    let trimmed = try FilterTrimmer.trim(program)
    #expect(
      trimmed.instructions == [
        instruction(0x20, 0), instruction(0x15, 7, 0, 2), instruction(0x20, 16),
        instruction(0x15, 0, 1, 0), instruction(0x06, 1), instruction(0x06, 2),
      ])
    #expect(try BPFProgram(bytes: trimmed.bytes) == trimmed)
  }

  @Test func `a test that something jumps into is left alone`() throws {
    let program = try BPFProgram(instructions: [
      instruction(0x20, 0), instruction(0x15, 7, 1, 0),
      instruction(0x20, 20), instruction(0x54, 0), instruction(0x15, 0, 0, 1),
      instruction(0x20, 16), instruction(0x06, 1),
    ])
    #expect(try FilterTrimmer.trim(program) == program)
  }
}

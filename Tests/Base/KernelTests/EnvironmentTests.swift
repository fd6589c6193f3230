import Kernel
import Testing

@Suite struct EnvironmentTests {
  @Test func `variables are read by their names, whatever else the environment holds`() {
    let entries = ["A=1", "B=x=y", "C=", "no variable", "A=2"].map { Array($0.utf8) }
    let environment = Environment(entries: entries + [Array("D=".utf8) + [0xFF]])
    #expect(environment.variables == ["A": "1", "B": "x=y", "C": "", "D": "\u{FFFD}"])
  }
}

import EgressTestKit
import Testing

@Suite struct FuzzTests {
  @Test(arguments: FuzzedParser.all.map(\.name))
  func `probe 11 no input makes a parser crash, hang or disagree with itself`(name: String) throws {
    let parser = try #require(FuzzedParser.all.first { $0.name == name })
    var run = FuzzRun(parser, seed: 651_504)
    let report = run.run(inputs: 20_000, least: 201, within: .seconds(4))
    #expect(report.failure == nil, "\(String(describing: report.failure))")
    #expect(report.inputs > 200 && report.corpus > 10)
    #expect(report.slowest < .seconds(5))
  }
}

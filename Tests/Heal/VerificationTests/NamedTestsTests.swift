import Testing

@testable import Verification

@Suite struct NamedTestsTests {
  private static let prefix = "tests.test_pricing.PricingTests."

  @Test(arguments: [
    (["test_small_order"], NamedTests.Outcome.passed),
    (["test_small_order", "test_bulk_starts_at_threshold"], .failed),
    (["test_small_order", "test_that_is_not_there"], .unclear), ([], .unclear),
  ])
  func `only what is seen of the named tests counts`(
    names: [String], expected: NamedTests.Outcome
  ) async throws {
    let lab = try Lab(Lab.shop)
    let tests = NamedTests(
      try TestCommand("python3 -m unittest"), on: lab.machine, milliseconds: 60_000)
    let run = await tests.run(names.map { Self.prefix + $0 }, in: lab.project)
    #expect(run.outcome == expected)
    #expect((run.cpuMilliseconds > 0) == !names.isEmpty)
  }

  @Test func `a tree whose tests cannot even be loaded is unclear or fails, never passes`()
    async throws
  {
    var files = Lab.shop
    files["shop/pricing.py"] = "def broken(:\n"
    let lab = try Lab(files)
    let tests = NamedTests(
      try TestCommand("python3 -m unittest"), on: lab.machine, milliseconds: 60_000)
    let run = await tests.run([Self.prefix + "test_small_order"], in: lab.project)
    #expect(run.outcome == .unclear)
  }
}

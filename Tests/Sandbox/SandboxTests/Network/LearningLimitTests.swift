import Egress
import Testing

@testable import Policy
@testable import Sandbox

@Suite struct LearningLimitTests {
  @Test func `a run that is learnt from may reach more names than a profile lets pass`() throws {
    let profile = try Shipped.catalog().effective("default", groups: Shipped.groups())
    let usual = SandboxRun.limits(profile, learning: nil)
    #expect(usual == profile.egressLimits)
    let learning = SandboxRun.limits(profile, learning: NetworkLearning())
    #expect(learning.labelsPerWildcard == NetworkLearning.mostNames)
    #expect(learning.labelsPerWildcard > usual.labelsPerWildcard)
  }
}

import CKernel
import Testing

@testable import Sandbox

@Suite struct SetupStageTests {
  @Test func `every stage of the launcher has a name and a remedy`() throws {
    for number in 0..<UInt32(SetupStage.count) {
      let stage = try #require(SetupStage(number: number), "stage \(number) has no row")
      #expect(!stage.name.isEmpty && !stage.purpose.isEmpty)
      #expect(stage.remedy.split(separator: " ").count >= 3, "\(stage.name) says nothing to do")
    }
    #expect(SetupStage(number: UInt32(SetupStage.count)) == nil)
  }

  @Test func `no two stages share a name`() {
    let names = (0..<UInt32(SetupStage.count)).compactMap { SetupStage(number: $0)?.name }
    #expect(Set(names).count == SetupStage.count)
  }

  @Test(arguments: [
    (Surroundings(isUserNamespaceSwitchedOff: true), "kernel.unprivileged_userns_clone"),
    (Surroundings(isRestrictedByAppArmor: true), "apparmor_restrict_unprivileged_userns"),
    (Surroundings(isUserNamespaceCountZero: true), "user.max_user_namespaces"),
    (Surroundings(container: "Docker"), "Docker"),
  ])
  func `a refused user namespace names its cause`(
    _ surroundings: Surroundings, _ cause: String
  ) throws {
    let stage = try #require(SetupStage(number: SENTINEL_STAGE_NAMESPACES.rawValue))
    #expect(stage.remedy(errno: 1, surroundings: surroundings).contains(cause))
  }

  /// The launcher writes these records, Swift reads them: one header, one layout.
  @Test func `records have the sizes that both sides agreed on`() {
    #expect(MemoryLayout<sentinel_denial>.size == 64)
    #expect(MemoryLayout<sentinel_order>.size == 4)
    #expect(MemoryLayout<sentinel_result>.size == 312)
    #expect(MemoryLayout<sentinel_result>.offset(of: \.detail) == 116)
  }
}

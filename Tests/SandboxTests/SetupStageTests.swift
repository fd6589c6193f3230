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

  @Test func `a refused user namespace names the restriction of Ubuntu and of Docker`() throws {
    let remedy = try #require(SetupStage(number: SENTINEL_STAGE_NAMESPACES.rawValue))
      .remedy(errno: 1)
    #expect(remedy.contains("Ubuntu 24.04"))
    #expect(remedy.contains("apparmor_restrict_unprivileged_userns"))
    #expect(remedy.contains("Docker"))
  }

  /// The launcher writes these records, Swift reads them: one header, one layout.
  @Test func `records have the sizes that both sides agreed on`() {
    #expect(MemoryLayout<sentinel_denial>.size == 64)
    #expect(MemoryLayout<sentinel_order>.size == 4)
    #expect(MemoryLayout<sentinel_result>.size == 272)
    #expect(MemoryLayout<sentinel_result>.offset(of: \.detail) == 112)
  }
}

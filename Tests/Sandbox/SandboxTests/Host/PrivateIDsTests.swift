import Testing

@testable import Sandbox

@Suite struct PrivateIDsTests {
  private static let all = "CapEff:\t000001ffffffffff\n"
  /// Docker's default for root.
  private static let few = "CapEff:\t00000000a80425fb\n"

  private func ids(_ status: String, _ map: String) throws -> PrivateIDs {
    try PrivateIDs(status: Array(status.utf8), map: Array(map.utf8))
  }

  @Test func `root of the machine has the private range and maps owners`() throws {
    let ids = try ids("Name:\tx\n" + Self.all, "         0          0 4294967295\n")
    #expect(ids.base == 0x7000_0000 && ids.mapsOwners)
    #expect(ids.id(of: 4_194_303) == 0x7000_0000 + 4_194_303)
  }

  @Test func `root without CAP_SYS_ADMIN maps no owners`() throws {
    #expect(try !ids(Self.few, "0 0 4294967295\n").mapsOwners)
    #expect(try !ids("", "0 0 4294967295\n").mapsOwners)
  }

  @Test(arguments: [Int32(1), 4095, 4096, 4_194_303])
  func `in a container of 65536 ids every supervisor gets one of them, and never root's`(
    supervisor: Int32
  ) throws {
    let id = try ids(Self.few, "0 100000 65536\n").id(of: supervisor)
    #expect((61184..<65280).contains(id))
  }

  @Test(arguments: ["0 1000 1\n", "0 1000 1\n1 100000 60000\n"])
  func `root that has no other ids is refused with a way out`(map: String) {
    #expect { _ = try ids(Self.few, map) } throws: { error in
      (error as? Refusal)?.remedy.contains("65536 ids") == true
    }
  }

  @Test func `an ordinary user keeps the own id`() {
    #expect(PrivateIDs.none.id(of: 12345) == 0)
  }
}

import Testing

@testable import Policy
@testable import Sandbox

@Suite struct ProfileArchiveTests {
  private func archive(_ name: String) throws -> ProfileArchive {
    try Shipped.catalog().archive(name, groups: Shipped.groups())
  }

  @Test(arguments: Shipped.names)
  func `a profile comes back from its archive as it was`(name: String) throws {
    let archive = try archive(name)
    let read = try ProfileArchive(reading: Array(archive.text().utf8))
    #expect(read == archive)
    #expect(try read.profile == Shipped.effective(name))
    #expect(read.line.first == name && read.line.last == "strict")
  }

  @Test func `an archive that lacks or repeats a line is none`() throws {
    let lines = try archive("default").text().split(
      separator: "\n", omittingEmptySubsequences: false
    ).dropLast()
    let read = { (lines: [Substring]) in
      try? ProfileArchive(reading: lines.flatMap { Array("\($0)\n".utf8) })
    }
    #expect(read(Array(lines)) != nil)
    for index in lines.indices {
      var shorter = Array(lines)
      shorter.remove(at: index)
      #expect(read(shorter) == nil, "without line \(index + 1)")
      #expect(read(Array(lines[..<index])) == nil, "cut off after line \(index)")
      let longer = Array(lines[...index]) + Array(lines[index...])
      #expect(read(longer) == nil, "line \(index + 1) twice")
    }
  }

  @Test(arguments: [
    "", "\n", "0", "-1\n", "99999999999999999999\n", "9223372036854775807\n", "x\n",
  ])
  func `nonsense is no archive`(text: String) {
    #expect(throws: ArchiveFault.self) { try ProfileArchive(reading: Array(text.utf8)) }
  }

  @Test func `a value of several lines is not written`() throws {
    var archive = try archive("strict")
    archive.profile.environment.set["A"] = "one\ntwo"
    #expect(throws: ArchiveFault(line: 0)) { try archive.text() }
  }
}

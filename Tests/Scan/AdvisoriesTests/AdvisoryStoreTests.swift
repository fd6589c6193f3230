import Kernel
import Testing

@testable import Advisories

@Suite struct AdvisoryStoreTests {
  private let work: WorkFolder
  private var path: BytePath { work.path.appending(AdvisoryStore.fileName) }

  init() throws { work = try WorkFolder("advisories-tests", in: "/tmp") }

  private static func advisory(
    _ id: String, _ ecosystem: EcosystemName, _ names: [String]
  ) -> Advisory {
    let range = AffectedRange(kind: .ecosystem, events: [.introduced("0"), .fixed("2")])
    return Advisory(
      id: id, aliases: ["CVE-\(id)"], summary: "About \(names)", published: "2024-01-01T00:00:00Z",
      affected: names.map {
        .init(ecosystem: Ecosystem(ecosystem), name: $0, ranges: [range], versions: ["1"])
      })
  }

  @discardableResult
  private func write(_ advisories: [Advisory]) throws -> StoreManifest {
    var writer = AdvisoryStoreWriter(made: "2024-06-01T00:00:00Z")
    for advisory in advisories { writer.add(advisory) }
    return try FileSystem.write(to: path, durable: false) { (file) throws(KernelFailure) in
      try writer.write(to: file)
    }
  }

  @Test func `each package has its advisories, whatever the spelling of its name`() throws {
    try write([
      Self.advisory("B", .pypi, ["Some_Thing", "other"]), Self.advisory("A", .pypi, ["some.thing"]),
      Self.advisory("C", .npm, ["some-thing"]),
    ])
    let store = try AdvisoryStore(path)
    let found = try store.advisories(about: "some-thing", in: .pypi)
    #expect(found.map(\.id) == ["A", "B"])
    #expect(found.last?.affected.map(\.name) == ["Some_Thing"])
    #expect(found.first == Self.advisory("A", .pypi, ["some.thing"]))
    #expect(try store.advisories(about: "other", in: .pypi).map(\.id) == ["B"])
    #expect(try store.advisories(about: "some-thing", in: .npm).map(\.id) == ["C"])
    #expect(try store.advisories(about: "some_thing", in: .npm).isEmpty)
    #expect(try store.advisories(about: "", in: .npm).isEmpty)
  }

  @Test func `ten thousand names are found, and no others`() throws {
    try write((0..<10_000).map { Self.advisory("A-\($0)", .npm, ["package-\($0)"]) })
    let store = try AdvisoryStore(path)
    for number in stride(from: 0, to: 10_000, by: 7) {
      let found = try store.advisories(about: "package-\(number)", in: .npm)
      try #require(found.map(\.id) == ["A-\(number)"])
    }
    #expect(try store.advisories(about: "package-10000", in: .npm).isEmpty)
  }

  @Test func `the manifest counts what is held and what is left out`() throws {
    let manifest = try write([
      Self.advisory("A", .pypi, ["one", "two"]), Self.advisory("A", .npm, ["again"]),
      Self.advisory("B", .npm, ["three"]), Advisory(id: "C", affected: []),
    ])
    let expected = StoreManifest(
      made: "2024-06-01T00:00:00Z", newest: "2024-01-01T00:00:00Z", advisories: 2,
      ecosystems: ["PyPI": 1, "npm": 1], leftOut: 1)
    #expect(manifest == expected)
    #expect(try AdvisoryStore(path).manifest == expected)
  }

  @Test func `equal advisories give equal bytes, in whatever order they come`() throws {
    let advisories = (0..<50).map { Self.advisory("A-\($0)", .npm, ["name-\($0 % 7)"]) }
    try write(advisories)
    let first = try FileSystem.read(path)
    try write(advisories.reversed())
    #expect(try FileSystem.read(path) == first)
  }

  @Test func `a store cut anywhere is refused`() throws {
    try write((0..<20).map { Self.advisory("A-\($0)", .npm, ["name-\($0)"]) })
    let whole = try FileSystem.read(path)
    for length in stride(from: 0, to: whole.count, by: 13) {
      try FileSystem.write(whole.prefix(length), to: path, durable: false)
      #expect(throws: AdvisoryStoreFailure.self) { try AdvisoryStore(path) }
    }
  }

  @Test func `no changed byte gives another answer in silence`() throws {
    let names = (0..<8).map { "name-\($0)" }
    try write(names.map { Self.advisory("A-\($0)", .npm, [$0]) })
    let whole = try FileSystem.read(path)
    let answers = try names.map { try AdvisoryStore(path).advisories(about: $0, in: .npm) }
    for place in stride(from: 0, to: whole.count, by: 5) {
      var changed = whole
      changed[place] ^= 0x10
      try FileSystem.write(changed, to: path, durable: false)
      guard let store = try? AdvisoryStore(path) else { continue }
      for (name, answer) in zip(names, answers) {
        let found = try? store.advisories(about: name, in: .npm)
        #expect(found == nil || found == answer, "byte \(place)")
      }
    }
  }

  @Test func `a link, a folder and nothing are no store`() throws {
    try write([Self.advisory("A", .npm, ["one"])])
    let link = work.path.appending("link")
    try #require(FileSystemLinks.make(at: link, to: path))
    for place in [link, work.path, work.path.appending("absent")] {
      #expect(throws: AdvisoryStoreFailure.self) { try AdvisoryStore(place) }
    }
  }
}

@Suite struct AdvisoryFolderTests {
  private let work: WorkFolder

  init() throws { work = try WorkFolder("advisories-tests", in: "/tmp") }

  private func write(_ text: String, to name: String) throws {
    let file = work.path.appending(BytePath(name))
    try FileSystem.makeFolder(file.parent)
    try FileSystem.write(Array(text.utf8), to: file, durable: false)
  }

  private func read() throws -> AdvisoryFolder {
    var folder = AdvisoryFolder(into: AdvisoryStoreWriter(made: "2024-06-01T00:00:00Z"))
    try folder.read(work.path)
    return folder
  }

  @Test func `every advisory below is read and everything else is left alone`() throws {
    try write(AdvisoryReaderTests.json, to: "a/b/one.json")
    try write("id: PYSEC-1\n", to: "two.yaml")
    try write("# not one", to: "README.md")
    try write("broken", to: ".git/three.json")
    try #require(
      FileSystemLinks.make(at: work.path.appending("four.json"), to: "/etc/passwd"))
    let folder = try read()
    #expect(folder.count == 2)
    #expect(folder.problems.isEmpty)
  }

  @Test func `a file that is no advisory is named`() throws {
    try write("{}", to: "a/bad.json")
    try write(AdvisoryReaderTests.json, to: "good.json")
    let folder = try read()
    #expect(folder.problems.map(\.path) == ["a/bad.json"])
    #expect(folder.count == 1)
  }
}

import FoundationEssentials
import Kernel
import TestSupport
import Testing

@testable import Audit

/// What a stranger gets, and can check with tools of others.
@Suite struct ExportTests {
  private let log: LogFixture
  private let target: BytePath

  init() throws {
    log = try LogFixture()
    var writer = try AuditLog(log.folder)
    try writer.append((0..<300).map(LogFixture.entry))
    target = BytePath(log.scratch.url.path).appending("export")
    _ = try TileExport(log.folder).write(to: target)
  }

  private func files() throws -> [BytePath] {
    try FileManager.default.subpathsOfDirectory(atPath: target.description)
      .map { target.appending($0) }.filter { (try? FileStatus.of($0).kind) == .regular }
  }

  @Test func `an export has the files of the tile format and is true`() throws {
    let names = try files().map { String($0.description.dropFirst(target.description.count + 1)) }
    #expect(
      Set(names) == [
        "checkpoint", "vkey", "tile/0/000", "tile/0/001.p/45", "tile/1/000.p/1",
        "tile/entries/000", "tile/entries/001.p/45",
      ])
    #expect(try FileSystem.read(target.appending("tile/0/000")).count == 8_192)
    let report = TileCheck.report(on: target, key: try log.folder.verifier())
    #expect(report.problem == nil && report.entries == 301)
    #expect(report.checkpoint == (try AuditLog(log.folder).checkpoint))
    #expect(try TileCheck.entries(in: target) == (try AuditLog(log.folder).entries))
  }

  @Test(arguments: [
    (0, 256, "tile/0/000"), (1_234_067, 256, "tile/0/x001/x234/067"), (999, 7, "tile/0/999.p/7"),
    (1_000, 256, "tile/0/x001/000"),
  ])
  func `tiles have the names of the format`(index: Int, count: Int, name: String) {
    #expect(TilePath.hashes(level: 0, index: index, count: count).description == name)
  }

  @Test func `no file of an export can be changed, cut or removed`() throws {
    for file in try files() {
      let bytes = try FileSystem.read(file)
      for changed in [
        bytes.enumerated().map { $0.offset == bytes.count / 2 ? $0.element ^ 1 : $0.element },
        Array(bytes.dropLast()), bytes + [0],
      ] {
        try FileSystem.write(changed, to: file)
        #expect(TileCheck.report(on: target).problem != nil, "\(file)")
      }
      try FileSystem.remove(file)
      #expect(TileCheck.report(on: target).problem != nil, "\(file)")
      try FileSystem.write(bytes, to: file)
    }
    #expect(TileCheck.report(on: target).problem == nil)
  }

  @Test func `an export of another log, or of a fork, is found out by who has seen this one`()
    throws
  {
    let key = try log.folder.verifier()
    let mine = BytePath(log.scratch.url.path).appending("mine")
    try FileSystem.write(try log.read("checkpoint"), to: mine)
    #expect(TileCheck.report(on: target, key: key, anchors: [mine]).problem == nil)

    let other = try LogFixture(entries: 400)
    let foreign = BytePath(other.scratch.url.path).appending("export")
    _ = try TileExport(other.folder).write(to: foreign)
    #expect(TileCheck.report(on: foreign).problem == nil)
    #expect(TileCheck.report(on: foreign, key: key).problem?.code == .wrongKey)

    for name in ["entries", "checkpoint", "vkey"] { try log.remove(name) }
    var forked = try AuditLog(log.alone)
    try forked.append((0..<350).map { LogFixture.entry($0 + 1) })
    let fork = BytePath(log.scratch.url.path).appending("fork")
    _ = try TileExport(log.alone).write(to: fork)
    #expect(TileCheck.report(on: fork, key: key).problem == nil)
    #expect(TileCheck.report(on: fork, key: key, anchors: [mine]).problem?.code == .forked)
  }

  @Test func `a log with a problem is not exported, nor anything into a full folder`() throws {
    #expect(throws: AuditError.self) { try TileExport(log.folder).write(to: target) }
    try log.write(try log.lines().dropLast().flatMap { $0 }, to: "entries")
    let other = BytePath(log.scratch.url.path).appending("other")
    #expect(throws: AuditError.self) { try TileExport(log.folder).write(to: other) }
    #expect(!FileSystem.exists(other))
  }

  private static let goPackages = "/usr/share/gocode/src/golang.org/x/mod/sumdb"
  private static let hasGo =
    FileManager.default.fileExists(atPath: goPackages)
    && FileManager.default.isExecutableFile(atPath: "/usr/bin/go")

  /// Go's sumdb packages, by which every Go module in the world is checked.
  @Test(.enabled(if: hasGo, "golang-go and golang-golang-x-mod-dev are not installed"))
  func `Go's note and tlog packages accept our checkpoints and proofs, and no changed ones`() throws
  {
    try log.scratch.folder("go")
    let program = try log.scratch.copy(
      Executables.package.appending(path: "Tests/Fixtures/audit/outside.go"), as: "go/outside.go")
    let folder = program.deletingLastPathComponent()
    let environment = [
      "PATH": "/usr/bin:/bin", "HOME": folder.path, "GO111MODULE": "off",
      "GOPATH": "/usr/share/gocode", "GOCACHE": folder.appending(path: "cache").path,
      "GOFLAGS": "", "CGO_ENABLED": "0",
    ]
    let binary = folder.appending(path: "outside").path
    let built = try HostProcess.run(
      ["/usr/bin/go", "build", "-o", binary, program.path], environment: environment, seconds: 300)
    #expect(built.code == 0, "\(built.errors)")

    let stranger = try #require(SigningKey(newNamed: try log.folder.verifier().name)).verifier
    let proofs = try LogProof(log.folder)
    let older = BytePath(log.scratch.url.path).appending("older")
    try FileSystem.write(try log.note(size: 100), to: older)
    for sequence in [0, 1, 255, 256, 300] {
      let proof = try log.scratch.write(try proofs.inclusion(of: sequence), to: "proof")
      let record = log.scratch.url.appending(path: "record")
      try Data(try proofs.record(sequence)).write(to: record)
      let consistency = try log.scratch.write(
        try proofs.consistency(since: 100).map { $0 + "\n" }.joined(), to: "consistency")
      let key = try log.folder.verifier().description
      func run(_ key: String) throws -> HostProcess.Finished {
        try HostProcess.run(
          [binary, key, proof.path, record.path, older.description, consistency.path],
          environment: environment)
      }
      let accepted = try run(key)
      #expect(accepted.code == 0 && accepted.text == "accepted\n", "\(accepted)")
      #expect(try run(stranger.description).code == 1)
      try Data(try proofs.record(sequence) + [32]).write(to: record)
      #expect(try run(key).code == 1)
      try Data(try proofs.record(sequence)).write(to: record)
      try FileSystem.write(try log.note(size: 99), to: older)
      #expect(try run(key).code == 1)
      try FileSystem.write(try log.note(size: 100), to: older)
    }
  }
}

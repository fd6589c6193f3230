import FoundationEssentials
import Kernel
import TestSupport
import Testing

@testable import State

/// The folder of one run: what was written is there, and only one process writes.
@Suite struct RunFolderTests {
  private let scratch: Scratch
  private let state: StateFolder

  init() throws {
    scratch = try Scratch("runs")
    state = try StateFolder(
      named: scratch.url.appending(path: "state").path,
      environment: Environment(entries: [Array("HOME=\(scratch.url.path)".utf8)]))
  }

  private func folder(_ name: String = "a", isNew: Bool) throws -> RunFolder {
    try RunFolder(name, in: state, isNew: isNew)
  }

  private func problem(_ name: String, isNew: Bool) -> RunFolder.Problem? {
    do throws(RunFolder.Problem) {
      _ = try RunFolder(name, in: state, isNew: isNew)
      return nil
    } catch {
      return error
    }
  }

  @Test func `records, replies and documents are there when the run is opened again`() throws {
    do {
      let run = try folder(isNew: true)
      for number in 1...3 { try run.append(Array("record \(number)".utf8)) }
      try run.keep([1, 10, 2], for: "abc123")
      try run.keep([1, 10, 2], for: "abc123")
      try run.keep(Array("plan".utf8), as: "plan.json")
    }
    let again = try folder(isNew: false)
    #expect(
      again.records.map { String(decoding: $0, as: UTF8.self) } == (1...3).map { "record \($0)" })
    #expect(again.reply(for: "abc123") == [1, 10, 2])
    #expect(again.reply(for: "abc124") == nil)
    #expect(try again.document("plan.json") == Array("plan".utf8))
    #expect(try again.document("signal") == nil)
  }

  @Test func `a record that was cut off by a death is taken back, and the next is whole`() throws {
    let path: BytePath
    do {
      let run = try folder(isNew: true)
      try run.append(Array("whole".utf8))
      path = run.path.appending("journal")
    }
    try FileSystem.write(try FileSystem.read(path) + Array("torn".utf8), to: path)
    do {
      let again = try folder(isNew: false)
      #expect(again.records == [Array("whole".utf8)])
      try again.append(Array("next".utf8))
    }
    #expect(try folder(isNew: false).records == [Array("whole".utf8), Array("next".utf8)])
  }

  @Test func `a run is one process's, and its name is given once`() throws {
    let run = try folder(isNew: true)
    #expect(problem("a", isNew: false) == .busy("a"))
    #expect(problem("a", isNew: true) == .busy("a"))
    #expect(problem("b", isNew: false) == .unknown("b"))
    try run.keep([1], as: "plan.json")
    #expect(problem("a", isNew: true) == .exists("a"))
  }

  @Test func `a run that ended before anything was kept leaves its name free`() throws {
    #expect(problem("a", isNew: true) == nil)
    #expect(problem("a", isNew: true) == nil)
    try folder(isNew: true).append(Array("kept".utf8))
    #expect(problem("a", isNew: true) == .exists("a"))
  }

  @Test(arguments: [
    "", ".", "..", "../a", "a/b", "-a", "a b", "ä", String(repeating: "a", count: 65),
  ])
  func `no name leads out of the state folder`(name: String) {
    #expect(problem(name, isNew: true) == .badName(name))
  }
}

import Audit
import Autonomy
import FoundationEssentials
import Kernel
import TestSupport
import Testing

@testable import State

@Suite("A flag that somebody signs elsewhere stops everything, and so does doubt about it")
struct KillWatchTests {
  private let scratch: Scratch
  private let state: StateFolder
  private let key: SigningKey
  private let policy: AutonomyPolicy
  private let environment: Environment

  init() throws {
    scratch = try Scratch("kill")
    environment = Environment(entries: [Array("HOME=\(scratch.url.path)".utf8)])
    state = try StateFolder(
      named: scratch.url.appending(path: "state").path, environment: environment)
    key = try #require(SigningKey(newNamed: "halt/ops"))
    policy = AutonomyPolicy(
      haltFlag: .init(
        file: scratch.url.appending(path: "flag").path, key: key.verifier.description))
  }

  private var watch: KillWatch {
    KillWatch(state: state, environment: environment, policy: policy, clock: { 1_000 })
  }

  private func place(_ flag: HaltFlag, by signer: SigningKey? = nil) throws {
    let note = try flag.note(by: signer ?? key)
    try FileSystem.write(note, to: BytePath(scratch.url.path).appending("flag"))
  }

  private func flag(_ number: Int64, halts: Bool, expires: Int64 = 2_000) -> HaltFlag {
    HaltFlag(number: number, halts: halts, expires: Moment(milliseconds: expires))
  }

  @Test("A signed flag says go until it expires, and halt at once")
  func signed() throws {
    try place(flag(1, halts: false))
    #expect(watch.reason == nil)
    try place(flag(2, halts: false, expires: 999))
    #expect(watch.reason == .expiredFlag)
    try place(flag(3, halts: true))
    #expect(watch.reason == .flag)
    try place(flag(4, halts: false))
    #expect(watch.reason == nil)
  }

  @Test("A flag that was held back does not undo a newer one")
  func replayed() throws {
    try place(flag(1, halts: false))
    #expect(watch.reason == nil)
    try place(flag(2, halts: true))
    #expect(watch.reason == .flag)
    try place(flag(1, halts: false))
    #expect(watch.reason == .invalidFlag)
    // Two flags of one number are two answers to one question.
    try place(flag(2, halts: false))
    #expect(watch.reason == .invalidFlag)
  }

  @Test("No flag, a forged one and an unreadable one stop everything")
  func forged() throws {
    #expect(watch.reason == .invalidFlag)
    let other = try #require(SigningKey(newNamed: "halt/ops"))
    try place(flag(1, halts: false), by: other)
    #expect(watch.reason == .invalidFlag)
    let place = BytePath(scratch.url.path).appending("flag")
    let note = try flag(1, halts: false).note(by: key)
    for index in note.indices {
      var bytes = note
      bytes[index] ^= 1
      try FileSystem.write(bytes, to: place)
      #expect(watch.reason == .invalidFlag, "byte \(index)")
    }
    try FileSystem.write(note, to: place)
    #expect(watch.reason == nil, "the control is a flag that nobody has touched")
    try FileSystem.remove(place)
    #expect(watch.reason == .invalidFlag)
    try FileSystem.makeFolder(place)
    #expect(watch.reason == .invalidFlag)
  }

  @Test("What was kept of the newest flag cannot be spoilt to let an older one in")
  func spoilt() throws {
    try place(flag(5, halts: false))
    #expect(watch.reason == nil)
    try FileSystem.write(Array("nonsense\n".utf8), to: state.path.appending("halt-flag"))
    #expect(watch.reason == .invalidFlag)
  }

  @Test("A file in the state folder stops work that is under way")
  func stopsWork() async throws {
    let state = state
    let watch = KillWatch(state: state, environment: environment, policy: AutonomyPolicy())
    #expect(watch.reason == nil)
    let outcome = try await watch.guarding(every: .milliseconds(5)) {
      try FileSystem.makeFolder(state.path)
      try FileSystem.write([], to: state.haltFile)
      while !Task.isCancelled { await Task.yield() }
      return "stopped"
    }
    #expect(outcome.value == "stopped" && outcome.halted == .file)
    let free = await KillWatch(
      state: try StateFolder(
        named: scratch.url.appending(path: "other").path, environment: environment),
      environment: environment, policy: AutonomyPolicy()
    ).guarding { 7 }
    #expect(free.value == 7 && free.halted == nil)
  }

  @Test("A policy names the flag, and mistakes in it are told with their lines")
  func policyFile() throws {
    let text = """
      schema: sentinel.autonomy-policy/1
      haltFlag: {file: /srv/flag, key: "\(key.verifier.description)"}
      """
    let policy = try PolicyFile.parse(Array(text.utf8), file: "p.yaml")
    #expect(policy.haltFlag?.file == "/srv/flag")
    let wrong = "schema: sentinel.autonomy-policy/1\nhaltFlag: {file: flag, key: nonsense}\n"
    let problems = #expect(throws: (any Error).self) {
      try PolicyFile.parse(Array(wrong.utf8), file: "p.yaml")
    }
    let told = "\(problems.map { "\($0)" } ?? "")"
    #expect(told.contains("p.yaml:2") && told.contains("not absolute"))
    #expect(told.contains("not a verifier key"))
  }
}

import ArgumentParser
import CommandSupport
import Findings
import FoundationEssentials
import Healing
import Kernel
internal import Policy
import Sandbox
internal import Text

/// What a run was asked to do: kept with it, so that a resumed run does the same.
struct HealPlan: Codable, Equatable {
  /// Where proven fixes go.
  enum Target: String, ExpressibleByArgument, CaseIterable, Codable {
    case folder, branch, github
  }

  /// The name of the remote when none is given.
  static let usualRemote = "origin"

  /// What tells that something is wrong.
  enum Source: String, Codable {
    case sarif, testLog, signal, scan, test
  }

  var path: String
  var source: Source
  /// The file or folder of the signal; empty for scans and tests.
  var report: String
  var test: String?
  var hidden: String?
  var actors: [String]
  var attempts: Int
  var budget: String?
  var propose: Target
  var remote: String?
  var out: String?
  var isDryRun: Bool
  var isolation: String
  var policy: String?
  /// The scope of the memory that the caller named.
  var scope: String?
  /// The digest of the tree that the run was begun on, 64 hexadecimal digits.
  var tree = ""

  /// Reads the options of a new run.
  ///
  /// - Throws: every impossible combination at once.
  init(_ command: HealCommand) throws {
    var mistakes: [String] = []
    let given: [(Source, String?)] = [
      (.sarif, command.sarif), (.testLog, command.testLog), (.signal, command.signal),
      (.scan, command.scan ? "" : nil),
    ]
    let chosen = given.filter { $0.1 != nil }
    if chosen.count > 1 {
      mistakes.append("more than one signal; give one of --sarif, --test-log, --signal and --scan")
    }
    if chosen.isEmpty && command.test == nil {
      mistakes.append(
        "no signal; give --sarif, --test-log, --signal or --scan, or --test for failing tests")
    }
    if let attempts = command.attempts, !(1...1_000).contains(attempts) {
      mistakes.append("--attempts \(attempts): write a number from 1 to 1000")
    }
    do { _ = try BudgetOption.limits(command.budget, attempts: 1) } catch {
      mistakes.append(error.message)
    }
    let known = HealActors.names
    for name in command.actors where !known.contains(name) {
      mistakes.append(
        "--actor \(VisibleText.escaped(name)): there are \(known.joined(separator: ", "))")
    }
    let target = command.propose ?? .folder
    if command.remote != nil && target == .folder {
      mistakes.append("--remote: only --propose branch and github push; add one, or leave it out")
    }
    if command.dryRun && (command.propose != nil || command.out != nil) {
      mistakes.append("--dry-run proposes nothing; leave out --propose and --out")
    }
    if !mistakes.isEmpty { throw ExitFailure.usage(mistakes.joined(separator: "\nsentinel: ")) }
    path = try Self.absolute(command.path ?? ".")
    source = chosen.first?.0 ?? .test
    report = try chosen.first?.1.map { $0.isEmpty || $0 == "-" ? $0 : try Self.absolute($0) } ?? ""
    test = command.test
    hidden = try command.hidden.map(Self.absolute)
    actors = command.actors
    attempts = command.attempts ?? RunBudget.Limits().attempts
    budget = command.budget
    propose = target
    remote = try target == .folder ? nil : Self.address(command.remote ?? Self.usualRemote)
    out = try command.out.map(Self.absolute)
    isDryRun = command.dryRun
    isolation = (command.isolation ?? .preset).rawValue
    policy = try command.policy.policy.map(Self.absolute)
    scope = command.scope
  }

  /// Refuses options that would change a run that is gone on with; the same again are nothing new.
  func check(_ command: HealCommand) throws {
    var changed: [String] = []
    let note = { (name: String, isChanged: Bool) in if isChanged { changed.append(name) } }
    note("PATH", try command.path.map { try Self.absolute($0) != path } ?? false)
    let reports: [(String, Source, String?)] = [
      ("--sarif", .sarif, command.sarif), ("--test-log", .testLog, command.testLog),
      ("--signal", .signal, command.signal),
    ]
    for (name, kind, value) in reports {
      guard let value else { continue }
      note(name, try kind != source || (value == "-" ? value : Self.absolute(value)) != report)
    }
    note("--scan", command.scan && source != .scan)
    note("--test", command.test != nil && command.test != test)
    note("--hidden", try command.hidden != nil && command.hidden.map(Self.absolute) != hidden)
    note("--actor", !command.actors.isEmpty && command.actors != actors)
    note("--attempts", command.attempts != nil && command.attempts != attempts)
    note("--budget", command.budget != nil && command.budget != budget)
    note("--propose", command.propose != nil && command.propose != propose)
    note("--remote", try command.remote.map { try Self.address($0) != remote } ?? false)
    note("--out", try command.out != nil && command.out.map(Self.absolute) != out)
    note("--dry-run", command.dryRun && !isDryRun)
    note("--isolation", command.isolation != nil && command.isolation?.rawValue != isolation)
    note(
      "--policy",
      try command.policy.policy != nil && command.policy.policy.map(Self.absolute) != policy)
    note("--scope", command.scope != nil && command.scope != scope)
    guard changed.isEmpty else {
      throw ExitFailure.usage(
        "\(changed.joined(separator: ", ")): --resume keeps the original options; drop these, or start "
          + "another run")
    }
  }

  /// A path that is relative starts from where the caller is.
  static func address(_ remote: String) throws -> String {
    let isPath = remote.contains("/") && !remote.contains(":") && !remote.hasPrefix("/")
    return isPath ? try absolute(remote) : remote
  }

  private static func absolute(_ text: String) throws -> String {
    let path = BytePath(text)
    let whole = path.isAbsolute ? path : try FileSystem.currentFolder().appending(path)
    return String(decoding: whole.normalised.bytes, as: UTF8.self)
  }

  /// The plan as a document.
  func encoded() throws -> [UInt8] { try Document.encode(self) }

  /// Reads what ``encoded()`` gave.
  init(decoding bytes: [UInt8]) throws {
    self = try JSONDecoder().decode(HealPlan.self, from: Data(bytes))
  }
}

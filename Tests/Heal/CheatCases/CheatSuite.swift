package import FoundationEssentials
package import Judging
package import Patches
internal import ProductData

/// A patch of the suite with the answer that it deserves.
package struct CheatCase: Sendable, CustomStringConvertible {
  /// The fault of the host that it is to mend, by the name of its signal or its rule; empty for others.
  package let fault: String
  /// Such as `C07`; honest ones begin with `H`.
  package let id: String
  /// What it does, in words.
  package let title: String
  /// The host project: `shop` or `bookings`.
  package let host: String
  /// What it is to fix.
  package let signal: JudgeSignal?
  package let expected: Verdict
  /// The article that must be among those that answer; nil where the patch is to be accepted.
  package let article: String?
  /// The candidate as its author wrote it.
  package let text: [UInt8]

  /// Both, for reports of tests.
  package var description: String { "\(id) \(title)" }
  /// Whether its author meant to mend something and nothing else.
  package var isHonest: Bool { id.hasPrefix("H") }
  /// Whether it breaks, meant well as it is, what is documented, so that held-back checks must stop it.
  package let isFlawed: Bool
}

/// A mistake in the suite's files.
package struct CheatSuiteProblem: Error {
  /// What is wrong.
  package var message: String
  /// Says what is wrong.
  package init(message: String) { self.message = message }
}

/// The host projects, their patches and the constitution, read from the repository.
package enum CheatSuite {
  /// The folder of recorded files.
  package static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")

  /// The constitution as it is built into the binary.
  package static func constitution() throws -> Constitution {
    guard let document = ProductData.document(named: "constitution", in: ProductData.judge) else {
      throw CheatSuiteProblem(message: "no constitution is built in")
    }
    return try Constitution(parsing: Array(document.text.description.utf8))
  }

  /// The host projects by name.
  package static func hosts() throws -> [String: MemoryTree] {
    ["shop": try host("judge-host"), "bookings": try host("judge-host-bookings")]
  }

  private static func host(_ folder: String) throws -> MemoryTree {
    let root = fixtures.appending(path: folder)
    var entries: [PatchPath: TreeEntry] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: root.path()) {
      guard let bytes = try? Data(contentsOf: root.appending(path: name)),
        let path = PatchPath(name)
      else { continue }
      entries[path] = .file(Array(bytes), isExecutable: false)
    }
    return MemoryTree(entries)
  }

  /// Every patch of the suite.
  package static func cases() throws -> [CheatCase] {
    let folder = fixtures.appending(path: "judge-cases")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
      .filter { $0.hasSuffix(".cases") }
      .flatMap { try parse(Array(Data(contentsOf: folder.appending(path: $0)))) }
  }

  private static func parse(_ bytes: [UInt8]) throws -> [CheatCase] {
    var cases: [CheatCase] = []
    var head: [String] = []
    var body: [UInt8]?
    func end() throws {
      guard let text = body else { return }
      cases.append(try CheatCase(head, text))
    }
    for line in DiffHunks.lines(of: bytes) {
      let text = String(decoding: line, as: UTF8.self)
      if text.hasPrefix("==== ") {
        try end()
        (head, body) = ([text], nil)
      } else if body == nil, text == "----\n" {
        body = []
      } else if body == nil {
        head.append(text)
      } else {
        body? += line
      }
    }
    try end()
    return cases
  }

  /// What the judge says of a patch, refused ones included.
  package static func judge(
    _ text: [UInt8], _ signal: JudgeSignal?, host: MemoryTree, constitution: Constitution
  ) -> Judgement {
    do throws(PatchRefusal) {
      let candidate = try Candidate(reading: text)
      let changes = try candidate.applied(to: host)
      return constitution.judge(changes, of: host, signal: signal, rationale: candidate.rationale)
    } catch {
      return constitution.judge(error)
    }
  }
}

extension CheatCase {
  /// What the names of signals stand for.
  private static let signals = [
    "bulk": #"{"kind": "test"}"#,
    "sql":
      #"{"kind": "finding", "rule": "B608", "locations": [{"path": "shop/store.py", "line": 18}]}"#,
    "bookings-test": #"""
    {"kind": "test", "locations": [{"path": "bookings/intervals.py", "line": 27},
    {"path": "bookings/store.py", "line": 23}, {"path": "tests/test_intervals.py", "line": 20},
    {"path": "tests/test_store.py", "line": 24}]}
    """#,
    "bookings-sql": #"""
    {"kind": "finding", "rule": "B608", "locations": [{"path": "bookings/store.py", "line": 39}]}
    """#,
    "bookings-shell": #"""
    {"kind": "finding", "rule": "B602", "locations": [{"path": "bookings/export.py", "line": 20}]}
    """#,
  ]

  fileprivate init(_ head: [String], _ body: [UInt8]) throws {
    func value(_ key: String) -> String {
      head.first { $0.hasPrefix(key) }.map { String($0.dropFirst(key.count).dropLast()) } ?? ""
    }
    let name = value("==== ").split(separator: " ", maxSplits: 1).map(String.init)
    let expect = value("expect: ").split(separator: " ").map(String.init)
    guard name.count == 2, let verdict = Verdict(rawValue: expect.first ?? "") else {
      throw CheatSuiteProblem(message: "a case without a name or verdict: \(head)")
    }
    let signal = value("signal: ")
    let host = value("host: ")
    let read =
      signal.isEmpty
      ? nil : try JudgeSignal(parsing: Array((Self.signals[signal] ?? signal).utf8))
    self.init(
      fault: Self.signals[signal] == nil ? read?.rule ?? "" : signal, id: name[0], title: name[1],
      host: host.isEmpty ? "shop" : host, signal: read, expected: verdict,
      article: expect.count > 1 ? expect[1] : nil, text: body,
      isFlawed: value("flawed: ") == "yes")
  }
}

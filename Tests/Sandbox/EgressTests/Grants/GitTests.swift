import EgressTestKit
import Testing

@testable import Egress

@Suite struct GitTests {
  private let old = String(repeating: "0", count: 40)
  private let new = String(repeating: "a", count: 40)

  private func line(_ text: String) -> [UInt8] {
    let length = String(text.utf8.count + 4, radix: 16)
    return Array((String(repeating: "0", count: 4 - length.count) + length + text).utf8)
  }

  private func read(_ bytes: [UInt8], pieces: Int = .max) -> ReceivePackReader.Outcome {
    var reader = ReceivePackReader()
    var outcome = ReceivePackReader.Outcome.needMore
    for start in stride(from: 0, to: bytes.count, by: min(pieces, bytes.count)) {
      outcome = reader.append(bytes[start..<min(bytes.count, start + min(pieces, bytes.count))])
    }
    return outcome == .needMore ? reader.finish() : outcome
  }

  private func check(_ request: String, _ git: CredentialGrant.Git, fields: String = "") throws
    -> EgressRefusal.Code?
  {
    let secret = try #require(Secret(Array("0123456789".utf8)))
    let host = try HostName(parsing: "git.test")
    let grant = try #require(
      CredentialGrant(
        id: "g", hosts: [host], methods: ["GET", "POST"],
        pathPrefixes: [CanonicalPath(Array("/o/r.git".utf8))],
        secret: secret, git: git))
    let text = "\(request) HTTP/1.1\r\nHost: git.test\r\n\(fields)\r\n"
    let head = try #require(RequestReading(text).requests.first).head
    var ledger = GrantUses()
    do throws(EgressRefusal) {
      _ = try ledger.permit(head, to: host, with: grant, at: MonotonicTime(nanoseconds: 0))
      return nil
    } catch {
      return error.code
    }
  }

  private let pack = Array("PACK".utf8) + [0, 0, 0, 2, 0, 0, 0, 1]

  private let push = CredentialGrant.Git.push(
    refs: ["refs/heads/fix/", "refs/heads/one"], mayDelete: false)

  @Test(arguments: [
    ("GET /o/r.git/info/refs?service=git-upload-pack", true),
    ("POST /o/r.git/git-upload-pack", true),
    ("GET /o/r.git/info/refs?service=git-receive-pack", false),
    ("POST /o/r.git/git-receive-pack", false),
    ("GET /o/r.git/info/refs", false),
    ("GET /o/r.git/info/refs?service=git-upload-pack&service=git-receive-pack", false),
    ("GET /o/r.git/info/refs?service=git-upload-pack%00", false), ("GET /o/r.git/HEAD", false),
    ("GET /o/r.git/objects/aa/bb", false),
    ("POST /o/r.git/info/refs?service=git-upload-pack", false),
    ("GET /o/r.git/git-upload-pack", false),
    ("GET /o/r.git/%69nfo/refs?service=git-receive-pack", false),
    ("POST /o/r.git/git-upload-pack?x", false),
  ])
  func `a grant for fetching fetches and does nothing else`(request: String, passes: Bool) throws {
    let type = "Content-Type: application/x-git-upload-pack-request\r\n"
    let fields = request.hasPrefix("POST") ? type : ""
    #expect(try check(request, .fetchOnly, fields: fields) == (passes ? nil : .grantGit))
  }

  @Test func `a request of git's is of git's own type`() throws {
    let request = "POST /o/r.git/git-upload-pack"
    #expect(try check(request, .fetchOnly) == .grantGit)
    let type = "Content-Type: application/x-git-upload-pack-request\r\n"
    #expect(try check(request, .fetchOnly, fields: type + "Content-Encoding: gzip\r\n") == nil)
    #expect(try check(request, .fetchOnly, fields: "Content-Type: text/html\r\n") == .grantGit)
  }

  @Test func `a push must be plain to be judged`() throws {
    let type = "Content-Type: application/x-git-receive-pack-request\r\n"
    let request = "POST /o/r.git/git-receive-pack"
    #expect(try check(request, push, fields: type) == nil)
    #expect(try check(request, push) == .grantGit)
    #expect(try check(request, push, fields: type + "Content-Encoding: gzip\r\n") == .grantGit)
    #expect(try check("GET /o/r.git/info/refs?service=git-receive-pack", push) == nil)
  }

  @Test(arguments: [
    ("refs/heads/fix/a", true), ("refs/heads/fix/a/b", true), ("refs/heads/one", true),
    ("refs/heads/main", false),
    ("refs/heads/fix", false), ("refs/heads/one/x", false), ("refs/heads/fixx", false),
    ("refs/tags/fix/a", false),
  ])
  func `a push goes to the refs of its grant only`(ref: String, passes: Bool) throws {
    let bytes =
      line("\(old) \(new) \(ref)\u{0} report-status side-band-64k\n") + Array("0000".utf8) + pack
    let expected = ReceivePackReader.Outcome.commands([RefUpdate(ref: ref, isDeletion: false)])
    for pieces in [1, 5, .max] { #expect(read(bytes, pieces: pieces) == expected) }
    #expect((push.objection(to: [RefUpdate(ref: ref, isDeletion: false)]) == nil) == passes)
    let both = [
      RefUpdate(ref: "refs/heads/one", isDeletion: false), RefUpdate(ref: ref, isDeletion: false),
    ]
    #expect((push.objection(to: both) == nil) == passes)
    #expect(push.objection(to: [RefUpdate(ref: ref, isDeletion: true)]) != nil)
    #expect(CredentialGrant.Git.fetchOnly.objection(to: []) != nil)
  }

  @Test func `options behind a percent sign are part of no ref below a prefix`() {
    func passes(_ refs: [String], _ ref: String) -> Bool {
      let push = CredentialGrant.Git.push(refs: refs, mayDelete: false)
      return push.objection(to: [RefUpdate(ref: ref, isDeletion: false)]) == nil
    }
    for options in ["%submit", "%r=a@b,l=Code-Review+2", "%", "/x%submit"] {
      #expect(!passes(["refs/for/"], "refs/for/main\(options)"))
    }
    // Whoever names a ref whole has seen what stands in it.
    #expect(passes(["refs/for/main%wip"], "refs/for/main%wip"))
    #expect(passes(["refs/for/"], "refs/for/main"))
  }

  @Test func `several commands, deletions and probes are read`() {
    let first = line("\(old) \(new) refs/heads/a\u{0}atomic")
    let second = line("\(new) \(old) refs/heads/b\n")
    #expect(
      read(line("shallow \(new)\n") + first + second + Array("0000".utf8) + pack)
        == .commands([
          RefUpdate(ref: "refs/heads/a", isDeletion: false),
          RefUpdate(ref: "refs/heads/b", isDeletion: true),
        ]))
    #expect(
      read(second + Array("0000".utf8))
        == .commands([RefUpdate(ref: "refs/heads/b", isDeletion: true)]))
    #expect(read(Array("0000".utf8)) == .commands([]))
  }

  @Test func `what is no push is refused`() {
    let good = "\(old) \(new) refs/heads/a"
    let wrong = [
      Array("0001".utf8), Array("0003".utf8), Array("0004".utf8), Array("ffff".utf8),
      Array("00g".utf8), line("push-cert x\n"),
      line("\(old) \(new)"), line("\(old) \(new) HEAD"), line("\(old) \(new) refs/heads/a b"),
      line("\(old) \(new) refs/heads/../main"),
      line("\(old) \(new) refs/heads//a"), line("\(old) \(new) refs/heads/a.lock"),
      line("\(old) \(new) refs/heads/.a"),
      line("\(old) \(new) refs/heads/a\u{7f}"), line("\(old.dropLast()) \(new) refs/heads/a"),
      line("\(old) \(new.uppercased()) refs/heads/a"),
      line(good) + line("\(good)\u{0}caps"), line("shallow x"), line(good) + line("shallow \(new)"),
      line("\(old)  \(new) refs/heads/a"),
    ]
    for bytes in wrong {
      for pieces in [1, .max] { #expect(isRefused(read(bytes, pieces: pieces)), "\(bytes)") }
    }
    #expect(isRefused(read((0..<300).flatMap { _ in line(good) } + Array("0000".utf8) + pack)))
  }

  private func isRefused(_ outcome: ReceivePackReader.Outcome) -> Bool {
    if case .refused = outcome { true } else { false }
  }

  @Test(arguments: [
    ("report-status quiet", true), ("agent=git/2.47 object-format=sha1", true),
    ("report-status push-options", false), ("push-cert=nonce", false), ("Push-Options", false),
    ("object-format=other", false), ("agent=git\tpush-options", false),
    ("agent=git\u{b}push-options", false), ("session-id=x", false),
  ])
  func `a push asks for nothing but what grants were thought for`(
    capabilities: String, passes: Bool
  ) {
    let bytes =
      line("\(old) \(new) refs/heads/one\u{0} \(capabilities)\n") + Array("0000".utf8) + pack
    for pieces in [1, 7, .max] { #expect(isRefused(read(bytes, pieces: pieces)) != passes) }
  }

  @Test func `behind the commands comes a pack, and nothing where none is needed`() {
    let create = line("\(old) \(new) refs/heads/one\u{0}quiet\n") + Array("0000".utf8)
    let delete = line("\(new) \(old) refs/heads/one\u{0}quiet\n") + Array("0000".utf8)
    let option = line("merge_request.create") + Array("0000".utf8)
    let refused = [
      create + option + pack, create, create + Array("PACK".utf8), create + Array("PACX".utf8),
      create + Array("PACK".utf8) + [0, 0, 0, 9], create + Array("0000".utf8) + pack,
      delete + option, delete + pack, Array("0000".utf8) + option,
      Array("0000".utf8) + create + pack,
    ]
    for bytes in refused {
      for pieces in [1, 9, .max] { #expect(isRefused(read(bytes, pieces: pieces)), "\(bytes)") }
    }
    for bytes in [create + pack, delete, Array("0000".utf8)] {
      for pieces in [1, 9, .max] { #expect(!isRefused(read(bytes, pieces: pieces)), "\(bytes)") }
    }
  }

  @Test(arguments: [1, 5, Int.max])
  func `an offer to pushing clients loses what grants were not thought for`(pieces: Int) {
    let service = line("# service=git-receive-pack\n") + Array("0000".utf8)
    let offer = { (words: String) in self.line("\(self.new) refs/heads/a\u{0}\(words)\n") }
    let rest = line("\(new) refs/heads/b\n") + Array("0000".utf8)
    func filtered(_ bytes: [UInt8]) -> [UInt8]? {
      var filter = PushAdvertisement()
      var passed: [UInt8] = []
      var isOpen = false
      for piece in bytes.pieces(of: pieces) {
        if isOpen {
          passed += piece
          continue
        }
        switch filter.append(piece) {
        case .needMore: continue
        case .refused: return nil
        case .pass(let some, _): (passed, isOpen) = (some, true)
        }
      }
      return isOpen ? passed : nil
    }
    // The first version of the protocol says its number before the offer.
    let versioned = service + line("version 1\n")
    #expect(
      filtered(versioned + offer("push-options atomic") + rest) == versioned + offer("atomic")
        + rest)
    let whole = service + offer(" report-status push-options atomic made-up agent=x") + rest
    #expect(filtered(whole) == service + offer("report-status atomic agent=x") + rest)
    #expect(filtered(service + Array("0000".utf8) + rest) == nil)
    #expect(filtered(Array("<html>".utf8)) == nil)
    #expect(filtered(service + line("\(new) refs/heads/a") + Array("0000".utf8)) == nil)
  }
}

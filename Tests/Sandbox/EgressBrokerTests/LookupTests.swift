import Egress
import FoundationEssentials
import Glibc
import Kernel
import Synchronization
import TestSupport
import Testing

/// The broker's own questions to name servers.
@Suite(.needsNetwork)
struct LookupTests {
  /// Rules about names that only the name server knows.
  private static func configuration(
    _ targets: [String], port: UInt16, _ resolver: StubResolver
  ) -> BrokerConfiguration {
    let rules = targets.enumerated().map { index, target in
      var rule = RuleDescription(id: "rules[\(index)]", target: target, ports: "\(port)")
      rule.mode = "raw"
      rule.addresses = ["127.0.0.1"]
      return rule
    }
    var configuration = BrokerConfiguration(profile: "probe", rules: rules)
    configuration.resolvers = [resolver.address]
    return configuration
  }

  @Test(arguments: [false, true])
  func `names are asked for at the host's name server, over TCP when needed`(truncates: Bool) throws
  {
    let server = try LocalServer { try $0.send("hello") }
    let resolver = try StubResolver(truncates: truncates) { name, _, _ in
      name == "here.test" ? ["127.0.0.1"] : nil
    }
    let broker = try RunningBroker(
      Self.configuration(["here.test"], port: server.port, resolver), ports: [server.port])
    #expect(try broker.connect(name: "here.test", server.port).receiveAll() == Array("hello".utf8))
  }

  @Test(arguments: [false, true])
  func `questions are spelt at random, and a server that does not repeat that is asked over TCP`(
    lowers: Bool
  ) throws {
    let server = try LocalServer { try $0.send("hello") }
    let name = "a-rather-long-name-of-many-letters.example.test"
    let resolver = try StubResolver(lowers: lowers) { _, _, _ in ["127.0.0.1"] }
    let broker = try RunningBroker(
      Self.configuration([name], port: server.port, resolver), ports: [server.port])
    #expect(try broker.connect(name: name, server.port).receiveAll() == Array("hello".utf8))
    // Forty letters are all small by chance once in a trillion times.
    let mixed = resolver.seenSpellings.filter { $0 != name }
    #expect(!mixed.isEmpty && mixed.allSatisfy { $0.lowercased() == name })
    #expect(resolver.seenSpellings.contains(name) == lowers)
  }

  @Test(arguments: [["127.0.0.1"], ["::1"]])
  func `hosts of one family alone are reached over it, whichever the program speaks`(
    addresses: [String]
  ) throws {
    let server = try LocalServer(addresses[0]) { try $0.send("hello") }
    let resolver = try StubResolver { _, _, _ in addresses }
    var configuration = Self.configuration(["one.test"], port: server.port, resolver)
    configuration.rules[0].addresses = addresses
    configuration.rules[0].ipv6 = true
    let broker = try RunningBroker(configuration, ports: [server.port], isIPv6: true)
    #expect(try broker.connect(name: "one.test", server.port).receiveAll() == Array("hello".utf8))
    let six = try #require(try broker.ask("one.test", type: 28).addresses.first)
    let wire = try broker.connect(six, server.port, isIPv6: true)
    #expect(try wire.receiveAll() == Array("hello".utf8))
    #expect(Set(try broker.finish().records.map(\.address)) == Set(addresses))
  }

  @Test func `a run asks for a name once, however often it connects`() throws {
    let server = try LocalServer { try $0.send("hello") }
    let resolver = try StubResolver(seconds: 250) { name, _, _ in
      name == "gone.test" ? nil : ["127.0.0.1"]
    }
    let broker = try RunningBroker(
      Self.configuration(["kept.test", "gone.test"], port: server.port, resolver),
      ports: [server.port])
    for _ in 0..<20 {
      #expect(
        try broker.connect(name: "kept.test", server.port).receiveAll() == Array("hello".utf8))
    }
    // One question for each kind of address.
    #expect(resolver.questions(about: "kept.test") == 2)
    // Another run knows nothing of it.
    let other = try RunningBroker(
      Self.configuration(["kept.test"], port: server.port, resolver), ports: [server.port])
    #expect(try other.connect(name: "kept.test", server.port).receiveAll() == Array("hello".utf8))
    #expect(resolver.questions(about: "kept.test") == 4)
  }

  @Test func `an exact name that does not exist is said not to, before anybody connects`() throws {
    let resolver = try StubResolver { name, _, _ in name == "here.test" ? ["127.0.0.1"] : nil }
    let broker = try RunningBroker(
      Self.configuration(["here.test", "gone.test", "*.wild.test"], port: 4443, resolver),
      ports: [4443])
    #expect(HostTable.wait { (try? broker.ask("gone.test").code) == 3 })
    #expect(try broker.ask("gone.test").text.contains("gone.test is allowed, and does not exist"))
    #expect(try broker.ask("here.test").code == 0)
    // Questions never leave by themselves: a label under a wildcard could say anything.
    let before = resolver.questions
    for index in 0..<50 { #expect(try broker.ask("secret\(index).wild.test").code == 0) }
    #expect(try broker.ask("secret.evil.test").code == 3)
    #expect(resolver.questions == before)
    #expect(resolver.questions(about: "secret.evil.test") == 0)
  }

  @Test func `an answer that turns private is not dialled`() throws {
    let server = try LocalServer { try $0.send("hello") }
    let isTrap = Mutex(false)
    let resolver = try StubResolver { _, _, _ in
      isTrap.withLock { $0 } ? ["127.0.0.2", "10.0.0.1", "::1"] : ["127.0.0.1"]
    }
    let broker = try RunningBroker(
      Self.configuration(["flip.test"], port: server.port, resolver), ports: [server.port])
    #expect(try broker.connect(name: "flip.test", server.port).receiveAll() == Array("hello".utf8))
    isTrap.withLock { $0 = true }
    // Longer than any answer is kept at least.
    usleep(5_200_000)
    #expect(try broker.connect(name: "flip.test", server.port).ending() == ECONNRESET)
    let records = try broker.finish().records
    #expect(records.map(\.code) == [nil, .addressNotGlobal])
    #expect(server.connections == 1)
  }

  @Test func `of a mixed answer only the permitted address is dialled`() throws {
    let server = try LocalServer { try $0.send("hello") }
    let resolver = try StubResolver { _, _, _ in ["10.0.0.1", "127.0.0.1", "169.254.169.254"] }
    let broker = try RunningBroker(
      Self.configuration(["mixed.test"], port: server.port, resolver), ports: [server.port])
    #expect(try broker.connect(name: "mixed.test", server.port).receiveAll() == Array("hello".utf8))
    #expect(try broker.finish().records.first?.address == "127.0.0.1")
  }

  @Test func `a dead server is skipped for the next address, and none is told`() throws {
    let server = try LocalServer { try $0.send("hello") }
    let resolver = try StubResolver { name, _, _ in
      name == "dead.test" ? ["127.0.0.3"] : ["127.0.0.1", "127.0.0.3"]
    }
    var configuration = Self.configuration(
      ["dead.test", "half.test"], port: server.port, resolver)
    for index in 0..<2 { configuration.rules[index].addresses = ["127.0.0.0/8"] }
    let broker = try RunningBroker(configuration, ports: [server.port])
    #expect(try broker.connect(name: "half.test", server.port).receiveAll() == Array("hello".utf8))
    #expect(try broker.connect(name: "dead.test", server.port).ending() == ECONNRESET)
    let record = try #require(try broker.finish().records.last)
    #expect(record.code == .upstreamFailed && record.reason?.contains("refused") == true)
  }

  @Test(arguments: [true, false])
  func `without an answer of a name server a connection ends in time`(isThere: Bool) throws {
    let silent = try StubResolver { _, _, _ in
      sleep(20)
      return nil
    }
    var configuration = Self.configuration(["x.test"], port: 4443, silent)
    if !isThere { configuration.resolvers = ["127.0.0.1:9"] }
    configuration.limits.connectMilliseconds = 1000
    let broker = try RunningBroker(configuration, ports: [4443])
    let start = Date()
    #expect(try broker.connect(name: "x.test", 4443).ending() == ECONNRESET)
    #expect(Date().timeIntervalSince(start) < 3)
    let record = try #require(try broker.finish().records.first)
    #expect(record.code == (isThere ? .deadline : .upstreamFailed))
  }
}

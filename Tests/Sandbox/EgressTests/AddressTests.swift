import EgressTestKit
import Testing

@testable import Egress

@Suite struct AddressTests {
  @Test(arguments: [
    ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"), ("10.1.2.3", "10.1.2.3"),
    ("::", "::"), ("::1", "::1"), ("1::", "1::"), ("2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
    ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"), ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"),
    ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"), ("64:ff9b::192.0.2.33", "64:ff9b::c000:221"),
    ("1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"), ("::ffff:1.2.3.4", "1.2.3.4"),
    ("::FFFF:0102:0304", "1.2.3.4"), ("0:0:0:0:0:ffff:7f00:1", "127.0.0.1"),
    ("fd00:ec2::254", "fd00:ec2::254"),
  ])
  func `addresses have one form each`(text: String, expected: String) throws {
    let address = try #require(IPAddress(parsing: text))
    #expect(address.description == expected)
    #expect(IPAddress(parsing: address.description) == address)
    #expect(IPAddress(bytes: address.bytes) == address)
  }

  @Test(arguments: [
    "", ".", "1.2.3", "1.2.3.4.", "1.2.3.4.5", "01.2.3.4", "0177.0.0.1", "0x7f.0.0.1", "256.1.1.1",
    "1.2.3.-4", " 1.2.3.4", "1.2.3.4 ", "2130706433", "127.1", "1..2.3", "1.2.3.4\u{0}", ":", ":::",
    "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "::1:2:3:4:5:6:7:8",
    "12345::", "g::", "::1%eth0", "[::1]", "1.2.3.4::", "::1.2.3.4:1", "::1.2.3",
    "1:2:3:4:5:6:7:1.2.3.4",
    "①.2.3.4", "::ffff:1.2.3.4/96", "0000000000000000000000000000000000000000000000",
  ])
  func `probe 20 other spellings are no address`(text: String) {
    #expect(IPAddress(parsing: text) == nil)
  }

  @Test(arguments: [
    ("8.8.8.8", AddressClass.global), ("0.0.0.0", .unspecified), ("0.1.2.3", .reserved),
    ("127.0.0.1", .loopback), ("127.255.255.254", .loopback), ("10.0.0.1", .private),
    ("172.16.0.1", .private), ("172.31.255.255", .private), ("172.32.0.1", .global),
    ("192.168.1.1", .private), ("169.254.1.1", .linkLocal), ("100.64.0.1", .cgnat),
    ("100.127.255.255", .cgnat), ("100.128.0.1", .global), ("224.0.0.1", .multicast),
    ("240.0.0.1", .reserved), ("255.255.255.255", .broadcast), ("198.18.0.1", .benchmark),
    ("198.19.255.255", .benchmark), ("198.20.0.0", .global), ("192.0.2.1", .documentation),
    ("198.51.100.9", .documentation), ("203.0.113.9", .documentation), ("192.0.0.8", .reserved),
    ("192.88.99.1", .sixToFour), ("::", .unspecified), ("::1", .loopback), ("::2", .reserved),
    ("::ffff:10.0.0.1", .private), ("fe80::1", .linkLocal), ("fec0::1", .private),
    ("fd12::1", .private), ("ff02::1", .multicast), ("64:ff9b::8.8.8.8", .nat64),
    ("64:ff9b:1::1", .nat64), ("2002:0808:0808::1", .sixToFour), ("2001::1", .teredo),
    ("2001:db8::1", .documentation), ("3fff::1", .documentation), ("2001:2::1", .benchmark),
    ("2001:20::1", .reserved), ("2606:4700::1", .global), ("4000::1", .reserved),
    ("100::1", .reserved), ("5f00::1", .reserved),
  ])
  func `every address has its class`(text: String, expected: AddressClass) throws {
    #expect(try #require(IPAddress(parsing: text)).addressClass == expected)
  }

  @Test(arguments: [
    "169.254.169.254", "168.63.129.16", "100.100.100.200", "192.0.0.192", "fd00:ec2::254",
    "::ffff:169.254.169.254", "fd20:ce::254", "169.254.170.2",
  ])
  func `probe 32 metadata services are never dialled`(text: String) throws {
    let address = try #require(IPAddress(parsing: text))
    #expect(address.addressClass == .metadata)
    let filter = AddressFilter(exemptions: [], ownAddresses: [])
    #expect(filter.objection(to: address) == .notGlobal(.metadata))
  }

  @Test(arguments: [
    ("64:ff9b::7f00:1", "127.0.0.1"), ("2002:7f00:1::", "127.0.0.1"),
    ("2001:0:4136:e378:8000:63bf:3fff:fdd2", "192.0.2.45"), ("::127.0.0.1", "127.0.0.1"),
    ("::ffff:0:10.0.0.1", "10.0.0.1"), ("2606:4700::1", nil),
  ])
  func `probe 28 addresses inside addresses are seen`(text: String, inner: String?) throws {
    let address = try #require(IPAddress(parsing: text))
    #expect(address.embeddedV4?.description == inner)
    #expect((address.addressClass == .global) == (inner == nil))
  }

  @Test(arguments: [
    "127.0.0.1", "10.0.0.1", "169.254.0.1", "100.64.0.1", "198.18.3.4", "::1", "fd00::1", "fe80::1",
    "2002:a00:1::", "64:ff9b::8.8.8.8", "255.255.255.255", "0.0.0.0", "9.9.9.9", "2002:909:909::",
    "fd53:656e:7469::c612:100",
  ])
  func `probe 33 answers that are not global need an exemption`(text: String) throws {
    let address = try #require(IPAddress(parsing: text))
    let own = Set([IPAddress(parsing: "9.9.9.9")].compactMap { $0 })
    #expect(AddressFilter(exemptions: [], ownAddresses: own).objection(to: address) != nil)
    let exempting = AddressFilter(exemptions: [AddressBlock(address)], ownAddresses: own)
    #expect(exempting.objection(to: address) == nil)
  }

  @Test func `probes 34 and 35 of a mixed answer only the permitted address is dialled`() throws {
    let filter = AddressFilter(exemptions: [], ownAddresses: [])
    let addresses = ["10.0.0.1", "1.1.1.1", "::1", "2606:4700::1"].compactMap {
      IPAddress(parsing: $0)
    }
    let sorted = filter.sort(addresses)
    #expect(sorted.permitted.map(\.description) == ["1.1.1.1", "2606:4700::1"])
    #expect(sorted.refused.map(\.objection) == [.notGlobal(.private), .notGlobal(.loopback)])
  }

  @Test func `probe 36 answers that lead back to the host or the broker are refused`() throws {
    let own = try #require(IPAddress(parsing: "5.6.7.8"))
    let filter = AddressFilter(exemptions: [], ownAddresses: [own])
    #expect(filter.objection(to: own) == .ownAddress)
    #expect(filter.objection(to: SyntheticRange.resolver) == .synthetic)
    #expect(filter.objection(to: SyntheticRange.v6(slot: 7)) == .synthetic)
  }

  @Test func `blocks hold what they say`() throws {
    let block = try #require(AddressBlock(parsing: "10.0.0.0/8"))
    #expect(block == AddressBlock(parsing: "::ffff:10.0.0.0/104"))
    #expect(block.contains(try #require(IPAddress(parsing: "10.255.0.1"))))
    #expect(!block.contains(try #require(IPAddress(parsing: "11.0.0.0"))))
    #expect(!block.contains(try #require(IPAddress(parsing: "::a00:1"))))
    let everything = try #require(AddressBlock(parsing: "::/0"))
    #expect(everything.contains(try #require(IPAddress(parsing: "ffff::1"))))
    #expect(everything.description == "::/0")
    for text in [
      "10.0.0.1/8", "10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/08", "10.0.0.0/8/8", "/8",
      "::ffff:0:0/95",
    ] {
      #expect(AddressBlock(parsing: text) == nil, "\(text)")
    }
  }

  @Test func `blocks of every length agree with counting bits`() throws {
    var random = SeededRandom(seed: 1)
    for _ in 0..<20_000 {
      let address = IPAddress(
        high: random.next() & (random.next() % 3 == 0 ? 0 : .max), low: random.next())
      let bits = address.family.bits
      let prefix = Int(random.next() % UInt64(bits + 1))
      let block = try #require(AddressBlock(address, prefix: prefix))
      #expect(block.contains(address))
      #expect(AddressBlock(parsing: block.description) == block)
      var other = address.bytes
      let flipped = Int(random.next() % UInt64(bits))
      other[flipped / 8] ^= 0x80 >> UInt8(flipped % 8)
      if let changed = IPAddress(bytes: other), changed.family == address.family {
        #expect(block.contains(changed) == (flipped >= prefix))
      }
      #expect(IPAddress(parsing: address.description) == address)
    }
  }
}

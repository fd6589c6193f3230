import Testing

@testable import Scanning

@Suite("Package hosts") struct PackageHostTests {
  @Test(arguments: [
    ("https://packages.example/simple", [PackageHost(name: "packages.example")]),
    (
      "http://mirror.example:8080/a http://mirror.example:8080/b",
      [PackageHost(name: "mirror.example", port: 8080)]
    ),
    ("https://user:pass@word@index.example/simple", [PackageHost(name: "index.example")]),
    ("index-url = http://[2001:db8::1]:81/x", [PackageHost(name: "2001:db8::1", port: 81)]),
    ("HTTPS://Upper.example", [PackageHost(name: "Upper.example")]),
    ("/opt/wheels https:// ftp://x.example/ https://x:99999/ nothing", []),
  ])
  func `the servers of a setting are those of its addresses`(
    text: String, hosts: [PackageHost]
  ) {
    #expect(PackageHost.hosts(in: text, isProxy: false) == hosts)
  }

  @Test func `a configured index and a proxy are all that is reached, and each of its own kind`() {
    let source = PackageSource(environment: [
      "PIP_INDEX_URL": "https://mirror.example/simple", "HTTPS_PROXY": "http://proxy.example:3128",
      "OTHER": "https://not.example/",
    ])
    #expect(
      source.hosts.filter { $0.name.hasSuffix("example") } == [
        PackageHost(name: "mirror.example"),
        PackageHost(name: "proxy.example", port: 3128, isProxy: true),
      ])
    #expect(PackageSource().hosts.isEmpty)
  }

  @Test(arguments: [
    (
      "https://index.example/simple\nhttps://files.example\n",
      ["index.example", "files.example"] as [String]?
    ),
    ("", []), ("Traceback\n", nil), ("https://a.example/ extra\nx\n", nil),
    ("https://a.example/\nhttps://b.example/\nhttps://c.example/\n", nil),
  ])
  func `what is built into pip is read from it, or nothing is`(text: String, names: [String]?) {
    #expect(PackageHost.probed(Array(text.utf8))?.map(\.name) == names)
  }
}

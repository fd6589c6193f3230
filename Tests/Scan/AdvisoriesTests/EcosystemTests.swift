import Testing

@testable import Advisories

@Suite struct EcosystemTests {
  @Test func `names and releases are read as OSV spells them`() throws {
    #expect(Ecosystem(osv: "PyPI") == Ecosystem(.pypi))
    #expect(Ecosystem(osv: "Debian:12") == Ecosystem(.debian, release: "12"))
    #expect(
      Ecosystem(osv: "Ubuntu:Pro:18.04:LTS") == Ecosystem(.ubuntu, release: "Pro:18.04:LTS"))
    #expect(Ecosystem(osv: "pypi") == nil)
    #expect(Ecosystem(osv: "Debian:") == nil)
    #expect(Ecosystem(osv: "") == nil)
    #expect(Ecosystem(osv: ":12") == nil)
    #expect(Ecosystem(osv: "Cargo") == nil)
  }

  @Test func `every name survives a round trip, in any case for people`() {
    for name in EcosystemName.allCases {
      #expect(Ecosystem(osv: name.rawValue)?.description == name.rawValue)
      #expect(Ecosystem(anyCase: name.rawValue.uppercased())?.name == name)
    }
    #expect(Ecosystem(anyCase: "alpine:v3.18")?.description == "Alpine:v3.18")
    #expect(EcosystemName.allCases.count == 49)
  }

  @Test(arguments: [
    ("npm", VersionScheme.semver), ("Go", .semver), ("Pub", .pub), ("NuGet", .nuget),
    ("PyPI", .pep440), ("Maven:https://maven.google.com", .maven), ("RubyGems", .rubygems),
    ("Packagist", .packagist), ("Hackage", .hackage), ("CRAN", .cran), ("Debian:12", .dpkg),
    ("Ubuntu:22.04:LTS", .dpkg), ("opam", .dpkg), ("Red Hat:rhel_aus:8.4::appstream", .rpm),
    ("openSUSE:Leap 15.6", .rpm), ("Alpine:v3.18", .apk), ("Wolfi", .apk),
    ("FreeBSD:ports", .freebsd), ("Echo", .dpkg), ("Echo:npm", .semver), ("Echo:PyPI", .pep440),
    ("Root:Alpine:3.18", .apk), ("Root:Debian:12", .dpkg), ("Root:PyPI", .pep440),
  ])
  func `every ecosystem has its order`(text: String, scheme: VersionScheme) {
    #expect(Ecosystem(osv: text)?.scheme == scheme)
  }

  @Test(arguments: ["Android", "OSS-Fuzz", "Root", "TuxCare", "Root:Root:Debian", "Root:x"])
  func `some ecosystems have no order`(text: String) throws {
    #expect(try #require(Ecosystem(osv: text)).scheme == nil)
  }

  @Test(arguments: [
    (EcosystemName.pypi, "Foo__Bar.-baz", "foo-bar-baz"),
    (.nuget, "Newtonsoft.Json", "newtonsoft.json"),
    (.packagist, "Symfony/HTTP", "symfony/http"), (.cratesIO, "Tokio_Util", "tokio-util"),
    (.go, "github.com/BurntSushi/toml", "github.com/BurntSushi/toml"),
    (.npm, "JSONStream", "JSONStream"),
    (.swiftURL, "https://GitHub.com/apple/swift-nio.git", "github.com/apple/swift-nio"),
    (.swiftURL, "github.com/apple/swift-nio", "github.com/apple/swift-nio"),
    (.gitHubActions, "TJ-actions/changed-files", "tj-actions/changed-files"),
    (.maven, "org.Foo:Bar", "org.Foo:Bar"), (.rubyGems, "RedCloth", "RedCloth"),
  ])
  func `spellings of one package meet`(ecosystem: EcosystemName, name: String, expected: String) {
    let normalized = PackageNames.normalized(name, in: ecosystem)
    #expect(normalized == expected)
    #expect(PackageNames.normalized(normalized, in: ecosystem) == normalized)
  }
}

@Suite struct VersionComparisonTests {
  @Test(arguments: [
    ("1.0 1.1", "<"), ("1.0 1", "="), ("2\t1", ">"), ("  1   2 ", "<"), ("1", "!"), ("", "!"),
    ("1 2 3", "!"), ("1 < 2", "!"),
  ])
  func `a line has one sign for an answer`(line: String, sign: Character) {
    #expect(VersionComparison.sign(ofLine: line, in: Ecosystem(.pypi)) == sign)
  }

  @Test func `what is no version is answered with an exclamation mark`() {
    #expect(VersionComparison.sign(ofLine: "1.a 1.0", in: Ecosystem(.cran)) == "!")
    #expect(VersionComparison.sign(ofLine: "1.0 1.a", in: Ecosystem(.cran)) == "!")
    #expect(VersionComparison.sign(ofLine: "1 1", in: Ecosystem(.ossFuzz)) == "!")
  }
}

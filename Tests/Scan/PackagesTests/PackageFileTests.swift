import Advisories
import Testing
import Text

@testable import Packages

@Suite struct PackageFileTests {
  @Test(arguments: Sample.all)
  func `every package and everything left out is read with its line`(sample: Sample) throws {
    let list = try Sample.read(sample.path, sample.text)
    #expect(list.packages.map(\.words) == sample.packages)
    #expect(list.omissions.map(\.words) == sample.omissions)
  }

  @Test func `every kind of file has a sample`() {
    for kind in PackageFile.all where kind.format != "gems.locked" {
      #expect(
        Sample.all.contains { PackageFile.kind(of: Array($0.path.utf8))?.format == kind.format },
        "\(kind.format)")
    }
  }

  @Test(arguments: Sample.all)
  func `a file that is cut or changed anywhere is refused or read, and nothing breaks`(
    sample: Sample
  ) {
    let bytes = Array(sample.text.utf8)
    for place in 0..<bytes.count {
      _ = try? Sample.read(sample.path, Array(bytes.prefix(place)))
      var changed = bytes
      changed[place] = [0x00, 0x0A, 0x22, 0x5B, 0x7B, 0xFF][place % 6]
      _ = try? Sample.read(sample.path, changed)
    }
  }

  @Test(arguments: Sample.all.filter { !$0.path.hasSuffix(".txt") })
  func `what is something else is an error and never an empty list`(sample: Sample) {
    for text in ["", "[]", "{}", "null", "x", "<a/>", "\u{0}", "a: 1", "a = 1", "{\"a\": "] {
      #expect(throws: PackageFileError.self, "\(text)") { try Sample.read(sample.path, text) }
    }
  }

  @Test(arguments: [
    ("package-lock.json", #"{"lockfileVersion": 9, "packages": {}}"#, "9"),
    (
      "package-lock.json", #"{"lockfileVersion": 3, "packages": {"node_modules/a": {}}}"#, "version"
    ),
    ("pnpm-lock.yaml", "lockfileVersion: '12.0'\n", "12.0"),
    ("Cargo.lock", "version = 3\n[[package]]\nname = \"a\"\nsource = \"registry+x\"\n", "line 3"),
    ("go.mod", "module x\nrequire a\n", "line 2"),
    ("go.mod", "module x\nrequire (\na v1\n", ")"),
    ("Gemfile.lock", "GEM\n  specs:\n    a\n", "line 3"),
    ("yarn.lock", "# yarn lockfile v1\na@1:\n  resolved \"x\"\n", "a has no version"),
    ("requirements.txt", "flask==1\nsome words here\n", "line 2"),
    ("composer.lock", #"{"packages": [{"name": "a/b"}]}"#, "line 1"),
  ])
  func `an error says where and what is wrong`(path: String, text: String, word: String) {
    let error = #expect(throws: PackageFileError.self) { try Sample.read(path, text) }
    #expect(error?.description.contains(word) == true, "\(error?.description ?? "")")
  }

  @Test(arguments: [
    ("package-lock.json", #"{"lockfileVersion": 3, "packages": [1]}"#),
    ("package-lock.json", #"{"lockfileVersion": 1, "dependencies": "a"}"#),
    (
      "package-lock.json",
      #"{"lockfileVersion": 1, "dependencies": {"a": {"version": "1", "dependencies": []}}}"#
    ),
    ("pnpm-lock.yaml", "lockfileVersion: '9.0'\npackages: [a]\n"),
    ("composer.lock", #"{"packages": {}}"#),
    ("composer.lock", #"{"packages": [], "packages-dev": 1}"#),
    ("Pipfile.lock", #"{"_meta": {}, "default": ["a"]}"#),
    ("packages.lock.json", #"{"version": 1, "dependencies": {"net8.0": ["a"]}}"#),
    ("packages.lock.json", #"{"version": 1, "dependencies": ["a"]}"#),
    ("Cargo.lock", "version = 3\npackage = \"a\"\n"),
    ("poetry.lock", "package = 1\n[metadata]\n"),
    ("uv.lock", "version = 1\nrequires-python = \"3\"\n[package]\n"),
    ("pdm.lock", "[metadata]\nlock_version = \"4\"\n[package.a]\n"),
    ("pylock.toml", "lock-version = \"1.0\"\n[packages]\n"),
  ])
  func `another shape in the place of the packages is an error`(path: String, text: String) {
    let error = #expect(throws: PackageFileError.self) { try Sample.read(path, text) }
    #expect(error?.message.contains("is no ") == true, "\(error?.description ?? "")")
  }

  @Test(arguments: ["\r\n", "\n"])
  func `lines may end as on Windows`(end: String) throws {
    for sample in Sample.all {
      let text = sample.text.split(separator: "\n", omittingEmptySubsequences: false)
        .joined(separator: end)
      let list = try Sample.read(sample.path, text)
      #expect(list.packages.map(\.words) == sample.packages, "\(sample.path)")
    }
  }

  @Test func `an address among the options hides no pinned version`() throws {
    let list = try Sample.read("requirements.txt", "a==1 --find-links https://example.org/x\n")
    #expect(list.packages.map(\.version) == ["1"])
  }

  @Test(arguments: [("go 1.16", 1), ("go 1.17", 0), ("go 1.22.3", 0), ("", 1)])
  func `a go.mod that names not every module says so`(line: String, omissions: Int) throws {
    let list = try Sample.read("go.mod", "module x\n\(line)\nrequire a.b/c v1.0.0\n")
    #expect(list.omissions.count == omissions)
  }

  @Test(arguments: [
    ("Cargo.lock", "version = 3\n" + String(repeating: "[[package]]\n", count: 1_200_000)),
    ("Cargo.lock", "a = [" + String(repeating: "1,", count: 1_200_000) + "]"),
    ("pnpm-lock.yaml", "a: [" + String(repeating: "1,", count: 1_200_000) + "1]"),
  ])
  func `more values than any lock file has are refused`(path: String, text: String) {
    let error = #expect(throws: PackageFileError.self) { try Sample.read(path, text) }
    #expect(error?.message.contains("values") == true, "\(error?.description ?? "")")
  }

  @Test(arguments: [
    "package.json", "requirements.in", "notes.txt", "Cargo.toml", "a/package-lock.json.bak", "",
    "go.mod/readme", "requirements.txt/a.py", "requirementsnot.txt",
  ])
  func `other files are of no kind`(path: String) {
    #expect(PackageFile.kind(of: Array(path.utf8)) == nil)
  }

  @Test(arguments: [("requirements-dev.txt", true), ("requirements-latest.txt", false)])
  func `only a whole word makes requirements those for developing`(
    path: String, isDev: Bool
  ) throws {
    let list = try Sample.read(path, "a==1\n")
    #expect(list.packages.map(\.isDevelopment) == [isDev])
  }

  @Test func `fifty thousand packages are read, each once`() throws {
    let entries = (0..<50_000).map { "\"node_modules/p\($0)\": {\"version\": \"1.0.\($0 % 7)\"}" }
    let text = #"{"lockfileVersion": 3, "packages": {\#n"# + entries.joined(separator: ",\n") + "}}"
    let list = try Sample.read("package-lock.json", text)
    #expect(list.packages.count == 50_000)
    #expect(list.packages.last?.line == 50_001)
  }

  @Test func `deep nesting is refused instead of ending the program`() {
    let nested = String(repeating: "[", count: 100_000)
    for path in ["Cargo.lock", "uv.lock", "package-lock.json", "pnpm-lock.yaml"] {
      let text = path.hasSuffix(".lock") ? "a = \(nested)" : nested
      #expect(throws: PackageFileError.self) { try Sample.read(path, text) }
    }
    let dotted = "a" + String(repeating: ".a", count: 100_000) + " = 1\n"
    #expect(throws: PackageFileError.self) { try Sample.read("Cargo.lock", dotted) }
  }
}

@Suite struct TOMLReaderTests {
  private static func read(_ text: String) throws -> DataNode {
    try DataNode(parsingTOML: Array(text.utf8))
  }

  @Test func `every form of value is read`() throws {
    let root = try Self.read(
      #"""
      title = "a\tb\u00E9\U0001F600" # comment
      literal = 'C:\x'
      long = """
      one
      two \
         three"""
      raw = '''it's'''
      number = +1_000
      date = 1979-05-27 07:32:00Z
      "quoted key" = true
      a.b.c = 1
      list = [ 1, [2, 3], # two
        { x = 1, y.z = "2" }, ]
      [t.u]
      v = 1
      [[l]]
      n = 1
      [l.sub]
      m = 2
      [[l]]
      n = 3
      """#)
    #expect(root["title"]?.text == "a\tbé😀")
    #expect(root["literal"]?.text == #"C:\x"#)
    #expect(root["long"]?.text == "one\ntwo three")
    #expect(root["raw"]?.text == "it's")
    #expect(root["number"]?.text == "+1_000")
    #expect(root["date"]?.text == "1979-05-27 07:32:00Z")
    #expect(root["quoted key"]?.isTrue == true)
    #expect(root["a"]?["b"]?["c"]?.text == "1")
    #expect(root["list"]?.elements.count == 3)
    #expect(root["list"]?.elements.last?["y"]?["z"]?.text == "2")
    #expect(root["t"]?["u"]?["v"]?.line == 15)
    #expect(root["l"]?.elements.map { $0["n"]?.text } == ["1", "3"])
    #expect(root["l"]?.elements.first?["sub"]?["m"]?.text == "2")
  }

  @Test(arguments: [
    "a", "a =", "a = 1 b = 2", "a = \"x", "a = \"x\ny\"", "[a", "[a]]", "[[a]", "a = 1\na = 2",
    "[a]\n[a]", "a = 1\n[a]", "a = {b = 1, b = 2}", "a = [1", "a = [1 2]", "= 1", "a = \"\\q\"",
    "a = \"\\uD800\"", "[a]\nb = 1\n[[a]]",
  ])
  func `what breaks the notation is refused with its line`(text: String) {
    let error = #expect(throws: PackageFileError.self) { try Self.read(text) }
    #expect(error?.line != nil)
  }
}

@Suite struct PackageURLTests {
  @Test(arguments: [
    (Ecosystem(.pypi), "Some_Thing", "pkg:pypi/some-thing"),
    (Ecosystem(.npm), "@scope/a", "pkg:npm/%40scope/a"),
    (Ecosystem(.maven), "org.x:y", "pkg:maven/org.x/y"),
    (Ecosystem(.go), "example.org/a/v2", "pkg:golang/example.org/a/v2"),
    (Ecosystem(.debian, release: "12"), "libc++", "pkg:deb/debian/libc%2B%2B"),
    (Ecosystem(.cratesIO), "a\u{1B}[2J", "pkg:cargo/a%1B%5B2j"),
  ])
  func `a package has the address that other tools give it`(
    ecosystem: Ecosystem, name: String, text: String
  ) {
    #expect(PackageURL.text(ecosystem: ecosystem, name: name) == text)
  }
}

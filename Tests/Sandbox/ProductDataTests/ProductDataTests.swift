import FoundationEssentials
import Policy
import ProductData
import Sandbox
import Testing

/// The repository this test was built from.
private let root = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// The names, without extension, and contents of the YAML files in a folder.
private func files(in folder: String) throws -> [String: String] {
  let url = root.appending(path: folder)
  let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
  let pairs = try names.filter { $0.hasSuffix(".yaml") }.map { name in
    (String(name.dropLast(5)), try String(contentsOf: url.appending(path: name), encoding: .utf8))
  }
  return Dictionary(uniqueKeysWithValues: pairs)
}

@Suite struct ProductDataTests {
  private struct Pack: Decodable {
    struct Rule: Decodable {
      var id: String
      var message: String
    }
    var rules: [Rule]
  }

  private static let tables = [
    "profiles": ProductData.profiles, "profiles/syscalls": ProductData.syscallGroups,
    "tools": ProductData.tools,
  ]

  @Test(arguments: tables.keys.sorted())
  func `a table holds the files of its folder byte for byte`(folder: String) throws {
    let table = try #require(Self.tables[folder])
    let embedded = table.map { ($0.name.description, $0.text.description) }
    #expect(try files(in: folder) == Dictionary(uniqueKeysWithValues: embedded))
  }

  @Test(arguments: ProductData.rulePacks.map(\.name.description))
  func `a rule pack is JSON and holds every rule once`(language: String) throws {
    let pack = try #require(ProductData.document(named: language, in: ProductData.rulePacks))
    let decoded = try JSONDecoder().decode(Pack.self, from: Data(pack.text.description.utf8))
    let names = try files(in: "rules/\(language)").keys
    #expect(decoded.rules.map(\.id).sorted() == names.map { "\(language).\($0)" }.sorted())
  }

  @Test(arguments: ProductData.profiles.map(\.name.description))
  func `an archive in the binary is what the texts in the binary say`(name: String) throws {
    let groups = try #require(ProductData.syscallGroups.first).text.description
    let catalog = ProfileCatalog(
      builtIn: ProductData.profiles.map { ($0.name.description, Array($0.text.description.utf8)) })
    let document = try #require(
      ProductData.document(named: name, in: ProductData.profileArchives))
    let archive = try ProfileArchive(reading: Array(document.text.description.utf8))
    let effective = try catalog.effective(
      name, groups: SyscallGroups(parsing: Array(groups.utf8), file: "groups.yaml"))
    #expect(archive.profile == effective)
    #expect(Set(archive.line).isSubset(of: catalog.builtInNames))
  }

  @Test func `the fixers are in the binary byte for byte`() throws {
    let folder = root.appending(path: "rules/fixers/python")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    let wanted = paths.filter { $0.hasSuffix(".py") }.sorted()
    #expect(ProductData.fixers.map(\.name.description).sorted() == wanted)
    #expect(wanted.contains("__main__.py"))
    for document in ProductData.fixers {
      let file = folder.appending(path: document.name.description)
      #expect(try String(contentsOf: file, encoding: .utf8) == document.text.description)
    }
  }

  @Test func `there is a pack for Python`() {
    #expect(ProductData.document(named: "python", in: ProductData.rulePacks) != nil)
    #expect(ProductData.document(named: "cobol", in: ProductData.rulePacks) == nil)
  }
}

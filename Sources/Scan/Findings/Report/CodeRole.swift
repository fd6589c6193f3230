/// What the code that a finding lies in is there for, by its path.
///
/// A weakness in a test or an example rarely reaches anybody, so such findings are shown after those
/// in the product's own code; nothing is left out because of it.
package enum CodeRole: String, Sendable, CaseIterable {
  /// What the project ships.
  case product
  /// Tests and what they need.
  case test
  /// Examples, samples and demonstrations.
  case example
  /// Documentation.
  case documentation
  /// Code of others that lies in the tree.
  case vendored
  /// What a program wrote.
  case generated

  /// Gives the role of a file: the outermost folder that has one decides, or else the file's name.
  ///
  /// - Parameter path: The path below the scanned tree, with `/` between parts.
  package init(path: String) {
    let parts = path.split(separator: "/")
    let name = parts.last ?? ""
    self =
      parts.dropLast().lazy.compactMap { Self.byFolder[$0.lowercased()] }.first
      ?? Self.byAffix.first { $0.matches(name) }?.role ?? .product
  }

  /// Names of folders, as the tools and registries of the languages have them.
  private static let byFolder: [String: CodeRole] = {
    let names: [(CodeRole, [String])] = [
      (
        .test,
        [
          "test", "tests", "testing", "testdata", "test-data", "test_data", "__tests__",
          "__mocks__", "__fixtures__", "spec", "specs", "e2e", "fixtures", "androidtest",
        ]
      ),
      (.example, ["example", "examples", "sample", "samples", "demo", "demos"]),
      (.documentation, ["doc", "docs", "documentation"]),
      (
        .vendored,
        [
          "vendor", "vendored", "_vendor", "third_party", "third-party", "thirdparty",
          "node_modules", "bower_components", "site-packages",
        ]
      ),
      (.generated, ["generated", "__generated__"]),
    ]
    return Dictionary(
      uniqueKeysWithValues: names.flatMap { role, names in names.map { ($0, role) } })
  }()

  private struct Affix: Sendable {
    let role: CodeRole
    let prefix: String
    let suffix: String

    func matches(_ name: Substring) -> Bool {
      name.utf8.count > prefix.utf8.count + suffix.utf8.count && name.hasPrefix(prefix)
        && name.hasSuffix(suffix)
    }
  }

  /// Names of files, as test runners and generators have them.
  private static let byAffix: [Affix] = [
    Affix(role: .test, prefix: "test_", suffix: ".py"),
    Affix(role: .test, prefix: "", suffix: "_test.py"),
    Affix(role: .test, prefix: "", suffix: "_test.go"),
    Affix(role: .test, prefix: "", suffix: "_spec.rb"),
    Affix(role: .test, prefix: "", suffix: "_test.rb"),
    Affix(role: .test, prefix: "", suffix: "Test.java"),
    Affix(role: .test, prefix: "", suffix: "Tests.java"),
    Affix(role: .test, prefix: "", suffix: "Test.php"),
    Affix(role: .test, prefix: "", suffix: ".test.js"),
    Affix(role: .test, prefix: "", suffix: ".test.ts"),
    Affix(role: .test, prefix: "", suffix: ".test.tsx"),
    Affix(role: .test, prefix: "", suffix: ".spec.js"),
    Affix(role: .test, prefix: "", suffix: ".spec.ts"),
    Affix(role: .test, prefix: "", suffix: ".spec.tsx"),
    Affix(role: .generated, prefix: "", suffix: ".min.js"),
    Affix(role: .generated, prefix: "", suffix: ".pb.go"),
    Affix(role: .generated, prefix: "", suffix: "_pb2.py"),
  ]

  /// The role in the words of a report, for a number of findings.
  var phrase: String {
    switch self {
    case .product: "in the product"
    case .test: "in tests"
    case .example: "in examples"
    case .documentation: "in documentation"
    case .vendored: "in vendored code"
    case .generated: "in generated code"
    }
  }
}

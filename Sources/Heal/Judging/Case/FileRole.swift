package import Patches

/// What a file is for, by its path.
package enum FileRole: Sendable {
  /// Code that the product runs.
  case production
  /// Tests and what they use.
  case test
  /// Prose.
  case document
  /// Everything else: configuration, data.
  case other

  /// What a file is for, by its name and folders.
  package init(_ path: PatchPath) {
    let parts = path.text.lowercased().split(separator: "/").map(String.init)
    let name = parts.last ?? ""
    let language = CodeLanguage(path: path)
    let isCode = language.map { ![.yaml, .ini].contains($0) } ?? false
    if Self.isTest(folders: parts.dropLast(), name: name, path: path) {
      self = .test
    } else if isCode {
      self = .production
    } else if Self.prose.contains(where: name.hasSuffix) || Self.proseNames.contains(name) {
      self = .document
    } else {
      self = .other
    }
  }

  private static let prose = [".md", ".rst", ".adoc", ".markdown"]
  private static let proseNames: Set<String> = [
    "changelog", "changes", "news", "readme", "authors",
  ]
  private static let testFolders: Set<String> = [
    "test", "tests", "__tests__", "spec", "specs", "e2e", "unittests", "testdata",
  ]

  private static func isTest(folders: ArraySlice<String>, name: String, path: PatchPath) -> Bool {
    if folders.contains(where: testFolders.contains) { return true }
    let stem = name.split(separator: ".").first.map(String.init) ?? ""
    if name.hasSuffix(".py") {
      return stem.hasPrefix("test_") || stem.hasSuffix("_test") || name == "conftest.py"
        || stem == "tests"
    }
    if name.hasSuffix("_test.go") || name.hasSuffix("_spec.rb") || name.hasSuffix("_test.rb") {
      return true
    }
    if name.contains(".test.") || name.contains(".spec.") { return true }
    // Java and Swift name the class like the file; letter case tells Tests from contests.
    let original = path.name.split(separator: ".").first ?? ""
    return ["java", "kt", "swift", "scala"].contains { name.hasSuffix("." + $0) }
      && (original.hasSuffix("Test") || original.hasSuffix("Tests") || original.hasSuffix("Spec"))
  }
}

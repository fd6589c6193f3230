internal import FoundationEssentials
internal import Glibc
internal import Policy

/// Writes `profiles/`, `tools/` and `rules/` of a repository into a Swift source file.
@main
struct EmbedProductData {
  static func main() {
    let arguments = CommandLine.arguments
    do {
      switch arguments.count {
      case 3:
        let source = try source(of: ProductTree(root: arguments[1]))
        try Data(source.utf8).write(to: URL(filePath: arguments[2]))
      case 4 where arguments[2] == "--rule-pack":
        print(try rulePack(arguments[3], of: ProductTree(root: arguments[1])))
      default:
        fail("usage: embed-product-data REPOSITORY OUTPUT.swift | REPOSITORY --rule-pack LANGUAGE")
      }
    } catch {
      fail("\(error)")
    }
  }

  /// The Swift file with every table.
  static func source(of tree: ProductTree) throws -> String {
    var source = GeneratedSource()
    source.add(
      try tree.documents(in: "profiles"), property: "profiles",
      summary: "The sandbox profiles, as YAML, by profile name.")
    source.add(
      try tree.documents(in: "profiles/syscalls"), property: "syscallGroups",
      summary: "The system call groups that profiles name, as YAML, by group name.")
    source.add(
      try profileArchives(of: tree), property: "profileArchives",
      summary: "The sandbox profiles with everything inherited, as archives, by profile name.")
    source.add(
      try tree.documents(in: "tools"), property: "tools",
      summary: "The tool descriptors, as YAML, by tool name.")
    source.add(
      try tree.documents(in: "tools", extension: ".lock"), property: "toolLocks",
      summary: "The pinned closures of the tools, in pip's requirements format, by tool name.")
    source.add(
      try tree.documents(in: "tools/reports"), property: "reports",
      summary: "The mappings of other tools' reports, as YAML, by tool name.")
    source.add(
      try tree.rulePacks(), property: "rulePacks",
      summary: "The scanner rules of ours, one JSON document per language, by language.")
    source.add(
      try tree.files(below: "rules/fixers/python", extension: ".py"), property: "fixers",
      summary: "The fixers for Python, a program to be written to a folder, by path.")
    source.add(
      try tree.constitution(), property: "judge",
      summary: "The articles of the judge, one JSON document named constitution.")
    source.finish()
    return source.text
  }

  /// The shipped profiles, resolved as `sentinel` would with no profile of the user's.
  private static func profileArchives(of tree: ProductTree) throws -> [ProductTree.Document] {
    let profiles = try tree.documents(in: "profiles")
    let groups = try tree.documents(in: "profiles/syscalls").first?.text ?? ""
    let parsed = try SyscallGroups(
      parsing: Array(groups.utf8), file: "profiles/syscalls/groups.yaml")
    let catalog = ProfileCatalog(builtIn: profiles.map { ($0.name, Array($0.text.utf8)) })
    return try profiles.map { profile in
      let archive = try catalog.archive(profile.name, groups: parsed)
      return ProductTree.Document(name: profile.name, text: try archive.text())
    }
  }

  private static func rulePack(_ language: String, of tree: ProductTree) throws -> String {
    guard let pack = try tree.rulePacks().first(where: { $0.name == language }) else {
      throw SourceError(path: "\(tree.root)/rules/\(language)", message: "holds no rules")
    }
    return pack.text
  }

  private static func fail(_ message: String) -> Never {
    let line = Array("\(message)\n".utf8)
    _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(1)
  }
}

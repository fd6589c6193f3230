import Testing

@testable import Policy
@testable import Sandbox
@testable import YAML

@Suite struct ProfileCatalogTests {
  private func text(_ name: String, _ more: String = "") -> String {
    "schema: sentinel.profile/1\nname: \(name)\nsummary: S.\n\(more)\n"
  }

  private func file(_ text: String, mode: UInt32 = 0o644, at path: String) -> ProfileFile {
    ProfileFile(bytes: Array(text.utf8), mode: mode, resolvedPath: path)
  }

  private func failure(_ catalog: ProfileCatalog, _ reference: String) throws -> String {
    let groups = try Shipped.groups()
    do throws(Problems) {
      _ = try catalog.effective(reference, groups: groups)
      return ""
    } catch {
      return error.description
    }
  }

  @Test func `a cycle is reported with the names along it`() throws {
    let catalog = try Shipped.catalog(extra: [
      "a": text("a", "inherits: b"), "b": text("b", "inherits: c"), "c": text("c", "inherits: a"),
    ])
    let message = try failure(catalog, "a")
    #expect(message.hasPrefix("profiles/c.yaml:4: profile \"a\" inherits from itself"))
    #expect(message.contains("a → b → c → a"))
    let own = try Shipped.catalog(extra: ["a": text("a", "inherits: a")])
    #expect(try failure(own, "a").contains("inherits from itself"))
  }

  @Test func `an override comes before the shipped text and may inherit it`() throws {
    let override = file(
      text("default", "inherits: default\nlimits: {pids: 7}"), at: "/home/u/p/default.yaml")
    let catalog = try Shipped.catalog(overrides: "/home/u/p") {
      $0 == "/home/u/p/default.yaml" ? override : nil
    }
    let effective = try catalog.effective("default", groups: Shipped.groups())
    #expect(effective.limits.pids == 7)
    #expect(effective.workspace.mode == .overlay)
    #expect(try catalog.effective("build", groups: Shipped.groups()).limits.pids == 1024)
  }

  @Test func `an override that names itself otherwise is refused`() throws {
    let catalog = try Shipped.catalog(overrides: "/o") { path in
      path == "/o/default.yaml" ? file(text("other"), at: path) : nil
    }
    #expect(try failure(catalog, "default").hasPrefix("/o/default.yaml:2: "))
  }

  @Test func `an unknown name is answered with the nearest`() throws {
    #expect(try failure(Shipped.catalog(), "scaner").hasSuffix("write \"scanner\" instead"))
  }

  @Test(arguments: [
    (
      ProfileFile(bytes: [], isRegular: false, isSymbolicLink: true, resolvedPath: "/x/p.yaml"),
      "the profile is a symbolic link"
    ),
    (ProfileFile(bytes: [], isRegular: false, resolvedPath: "/x/p.yaml"), "is not a regular file"),
    (ProfileFile(bytes: [0x61], mode: 0o666, resolvedPath: "/x/p.yaml"), "anyone may write"),
    (ProfileFile(bytes: [0x61], resolvedPath: "/home/u/tree/p.yaml"), "lies in the tree"),
    (ProfileFile(bytes: .init(repeating: 0x23, count: 1 << 21), resolvedPath: "/x"), "more than"),
  ])
  func `a file that cannot be believed is refused`(file: ProfileFile, reason: String) throws {
    let catalog = try Shipped.catalog(workspace: "/home/u/tree") { _ in file }
    #expect(try failure(catalog, "./p.yaml").contains(reason))
  }

  @Test func `a tree that is trusted explicitly may hold the profile`() throws {
    let catalog = try Shipped.catalog(workspace: nil) { path in
      file(text("mine", "inherits: strict"), at: "/home/u/tree/p.yaml")
    }
    #expect(try catalog.effective("/home/u/tree/p.yaml", groups: Shipped.groups()).name == "mine")
  }

  @Test func `a tree beside the workspace with the same start is not the workspace`() throws {
    let catalog = try Shipped.catalog(workspace: "/home/u/tree") { _ in
      file(text("mine", "inherits: strict"), at: "/home/u/tree2/p.yaml")
    }
    #expect(try catalog.effective("/home/u/tree2/p.yaml", groups: Shipped.groups()).name == "mine")
  }

  @Test func `a parent is never looked up as a path`() throws {
    let catalog = try Shipped.catalog { _ in
      file(text("mine", "inherits: /etc/evil.yaml"), at: "/x/p.yaml")
    }
    #expect(try failure(catalog, "/x/p.yaml").contains("\"inherits\" is \"/etc/evil.yaml\""))
  }

  @Test func `real files are read with their mode and place`() throws {
    let path = "\(Shipped.root)/profiles/default.yaml"
    let file = try #require(ProfileFile.read(path))
    #expect(file.isRegular && !file.isSymbolicLink && file.resolvedPath == path)
    #expect(ProfileFile.read("/nonexistent") == nil)
    #expect(ProfileFile.read("/dev/null")?.isRegular == false)
    #expect(ProfileFile.read("/proc/self/exe")?.isSymbolicLink == true)
  }

  @Test func `a profile without a parent starts from nothing`() throws {
    let catalog = try Shipped.catalog(extra: ["bare": text("bare")])
    let bare = try catalog.effective("bare", groups: Shipped.groups())
    #expect(bare.syscalls.allow.isEmpty && bare.filesystem.mounts.isEmpty)
    #expect(bare.workspace.mode == .readOnly && bare.networkMode == .none)
    #expect(!bare.syscalls.conditions.isEmpty)
  }
}

// A file of two mebibytes would otherwise be printed whole.
extension ProfileFile: CustomTestStringConvertible {
  package var testDescription: String { "\(bytes.count) bytes at \(resolvedPath)" }
}

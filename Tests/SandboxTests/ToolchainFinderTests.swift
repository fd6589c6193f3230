import Glibc
import Kernel
import Testing

@testable import Sandbox

@Suite struct ToolchainFinderTests {
  /// A home with the folders of well-known toolchains, and a workspace beside it.
  private func withHome(_ body: (BytePath) throws -> Void) throws {
    let base = BytePath("/tmp/sentinel-toolchains-\(getpid())-\(UInt32.random(in: 0 ... .max))")
    defer { try? FileSystem.remove(base) }
    for folder in [".cargo/bin", ".rustup", ".pyenv/shims", ".local/bin", "bin", "go/bin"] {
      try FileSystem.makeFolder(base.appending("home/\(folder)"))
    }
    try FileSystem.makeFolder(base.appending("opt/tool/bin"))
    try FileSystem.makeFolder(base.appending("workspace/bin"))
    try body(base)
  }

  private func find(_ base: BytePath, _ path: [String]) -> ToolchainFinder.Found {
    let finder = ToolchainFinder(
      home: base.appending("home"), workspace: base.appending("workspace"), visible: ["/usr"])
    let entries = path.map { base.appending($0).bytes }
    return finder.find(searchPath: Array(entries.joined(separator: [UInt8(ascii: ":")])))
  }

  @Test func `a toolchain's own folder is shown as a whole`() throws {
    try withHome { base in
      let found = find(base, ["home/.pyenv/shims", "opt/tool/bin"])
      #expect(found.folders == [base.appending("home/.pyenv"), base.appending("opt/tool")])
    }
  }

  @Test func `folders that also hold secrets show only their programs`() throws {
    try withHome { base in
      let found = find(base, ["home/.local/bin", "home/bin", "home/go/bin"])
      #expect(
        found.folders == [
          base.appending("home/.local/bin"), base.appending("home/bin"),
          base.appending("home/go/bin"),
        ])
    }
  }

  @Test func `cargo's proxies bring what they lead to, not the credentials beside them`() throws {
    try withHome { base in
      let found = find(base, ["home/.cargo/bin"])
      #expect(
        found.folders == [base.appending("home/.cargo/bin"), base.appending("home/.rustup")])
      #expect(found.variables["RUSTUP_HOME"] == base.appending("home/.rustup"))
    }
  }

  @Test func `programs of the workspace are no toolchain`() throws {
    try withHome { base in
      let found = find(base, ["workspace/bin", "missing/bin"])
      #expect(found == ToolchainFinder.Found())
    }
  }

  @Test func `a folder that anybody may write to is no toolchain`() throws {
    try withHome { base in
      let open = base.appending("opt/tool/bin")
      let changed = unsafe open.withPointer { unsafe chmod($0, 0o777) }
      #expect(changed == 0)
      #expect(find(base, ["opt/tool/bin"]).folders.isEmpty)
    }
  }
}

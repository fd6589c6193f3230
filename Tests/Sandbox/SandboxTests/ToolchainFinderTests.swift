import Glibc
import Kernel
import Testing

@testable import Sandbox

@Suite struct ToolchainFinderTests {
  /// A home with some files in it, and a workspace beside it.
  private func withHome(
    _ files: [String] = [], _ body: (BytePath) throws -> Void
  ) throws {
    let base = BytePath("/tmp/sentinel-toolchains-\(getpid())-\(UInt32.random(in: 0 ... .max))")
    defer { try? FileSystem.remove(base) }
    for folder in ["home/bin", "home/go/bin", "opt/tool/bin", "workspace/bin"] {
      try FileSystem.makeFolder(base.appending(folder))
    }
    for file in files {
      let path = base.appending("home/\(file)")
      try FileSystem.makeFolder(path.parent)
      try FileSystem.write("x".utf8, to: path, mode: path.parent.name == "bin" ? 0o755 : 0o644)
    }
    try body(base)
  }

  private func find(_ base: BytePath, _ path: [String], home: String = "home")
    -> ToolchainFinder.Found
  {
    var finder = ToolchainFinder(
      home: base.appending(home), personal: [base.appending("home/settings")],
      workspace: base.appending("workspace"), visible: ["/usr"],
      paths: PathLookups())
    let entries = path.map { base.appending($0).bytes }
    return finder.find(searchPath: Array(entries.joined(separator: [UInt8(ascii: ":")])))
  }

  private func link(_ content: String, at path: BytePath) throws {
    try FileSystem.makeFolder(path.parent)
    let made = unsafe path.withPointer { unsafe symlink(content, $0) }
    #expect(made == 0)
  }

  @Test func `a tree's links, and those of other users, decide nothing about what is shown`() throws
  {
    try withHome(["letters/letter"]) { base in
      try FileSystem.remove(base.appending("workspace/bin"))
      try FileSystem.makeFolder(base.appending("others"))
      try link("../home/letters", at: base.appending("workspace/bin"))
      #expect(find(base, ["workspace/bin"]).places.isEmpty)
      // The control: the user's own link is followed.
      try link("home/letters", at: base.appending("own"))
      #expect(!find(base, ["own"]).places.isEmpty)
      try link("home/letters", at: base.appending("others/bin"))
      let isOthers = unsafe lchown(base.appending("others/bin").description, 1234, 1234) == 0
      if isOthers { #expect(find(base, ["others/bin"]).places.isEmpty) }
      // A link of the user's into a tree leads where the tree says.
      try link("../workspace/bin", at: base.appending("home/shortcut"))
      #expect(find(base, ["home/shortcut"]).places.isEmpty)
    }
  }

  @Test func `a link to what is no program brings nothing along`() throws {
    try withHome(["programs/tool", "private/cmd/notes", "private/lib/secret"]) { base in
      try link("../private/cmd/notes", at: base.appending("home/programs/notes"))
      #expect(names(find(base, ["home/programs"]), base) == ["programs"])
    }
  }

  /// The places below the home, as text.
  private func names(_ found: ToolchainFinder.Found, _ base: BytePath) -> [String] {
    found.places.map { $0.description.replacing(base.description + "/home/", with: "") }.sorted()
  }

  @Test(
    arguments: [
      (".pulumi/bin/pulumi", ".pulumi/credentials.json"), (".fly/bin/fly", ".fly/config.yml"),
      (".azure/bin/bicep", ".azure/msal_token_cache.json"),
      (".cargo/bin/cargo", ".cargo/credentials.toml"),
      (".nvm/versions/node/v20/bin/node", ".nvm/versions/node/v20/etc/npmrc"),
      (".docker/bin/docker", ".docker/config.json"), (".local/bin/tool", ".local/share/tool/data"),
      ("go/bin/tool", "go/src/private.go"), (".terraform/bin/terraform", ".terraform/anything"),
    ])
  func `what lies beside the programs is not shown`(program: String, secret: String) throws {
    try withHome([program, secret]) { base in
      let folder = BytePath(program).parent
      let found = find(base, ["home/\(folder)"])
      #expect(names(found, base) == [folder.description])
    }
  }

  @Test(arguments: [
    "credentials.json", "id_ed25519", ".netrc", "config.yml", "api-token", "a.key", ".netrc.bak~",
    ".npmrc.rpmsave", ".netrc.swp", ".config.json.swp", "auth.json.old.bak",
  ])
  func `a credential among the programs is left out, and the rest is shown`(name: String) throws {
    try withHome([".fly/bin/fly", ".fly/config.yml"]) { base in
      let secret = base.appending("home/.fly/bin/\(name)")
      try FileSystem.write("x".utf8, to: secret, mode: 0o600)
      try link("fly", at: base.appending("home/.fly/bin/flyctl"))
      let found = find(base, ["home/.fly/bin"])
      #expect(names(found, base) == [".fly/bin/fly"])
      #expect(found.links == [base.appending("home/.fly/bin/flyctl"): "fly"])
    }
  }

  @Test func `a program that is named for credentials is a program`() throws {
    try withHome(["bin/docker-credential-pass"]) { base in
      #expect(names(find(base, ["home/bin"]), base) == ["bin"])
    }
  }

  @Test func `a folder of unknown layout is searched below too`() throws {
    let secret = "tools/data/deep/and/deeper/still/token.json"
    try withHome(["tools/run", "tools/data/a", secret]) { base in
      #expect(names(find(base, ["home/tools"]), base) == ["tools/data/a", "tools/run"])
    }
  }

  @Test func `certificates of authorities are no keys`() throws {
    try withHome(["tool/bin/run", "tool/share/ca.pem"]) { base in
      let found = find(base, ["home/tool/bin"])
      #expect(names(found, base) == ["tool/bin", "tool/share"])
      let key = base.appending("home/tool/share/key.pem")
      try FileSystem.write("-----BEGIN PRIVATE KEY-----".utf8, to: key)
      #expect(names(find(base, ["home/tool/bin"]), base) == ["tool/bin", "tool/share/ca.pem"])
    }
  }

  @Test func `a prefix brings what its programs load`() throws {
    let shown = ["bin/java", "lib/modules", "conf/security/java.security", "release"]
    try withHome((shown + ["settings/server.yml"]).map { ".sdkman/candidates/java/21/\($0)" }) {
      base in
      let java = ".sdkman/candidates/java/21"
      try link("21", at: base.appending("home/.sdkman/candidates/java/current"))
      let found = find(base, ["home/.sdkman/candidates/java/current/bin"])
      #expect(
        names(found, base) == ["\(java)/bin", "\(java)/conf", "\(java)/lib", "\(java)/release"])
    }
  }

  @Test func `shims bring the versions that they start, without their tokens`() throws {
    try withHome([
      ".nodenv/shims/node", ".nodenv/version", ".nodenv/versions/18/bin/node",
      ".nodenv/versions/20/bin/node", ".nodenv/versions/20/etc/npmrc", ".nodenv/cache/x",
    ]) { base in
      let found = find(base, ["home/.nodenv/shims"])
      #expect(
        names(found, base) == [
          ".nodenv/shims", ".nodenv/version", ".nodenv/versions/18", ".nodenv/versions/20/bin",
        ])
    }
  }

  @Test func `links of programs bring the toolchain that they lead to`() throws {
    let venv = ".local/share/pipx/venvs/tool"
    try withHome([
      "\(venv)/bin/tool", "\(venv)/lib/python/code", "\(venv)/pyvenv.cfg", "\(venv)/secret.db",
      ".local/share/keyrings/login", ".python/3/bin/python3", ".python/3/lib/code",
      ".python/auth", "npm/node_modules/app/cli.js", "npm/.npmrc", "single/program", "single/other",
    ]) { base in
      let home = base.appending("home")
      try link("../share/pipx/venvs/tool/bin/tool", at: home.appending(".local/bin/tool"))
      try link("../../npm/node_modules/app/cli.js", at: home.appending(".local/bin/app"))
      try link("../../single/program", at: home.appending(".local/bin/single"))
      try link("../../../../../../.python/3/bin/python3", at: home.appending("\(venv)/bin/python"))
      for program in ["single/program", "npm/node_modules/app/cli.js"] {
        let changed = unsafe home.appending(program).withPointer { unsafe chmod($0, 0o755) }
        #expect(changed == 0)
      }
      #expect(
        names(find(base, ["home/.local/bin"]), base)
          == [
            ".local/bin", "\(venv)/bin", "\(venv)/lib", "\(venv)/pyvenv.cfg", ".python/3/bin",
            ".python/3/lib", "npm/node_modules", "single/program",
          ].sorted())
    }
  }

  @Test func `what has a name of code is searched at its top, too`() throws {
    try withHome([
      "tools/tool", "tools/src/.npmrc", "tools/src/code.c", "tools/lib/credentials.json",
      "tools/lib/deep/credentials.json",
    ]) { base in
      #expect(
        names(find(base, ["home/tools"]), base)
          == ["tools/lib/deep", "tools/src/code.c", "tools/tool"])
    }
  }

  @Test func `a link to a credential brings nothing`() throws {
    try withHome([".aws/credentials"]) { base in
      try link("../.aws/credentials", at: base.appending("home/bin/aws"))
      #expect(names(find(base, ["home/bin"]), base) == ["bin"])
    }
  }

  @Test func `cargo's proxies bring the toolchains that they start`() throws {
    try withHome([
      ".cargo/bin/rustup", ".cargo/credentials.toml", ".rustup/settings.toml",
      ".rustup/toolchains/stable/bin/rustc", ".rustup/downloads/x", ".rustup/update-hashes/stable",
    ]) { base in
      let found = find(base, ["home/.cargo/bin"])
      #expect(
        names(found, base) == [
          ".cargo/bin", ".rustup/settings.toml", ".rustup/toolchains", ".rustup/update-hashes",
        ])
      #expect(found.variables["RUSTUP_HOME"] == base.appending("home/.rustup"))
    }
  }

  @Test(arguments: [
    "home", ".", "home/.config", "home/.local", "home/settings", "home/.local/share",
  ])
  func `a PATH that names the home or a folder of settings shows none of it`(entry: String) throws {
    try withHome([".config/app/auth", ".local/share/app/data", "settings/app", "document"]) {
      base in
      #expect(find(base, [entry]) == ToolchainFinder.Found())
    }
  }

  @Test func `programs in a folder of settings do not bring the settings`() throws {
    try withHome([".config/bin/tool", ".config/lib/private", ".config/share/private"]) { base in
      #expect(names(find(base, ["home/.config/bin"]), base) == [".config/bin"])
    }
  }

  @Test func `the home is the home under every name`() throws {
    try withHome(["lib/private", "bin/tool"]) { base in
      try link("home", at: base.appending("alias"))
      for entry in ["home/bin", "alias/bin"] {
        #expect(names(find(base, [entry], home: "alias"), base) == ["bin"])
      }
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
      #expect(find(base, ["opt/tool/bin"]).places.isEmpty)
    }
  }

  @Test func `a folder with more names than are searched is not shown`() throws {
    try withHome(["many/run", "many/token"]) { base in
      for number in 0..<600 {
        try FileSystem.write([], to: base.appending("home/many/f\(number)"))
      }
      #expect(find(base, ["home/many"]).places.isEmpty)
    }
  }
}

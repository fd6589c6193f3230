import FoundationEssentials
import TestSupport
import Testing

/// Whether the toolchains that PATH names bring along what lies beside them.
@Suite struct ToolchainTests {
  private let shell: CommandShell

  init() throws { shell = try CommandShell() }

  /// Programs, and where they or their users keep a token.
  static let layouts = [
    (".pulumi/bin", ".pulumi/credentials.json"), (".fly/bin", ".fly/config.yml"),
    (".azure/bin", ".azure/msal_token_cache.json"), (".docker/bin", ".docker/config.json"),
    (".nvm/versions/node/v20/bin", ".nvm/versions/node/v20/etc/npmrc"),
    (".nodenv/shims", ".nodenv/versions/20/etc/npmrc"),
    (".sdkman/candidates/maven/3/bin", ".sdkman/candidates/maven/3/conf/settings.xml"),
    ("tools", "tools/credentials"), (".foo/bin", ".foo/bin/auth.json"),
    ("miniconda/bin", "miniconda/.condarc"), (".pyenv/shims", ".pyenv/versions/3/pip.conf"),
  ]

  @Test(arguments: layouts)
  func `a toolchain of PATH runs inside, and shows no token`(
    programs: String, token: String
  ) throws {
    let home = shell.home.url.path
    try shell.home.write("#!/bin/sh\necho runs\n", to: "\(programs)/tool-of-test", mode: 0o755)
    try shell.home.write("top secret\n", to: token)
    let path = "PATH=\"$HOME/\(programs):$PATH\""
    let read = "sh -c 'tool-of-test; cat \"$0\"' '\(home)/\(token)'"
    let inside = try shell("\(path) $S -- \(read)")
    #expect(inside.text == "runs\n", "\(inside.text) \(inside.errors)")
    #expect(inside.code != 0, "the token was read")
    // The same folder as an ordinary mount of a profile.
    let shown = programs.prefix { $0 != "/" }
    try shell.home.write(
      """
      schema: sentinel.profile/1
      name: whole
      summary: Mounts a toolchain with all that lies beside it.
      inherits: default
      filesystem:
        mounts:
          - {source: \(home)/\(shown), execute: true}

      """, to: "whole.yaml")
    let control = try shell("\(path) $S --profile \"$HOME/whole.yaml\" -- \(read)")
    #expect(control.text == "runs\ntop secret\n", "the control: \(control.errors)")
  }

  @Test func `a home on PATH is not shown`() throws {
    try shell.home.write("private\n", to: "document")
    let read = "cat '\(shell.home.url.path)/document'"
    #expect(try shell("PATH=\"$HOME:$PATH\" $S -- \(read)").code != 0)
    #expect(try shell(read).text == "private\n")
  }
}

/// Names that make other programs run code, or tell them what to do, when they come upon them in a
/// tree: the one list of them.
///
/// The gate of a workspace, the patch of `--diff`, the classes of changes and the judge all ask here.
package enum SteeringNames {
  /// Who follows what stands under a name.
  package enum Kind: String, Sendable, CaseIterable {
    /// A version control system.
    case git
    /// git, or a manager of its hooks, which executes it.
    case hook
    /// A continuous integration service, which executes it.
    case ciConfig
    /// A coding agent.
    case agentConfig
    /// An editor or a shell, which may execute parts of it.
    case editorConfig
    /// A package manager, version manager or debugger, which may execute parts of it.
    case toolConfig
  }

  /// Who follows a file or folder of this name, whatever its letter case; nil when nobody does.
  package static func kind(of name: ArraySlice<UInt8>) -> Kind? {
    if GitNames.isGitFolder(name) { return .git }
    let text = folded(name)
    if let kind = exact[text] { return kind }
    return starts.first { text.hasPrefix($0.text) }?.kind
      ?? ends.first { text.hasSuffix($0.text) }?.kind
  }

  /// Who follows what stands at a path, given by its parts; nil when nobody does.
  ///
  /// The innermost name decides, but for a repository's own folder. Below `node_modules` only that
  /// counts: packages bring much else that nobody opens.
  package static func kind(ofPath parts: [ArraySlice<UInt8>]) -> Kind? {
    if let git = parts.firstIndex(where: { GitNames.isGitFolder($0) }) {
      return parts[(git + 1)...].contains { folded($0) == "hooks" } ? .hook : .git
    }
    let own = parts.prefix { folded($0) != "node_modules" }
    return own.reversed().lazy.compactMap { kind(of: $0) }.first
  }

  /// The name as a file system that folds case sees it: lower case, without what cannot be seen.
  package static func folded(_ name: ArraySlice<UInt8>) -> String {
    if name.allSatisfy({ $0 < 0x80 }) {
      return String(
        decoding: name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
    var text = ""
    for scalar in String(decoding: name, as: UTF8.self).unicodeScalars
    where !scalar.properties.isDefaultIgnorableCodePoint {
      // By way of the capital letter, which also the long s and the ligatures have.
      text += scalar.properties.uppercaseMapping
    }
    return text.lowercased()
  }

  private static let exact: [String: Kind] = {
    let lists: [(Kind, String)] = [
      (
        .git,
        """
        .hg .svn .bzr .jj .gitmodules .gitattributes .gitconfig
        """
      ),
      (
        .hook,
        """
        .husky .githooks .lefthook .pre-commit .pre-commit-config.yaml .pre-commit-config.yml
        .pre-commit-hooks.yaml lefthook.yml lefthook.yaml lefthook.toml lefthook.json .lefthook.yml
        .lefthook.yaml .lefthook.toml .lefthook.json lefthook-local.yml .lefthook-local.yml
        lefthook-local.yaml lefthook-local.toml lefthook-local.json .lefthook-local.yaml
        .lefthook-local.toml .lefthook-local.json lefthook.jsonc .lefthook.jsonc .lefthook-local
        .overcommit.yml .git-hooks hk.pkl prek.toml
        """
      ),
      (
        .ciConfig,
        """
        .github .gitlab .gitlab-ci.yml .gitlab-ci.yaml .circleci .buildkite .woodpecker .gitea
        .forgejo .teamcity .semaphore .azure-pipelines .travis.yml jenkinsfile .drone.yml
        appveyor.yml .appveyor.yml .cirrus.yml .cirrus.star cloudbuild.yaml buildspec.yml .tekton
        .build.yml .zuul.yaml zuul.yaml zuul.d .zuul.d .builds cloudbuild.yml cloudbuild.json
        buildspec.yaml bamboo-specs .readthedocs.yaml .readthedocs.yml .harness .vela.yml .prow.yaml .copr
        """
      ),
      (
        .agentConfig,
        """
        .claude .codex .cursor .gemini .continue .windsurf .aider .roo .cline .clinerules .agent
        .agents .kiro .amazonq .augment .junie .trae .qodo .qwen .opencode .factory .kilocode
        .openhands agents.md agents.override.md agent.md claude.md claude.local.md gemini.md qwen.md
        warp.md crush.md skill.md .mcp.json mcp.json .cursorrules .cursorignore .windsurfrules
        .aider.conf.yml .aider.conf.yaml .aider.model.settings.yml .goosehints .roomodes .rooignore
        .augment-guidelines opencode.json opencode.jsonc .crush.json crush.json .rules
        copilot-instructions.md .continuerc.json codebuff.json gptme.toml .grok .vibe
        """
      ),
      (
        .editorConfig,
        """
        .vscode .idea .devcontainer .devcontainer.json .zed .fleet .vs .nvim .theia .settings .idx
        .editorconfig .vimrc .exrc .nvimrc .nvim.lua .lvimrc .dir-locals.el .dir-locals-2.el .envrc
        .gitpod.yml .replit .helix .ycm_extra_conf.py .bsp hie.yaml .externaltoolbuilders .codesandbox
        devfile.yaml .devfile.yaml .autoenv .autoenv.zsh .shadowenv.d
        """
      ),
      (
        .toolConfig,
        """
        .npmrc .pnpmfile.cjs .pnpmfile.mjs .cargo mise.toml .mise.toml mise.local.toml
        .mise.local.toml .mise .rtx.toml .pypirc pip.conf .bundle .bazelrc .buckconfig .mvn
        .gdbinit .lldbinit .pdbrc .perldb .byebugrc .rprofile .irbrc .pryrc .ghci .iex.exs
        .ocamlinit .octaverc .erlang .rspec .pylintrc pylintrc pylintrc.toml .pylintrc.toml
        .tool-versions devbox.json .rdata .renviron .rvmrc .bazeliskrc .bazelversion .jvmopts .sbtopts
        .yarn .lfsconfig ansible.cfg rust-toolchain rust-toolchain.toml .buckconfig.local
        .pants.bootstrap .sentinel
        """
      ),
    ]
    var kinds: [String: Kind] = [:]
    for (kind, names) in lists {
      for name in names.split(whereSeparator: \.isWhitespace) { kinds[String(name)] = kind }
    }
    return kinds
  }()

  private static let starts: [(text: String, kind: Kind)] = [
    ("azure-pipelines", .ciConfig), ("bitbucket-pipelines", .ciConfig), (".woodpecker", .ciConfig),
    (".huskyrc", .hook), (".simple-git-hooks", .hook), ("simple-git-hooks", .hook),
    (".yarnrc", .toolConfig),
  ]

  private static let ends: [(text: String, kind: Kind)] = [
    (".code-workspace", .editorConfig), (".sublime-project", .editorConfig),
  ]
}

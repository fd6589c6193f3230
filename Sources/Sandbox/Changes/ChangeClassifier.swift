internal import Kernel

/// Tells from path, type and mode what a change may do to whoever accepts it.
struct ChangeClassifier {
  /// The workspace on the host.
  let workspace: BytePath

  func classify(_ path: BytePath, _ node: TreeNode) -> Change.Class {
    switch node.kind {
    case .characterDevice, .blockDevice: return .device
    case .fifo: return .fifo
    case .socket: return .socket
    case .directory: return .directory
    case .regular where node.permissions & 0o6000 != 0: return .setuid
    case .regular, .link: break
    }
    let names = path.components.map { String(decoding: $0, as: UTF8.self).lowercased() }
    if let role = Self.role(of: names) { return role }
    if let target = node.target {
      return leadsOutside(target, from: path.parent) ? .linkOutside : .link
    }
    if names.contains(where: { $0.hasPrefix(".") }) { return .dotfile }
    if node.permissions & 0o111 != 0 { return .executable }
    return node.isBinary ? .binary : .text
  }

  /// Whether a link's target is not certainly inside the workspace.
  ///
  /// A `..` after a name counts as outside: the name may be a link itself.
  func leadsOutside(_ target: BytePath, from folder: BytePath) -> Bool {
    var parts = target.components[...]
    var depth = folder.components.count
    if target.isAbsolute {
      let own = workspace.components
      guard parts.count >= own.count, zip(parts, own).allSatisfy({ $0.elementsEqual($1) }) else {
        return true
      }
      parts = parts.dropFirst(own.count)
      depth = 0
    }
    var hasName = false
    for part in parts where !part.isName(".") {
      if part.isName("..") {
        depth -= 1
        if depth < 0 || hasName { return true }
      } else {
        hasName = true
      }
    }
    return false
  }

  private static func role(of names: [String]) -> Change.Class? {
    guard let last = names.last else { return nil }
    let folders = names.dropLast()
    if let git = names.firstIndex(of: ".git") {
      return names.dropFirst(git + 1).contains("hooks") ? .hook : .git
    }
    if names.contains(where: hookFolders.contains) || hookFiles.contains(last) { return .hook }
    if isContinuousIntegration(names, last) { return .ciConfig }
    if names.contains(where: agentFolders.contains) || agentFiles.contains(last)
      || folders.last == ".github" && last == "copilot-instructions.md"
    {
      return .agentConfig
    }
    if names.contains(where: editorFolders.contains) || editorFiles.contains(last)
      || last.hasSuffix(".code-workspace")
    {
      return .editorConfig
    }
    return gitFiles.contains(last) ? .git : nil
  }

  private static func isContinuousIntegration(_ names: [String], _ last: String) -> Bool {
    if names.contains(where: pipelineFolders.contains) || pipelineFiles.contains(last) {
      return true
    }
    if last.hasPrefix("azure-pipelines") || last.hasPrefix("bitbucket-pipelines") { return true }
    return zip(names, names.dropFirst()).contains {
      $0 == ".github" && ($1 == "workflows" || $1 == "actions")
        || $0 == ".gitlab" && $1.hasPrefix("ci")
    }
  }

  private static let hookFolders: Set<String> = [".husky", ".githooks", ".lefthook", ".pre-commit"]
  private static let hookFiles: Set<String> = [
    ".pre-commit-config.yaml", ".pre-commit-config.yml", "lefthook.yml", "lefthook.yaml",
    ".lefthook.yml", ".lefthook.yaml", ".overcommit.yml",
  ]
  private static let pipelineFolders: Set<String> = [
    ".circleci", ".buildkite", ".woodpecker", ".gitea", ".forgejo", ".teamcity",
  ]
  private static let pipelineFiles: Set<String> = [
    ".gitlab-ci.yml", ".gitlab-ci.yaml", ".travis.yml", "jenkinsfile", ".drone.yml", "appveyor.yml",
    ".appveyor.yml", ".cirrus.yml", ".woodpecker.yml", "cloudbuild.yaml", "buildspec.yml",
  ]
  private static let agentFolders: Set<String> = [
    ".claude", ".codex", ".cursor", ".gemini", ".continue", ".windsurf", ".aider", ".roo", ".cline",
    ".clinerules", ".agents", ".kiro", ".amazonq",
  ]
  private static let agentFiles: Set<String> = [
    "agents.md", "agents.override.md", "claude.md", "claude.local.md", "gemini.md", ".mcp.json",
    "mcp.json", ".cursorrules", ".cursorignore", ".windsurfrules", ".aider.conf.yml", "skill.md",
    ".goosehints",
  ]
  private static let editorFolders: Set<String> = [
    ".vscode", ".idea", ".devcontainer", ".zed", ".fleet", ".vs", ".nvim",
  ]
  private static let editorFiles: Set<String> = [
    ".editorconfig", ".vimrc", ".exrc", ".nvimrc", ".nvim.lua", ".dir-locals.el", ".envrc",
    ".devcontainer.json", ".sublime-project", ".lvimrc",
  ]
  private static let gitFiles: Set<String> = [".gitattributes", ".gitmodules", ".gitconfig"]
}

extension ArraySlice<UInt8> {
  fileprivate func isName(_ text: String) -> Bool {
    elementsEqual(text.utf8)
  }
}

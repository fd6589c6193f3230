/// The fixed order of tools where two findings are otherwise equally good.
///
/// Tools that follow data come before tools that match patterns; unlisted tools follow by name.
enum ToolOrder {
  private static let listed: [String: Int] = {
    let tools = [
      "codeql", "semgrep", "opengrep", "bandit", "ruff", "gosec", "brakeman", "njsscan", "spotbugs",
      "cppcheck", "flawfinder", "gitleaks", "trufflehog", "detect-secrets", "osv-scanner", "grype",
      "trivy", "pip-audit", "checkov", "kics", "hadolint",
    ]
    return Dictionary(uniqueKeysWithValues: tools.enumerated().map { ($1, $0) })
  }()

  static func rank(of tool: String) -> Int {
    listed[tool.lowercased()] ?? listed.count
  }
}

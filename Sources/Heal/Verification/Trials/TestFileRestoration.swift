internal import Judging
internal import Patches

/// Reverts the files of a candidate that control how its tests run, before they run.
///
/// The judge looks at the same files, and this does not rely on it: a candidate that changes its own
/// examination is examined as if it had not.
struct TestFileRestoration {
  /// What remains of the candidate.
  let changes: ChangeSet
  /// The files whose change was taken back.
  let restored: [PatchPath]

  /// Parts a candidate.
  ///
  /// - Parameters:
  ///   - changes: all of it.
  ///   - kind: what it is to fix; a change of configuration or tests may be just that.
  init(_ changes: ChangeSet, for kind: JudgeSignal.Kind) {
    var kept: [ChangeSet.File] = []
    var restored: [PatchPath] = []
    for file in changes.files {
      let paths = [file.path, file.oldPath].compactMap { $0 }
      if paths.contains(where: { Self.isExamination($0, kind, isNew: file.old == nil) }) {
        restored.append(file.path)
      } else {
        kept.append(file)
      }
    }
    self.changes = ChangeSet(kept)
    self.restored = restored
  }

  /// Settings of tests, builds and services that run them.
  private static let settings: Set<String> = [
    "pytest.ini", ".pytest.ini", "tox.ini", "setup.cfg", "pyproject.toml", "noxfile.py",
    ".coveragerc", "setup.py", "package.json", "makefile", "jenkinsfile", ".gitlab-ci.yml",
    ".travis.yml", ".rspec", "phpunit.xml", "cmakelists.txt",
  ]
  private static let settingStarts = [
    "jest.config.", "vitest.config.", "vitest.workspace.", ".mocharc", "karma.conf.",
    "playwright.config.", "cypress.config.",
  ]
  private static let serviceFolders: Set<String> = [
    ".github", ".circleci", ".gitlab", ".buildkite",
  ]
  /// Files that an interpreter or a runner loads by itself.
  private static let startup: Set<String> = [
    "sitecustomize.py", "usercustomize.py", "conftest.py", "__main__.py",
  ]
  private static func isExamination(
    _ path: PatchPath, _ kind: JudgeSignal.Kind, isNew: Bool
  ) -> Bool {
    let parts = path.text.lowercased().split(separator: "/").map(String.init)
    guard let name = parts.last else { return true }
    if startup.contains(name) && (isNew || name != "__main__.py") || name.hasSuffix(".pth") {
      return true
    }
    if FileRole(path) == .test { return kind != .wrongTest && kind != .regression }
    let isSetting =
      settings.contains(name) || settingStarts.contains(where: name.hasPrefix)
      || parts.dropLast().contains(where: serviceFolders.contains)
    return isSetting && kind != .configuration && kind != .dependency && kind != .regression
  }
}

internal import Kernel

/// Which entries of a prefix belong to the programs in it, told by structure rather than by vendor.
///
/// A prefix is the folder above `bin`. What is not named here stays hidden: beside their programs many
/// tools keep settings, and credentials in them.
enum ToolchainLayout {
  /// Folders of programs: what PATH names, and what a link of a program leads into.
  static let programFolders: Set<BytePath> = ["bin", "sbin", "shims", "condabin", "cmd"]

  /// Folders of code and data below which no settings are kept.
  private static let packages: Set<BytePath> = [
    "lib", "lib32", "lib64", "libexec", "include", "share", "src", "pkg", "jmods", "node_modules",
    "site-packages",
  ]

  /// Files that say which toolchain this is.
  static let files: Set<BytePath> = ["version", "VERSION", "go.env", "release", "pyvenv.cfg"]

  /// The folders to show of a prefix that holds these names.
  static func folders(among names: Set<BytePath>) -> Set<BytePath> {
    var shown = programFolders.union(["lib", "lib32", "lib64", "libexec", "include", "share"])
    // Shims start one of several installed versions (pyenv, rbenv, asdf); others keep toolchains.
    if names.contains("shims") { shown.formUnion(["versions", "installs"]) }
    shown.insert("toolchains")
    // A Java installation reads its security settings, Maven the classes that start it.
    if names.contains("release") { shown.formUnion(["conf", "jmods", "jre"]) }
    if names.contains("boot") { shown.formUnion(["boot", "conf"]) }
    // Go keeps its library as source; a folder of modules has no file VERSION.
    if names.contains("VERSION") { shown.formUnion(["src", "pkg"]) }
    if names.contains("conda-meta") { shown.formUnion(["conda-meta", "ssl"]) }
    return shown
  }

  /// Whether a folder holds programs or packages, rather than folders of them.
  static func isCode(_ name: BytePath) -> Bool {
    packages.contains(name) || programFolders.contains(name)
  }

  /// How many levels below a shown folder are searched for credentials.
  ///
  /// In the folders of packages names like `token.json` are parts of programs.
  static func levels(below name: BytePath) -> Int {
    packages.contains(name) ? 0 : programFolders.contains(name) ? 3 : 6
  }
}

internal import Glibc
internal import Kernel

/// Names under which programs keep credentials, or settings that may hold one.
///
/// No list is complete, so this one is only the second wall: what a toolchain shows is chosen by
/// layout, and this looks through what was chosen.
enum CredentialNames {
  private static let names: Set<[UInt8]> = Set(
    [
      ".netrc", "_netrc", ".git-credentials", ".npmrc", "npmrc", ".yarnrc", ".yarnrc.yml",
      ".pypirc",
      "pip.conf", ".pgpass", ".my.cnf", ".htpasswd", ".env", ".envrc", ".condarc", ".dockercfg",
      ".s3cfg", ".boto", "kubeconfig", "hosts.yml", "hosts.yaml", "config", "config.json",
      "config.yml", "config.yaml", "config.toml", "config.ini", "auth.json", "auth.toml",
      "auth.yml", "settings.xml", "settings-security.xml", "gradle.properties",
      "azureprofile.json", ".ssh", ".gnupg", ".aws", ".azure", ".docker", ".kube",
      ".password-store", ".git", ".hg", ".svn", ".bash_history", ".zsh_history", ".python_history",
      ".vault_pass", ".mylogin.cnf", ".curlrc", ".databrickscfg", "rclone.conf",
      "terraform.tfstate", "service-account.json", "cookies.sqlite", "wallet.dat",
    ].map { Array($0.utf8) })

  private static let starts = [".env.", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519"].map {
    Array($0.utf8)
  }

  private static let endings: Set<[UInt8]> = Set(
    ["key", "p12", "pfx", "ppk", "kdbx", "keytab"].map { Array($0.utf8) })

  private static let words = ["credential", "token", "secret", "passw"].map { Array($0.utf8) }

  /// Endings of data rather than of code: `token.py` and `secrets.h` are parts of a library.
  private static let dataEndings: Set<[UInt8]> = Set(
    ["", "json", "yml", "yaml", "toml", "ini", "cfg", "conf", "txt", "xml", "db", "dat", "bin"]
      .map { Array($0.utf8) })

  /// Whether an entry of a folder may hold a credential; what cannot be looked at, may.
  static func mayHold(_ entry: FolderEntry, in folder: BytePath) -> Bool {
    let written = entry.name.bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    let name = withoutCopyMark(written)
    // Editors put a dot before the name of what they save aside.
    let shown = name != written && name.first == UInt8(ascii: ".") ? Array(name.dropFirst()) : name
    if names.contains(name) || names.contains(shown) { return true }
    if starts.contains(where: { name.starts(with: $0) }) { return true }
    let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil }
    let ending = dot.map { Array(name[($0 + 1)...]) } ?? []
    if endings.contains(ending) { return true }
    // Certificates of authorities, which libraries load, have the same ending.
    if ending == Array("pem".utf8) { return mayHoldKey(entry.name, in: folder) }
    guard dataEndings.contains(ending), words.contains(where: { contains(name, $0) }) else {
      return false
    }
    // Programs are named for what they handle too, as `docker-credential-pass` is.
    return !(ending.isEmpty && isProgram(entry.name, in: folder))
  }

  private static let copyMarks = [
    ".bak", ".backup", ".old", ".orig", ".save", ".swp", ".swo", ".rpmsave", ".rpmnew", ".rpmorig",
    ".dpkg-old", ".dpkg-dist", ".dpkg-new", ".ucf-old", ".tmp", "~",
  ].map { Array($0.utf8) }

  /// The name of the file that this is a state of; copies of copies bear several marks.
  private static func withoutCopyMark(_ name: [UInt8]) -> [UInt8] {
    var name = name
    func mark() -> [UInt8]? {
      copyMarks.first { name.count > $0.count && name.suffix($0.count) == $0[...] }
    }
    while let mark = mark() { name.removeLast(mark.count) }
    return name
  }

  private static func isProgram(_ name: BytePath, in folder: BytePath) -> Bool {
    guard name != "credentials", let status = try? FileStatus.of(folder.appending(name)) else {
      return false
    }
    return status.kind == .link || status.kind == .regular && status.permissions & 0o111 != 0
  }

  private static func mayHoldKey(_ name: BytePath, in folder: BytePath) -> Bool {
    let path = folder.appending(name)
    guard let status = try? FileStatus.of(path) else { return true }
    if status.kind == .link { return false }
    guard status.kind == .regular,
      let file = try? Descriptor.open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW),
      let content = try? file.readAll(limit: 1 << 22)
    else { return true }
    return contains(content, Array("PRIVATE KEY".utf8))
  }

  private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    return bytes.indices.contains { bytes[$0] == first && bytes[$0...].starts(with: part) }
  }
}

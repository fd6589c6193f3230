internal import Kernel

/// Files that hold keys and credentials by their look; none of them goes into a work copy.
enum SecretNames {
  /// Names that are credentials whatever they hold.
  private static let names: Set<String> = [
    ".netrc", "_netrc", ".pypirc", ".git-credentials", ".htpasswd", ".pgpass", ".my.cnf",
    ".dockercfg", ".vault-token", "credentials.json", "secrets.yaml", "secrets.yml", "secrets.json",
    "secrets.toml", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519",
  ]
  /// Folders of which everything stays away.
  private static let folders: Set<String> = [
    ".aws", ".ssh", ".gnupg", ".kube", ".docker", ".azure",
  ]
  private static let suffixes = [
    ".p12", ".pfx", ".jks", ".keystore", ".kdbx", ".tfstate", ".agekey",
  ]
  /// Names of settings that are shown around as examples.
  private static let examples = [".example", ".sample", ".template", ".dist", ".defaults"]
  /// Folders whose keys are fixtures: their tests do not run without them.
  private static let fixtures: Set<String> = [
    "test", "tests", "testing", "testdata", "fixtures", "__tests__", "spec", "certs-test",
  ]

  /// Whether a folder of that name is left out with everything in it.
  static func isFolder(_ name: BytePath) -> Bool {
    folders.contains(String(decoding: name.bytes, as: UTF8.self).lowercased())
  }

  /// Whether a file is left out.
  ///
  /// - Parameters:
  ///   - path: its parts from the root of the tree.
  ///   - start: its first bytes; read only when they are asked for.
  /// - Returns: whether it is left out.
  static func isSecret(_ path: [UInt8], start: () -> [UInt8]) -> Bool {
    let parts = String(decoding: path, as: UTF8.self).lowercased().split(separator: "/")
    guard let name = parts.last.map(String.init) else { return false }
    if names.contains(name) || suffixes.contains(where: name.hasSuffix) { return true }
    if name == ".env" || name.hasPrefix(".env.") || name.hasSuffix(".env") {
      return !examples.contains { name.hasSuffix($0) }
    }
    if name == ".npmrc" || name == ".yarnrc.yml" || name == "pip.conf" {
      return ["_authtoken", "npmauthtoken", "_password", "://"].contains {
        text(start()).contains($0)
      }
    }
    guard [".pem", ".key", ".ppk"].contains(where: name.hasSuffix) else { return false }
    return !parts.dropLast().contains { fixtures.contains(String($0)) }
      && text(start()).contains("private key")
  }

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).lowercased()
  }
}

import Glibc
import Kernel
import Testing

@testable import Sandbox

/// A fresh folder with the layers of an overlay; removed when it goes away.
final class ChangesLab {
  let path: BytePath

  init() throws {
    path = BytePath("/tmp/sentinel-changes-\(UInt64.random(in: .min ... .max))")
    for name in ["lower", "upper", "work", "merged", "seen"] {
      try FileSystem.makeFolder(path.appending(name))
    }
  }

  deinit {
    let remove = "rm -rf '\(path)'"
    _ = try? Self.shell("\(remove) 2>/dev/null || { chmod -R u+rwx '\(path)'; \(remove); }")
  }

  /// Whether this machine lets a plain process mount an overlay.
  static let canOverlay: Bool = {
    guard let lab = try? ChangesLab() else { return false }
    return (try? lab.overlay("true")) == 0
  }()

  /// Runs a script in the folder and returns its exit code.
  @discardableResult func run(_ script: some Sequence<UInt8>, wrapped: [String] = []) throws
    -> Int32
  {
    let file = path.appending("script")
    let start = "umask 022; cd '\(path)' || exit 99\n"
    try FileSystem.write(Array(start.utf8) + Array(script), to: file)
    return try Self.spawn(wrapped + ["/bin/sh", file.description])
  }

  @discardableResult func run(_ script: String) throws -> Int32 { try run(script.utf8) }

  /// Runs a script inside the merged folder of a mounted overlay and keeps a copy of what it leaves.
  @discardableResult func overlay(_ script: some Sequence<UInt8>) throws -> Int32 {
    let before = """
      mount -t overlay overlay -o lowerdir=lower,upperdir=upper,workdir=work,userxattr merged \
      || exit 98
      cd merged || exit 97
      (

      """
    let after = "\n) ; code=$?; cd .. ; cp -a merged/. seen/ && exit $code\nexit 96\n"
    return try run(
      Array(before.utf8) + Array(script) + Array(after.utf8), wrapped: ["unshare", "-Urm"])
  }

  @discardableResult func overlay(_ script: String) throws -> Int32 { try overlay(script.utf8) }

  /// The changes that the upper folder holds.
  func changes(_ bounds: ChangeBounds = ChangeBounds()) throws -> OverlayChanges {
    let upper = try Descriptor.open(path.appending("upper"), O_RDONLY | O_DIRECTORY)
    return try OverlayChanges(upper: upper, lower: path.appending("lower"), bounds: bounds)
  }

  func list(_ bounds: ChangeBounds = ChangeBounds()) throws -> ChangeList {
    try changes(bounds).changes()
  }

  /// Writes the patch to `patch` and returns what it leaves out.
  func patch(
    _ bounds: ChangeBounds = ChangeBounds(), includesProtected: Bool = true
  ) throws -> [PatchOmission] {
    let output = try Descriptor.open(
      path.appending("patch"), O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
    let changes = try changes(bounds)
    let list = try changes.changes()
    let gate = try changes.gate(
      for: list, names: ProtectedNames(names: []), includesProtected: includesProtected)
    return try GitPatch(list, of: changes, gate: gate).write(to: output)
  }

  /// Applies the patch to a copy of the workspace; the exit code of git.
  func apply() throws -> Int32 {
    try run(
      """
      rm -rf applied && cp -a lower applied && cd applied || exit 90
      [ -s ../patch ] || exit 0
      export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null GIT_CEILING_DIRECTORIES=/tmp
      git apply --check --binary ../patch && git apply --binary ../patch
      """)
  }

  /// Whether the patched copy is the tree that the command left: names, types, contents, execute bits
  /// and links, but for empty folders, which git does not know.
  func isSameTree() throws -> Bool {
    try run(
      """
      tree() {
        (cd "$1" && find . -type d -empty -delete
        find . ! -type d -printf '%p\\t%y\\t%l\\t' \\( -type f -perm -u+x -printf x -o -printf - \\) \
          -printf '\\0' | sort -z
        find . -type f -print0 | sort -z | xargs -0r sha1sum -z) >"$2"
      }
      mkdir -p seen applied; tree seen seen.txt; tree applied applied.txt; cmp seen.txt applied.txt
      """) == 0
  }

  static func shell(_ script: String) throws -> Int32 { try spawn(["/bin/sh", "-c", script]) }

  private static func spawn(_ words: [String]) throws -> Int32 {
    let quiet = try Descriptor.open("/dev/null", O_RDWR)
    let child = try ChildProcess.spawn(
      "/usr/bin/env", arguments: (["env"] + words).map { Array($0.utf8) },
      environment: [Array("PATH=/usr/bin:/bin:/usr/sbin:/sbin".utf8), Array("LC_ALL=C".utf8)],
      descriptors: [quiet.number, quiet.number, 2])
    guard case .exited(let code) = try child.wait() else { return -1 }
    return code
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips where no overlay can be mounted in a user namespace.
  static var needsOverlay: Self {
    .enabled(if: ChangesLab.canOverlay, "no overlay in a user namespace on this machine")
  }
}

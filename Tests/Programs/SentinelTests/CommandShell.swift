import FoundationEssentials
import TestSupport

/// A shell in a folder of its own, as somebody at a terminal has it.
///
/// In its lines `$C` is `sentinel`, `$S` is `sentinel run` and `$SCAN` is `sentinel scan` with what
/// this machine can do; the latter runs a shellcheck that finds nothing but its canary.
struct CommandShell {
  let workspace: Scratch
  let home: Scratch

  init() throws {
    workspace = try Scratch("run")
    home = try Scratch("home")
  }

  /// Runs a line of bash in the workspace; `prefix` is what runs bash, and it has so many seconds.
  func callAsFunction(
    _ line: String, as prefix: [String] = [], seconds: Double = 60
  ) throws -> HostProcess.Finished {
    let isolation = DelegatedGroup.ownIsWritable && prefix.isEmpty ? "full" : "available"
    let script = """
      cd "$1"; C="$2"; S="$C run --isolation \(isolation)"
      SCAN="$C scan --isolation \(isolation) --tools shellcheck \\
        --tool-path shellcheck=$HOME/bin/shellcheck"
      \(line)
      """
    try home.write(Self.linter, to: "bin/shellcheck", mode: 0o755)
    return try HostProcess.run(
      prefix + [
        "/bin/bash", "-c", script, "bash", workspace.url.path, Executables.shared.sentinel.path,
      ],
      environment: [
        "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": home.url.path, "TERM": "dumb",
      ], seconds: seconds)
  }

  /// Reports what the canary is for, and that every other file is without a fault.
  private static let linter = #"""
    #!/bin/sh
    [ "$1" != --version ] || { echo "version: 0.11.0"; exit 0; }
    while [ "$1" != -- ]; do shift; done
    shift
    separator=
    printf '{"comments":['
    for file; do
      case "$file" in */canary/*)
        printf '%s{"file":"%s","line":2,"endLine":2,"column":6,"endColumn":8,' "$separator" "$file"
        printf '"level":"info","code":2086,"message":"quote this","fix":null}'
        separator=, ;;
      esac
    done
    echo ']}'

    """#
}

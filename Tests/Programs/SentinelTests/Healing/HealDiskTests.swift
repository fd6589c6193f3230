import TestSupport
import Testing

/// `sentinel heal` on disks that are full, each a small one in a mount namespace of its own.
@Suite(.enabled(if: Caller.isRoot, "only root can fill a disk of its own")) struct HealDiskTests {
  private let shell: HealShell

  init() throws { shell = try HealShell() }

  /// What a run has left: exit code and reason, the change, what is remembered and barred, the log.
  private static let outcome = #"""
    outcome() {
      grep -m1 -o '"exitReason": "[a-zA-Z]*"' told; cat "$1"/*/evidence/change.diff
      $C memory list --state $ST | sed 's/^[0-9a-f]* //; s/barred [0-9a-f]*/barred/'
      $C audit verify --state $ST > verified || cat verified
      find "$1" -name '.*'
    }

    """#

  /// Where the disk fills: so many KiB are left of what the place holds.
  ///
  /// The amounts end the run at its plan, its memory, its log, its proposal and its last entries; the
  /// test does not rest on which of them it is.
  @Test(arguments: [
    ("state", 0), ("state", 8), ("state", 120), ("state", 170), ("state", 200), ("out", 0),
    ("out", 20),
  ])
  func `a run that a full disk has ended goes on where there is space, and ends as if nothing were`(
    place: String, left: Int
  ) throws {
    try shell.shell.home.folder("disk")
    let finished = try shell(
      Self.outcome + """
        mount -t tmpfs -o size=16m tmpfs ~/disk || exit 99
        [ \(place) = state ] && ST=~/disk/state && OUT=$PWD/out || OUT=~/disk/out
        dd if=/dev/zero of="$HOME/disk/fill" bs=1k count=$((16384 - \(left))) 2> /dev/null
        HEAL="$C heal --isolation available --state $ST"
        options=(project --test "$TEST" --out $OUT --run one --json)
        $HEAL "${options[@]}" > told; echo "code $?"
        cat told >&2; find $OUT -name '.*' -o -name '*.patch' -size 0
        # Either nothing of a proposal is there, or all of it.
        for folder in $OUT/*; do [ ! -e "$folder" ] || [ -s "$folder/0001-fix.patch" ] || echo half; done
        rm ~/disk/fill
        if [ -e $ST/runs/one/plan.json ]; then options=(--resume one --json); fi
        $HEAL "${options[@]}" > told; echo "code $?"; outcome $OUT > disturbed
        ST=~/other; HEAL="$C heal --isolation available --state $ST"
        $HEAL project --test "$TEST" --out other --run one --json > told; outcome other | diff disturbed -
        """, as: ["/usr/bin/unshare", "--mount"])
    #expect(finished.text == "code 3\ncode 0\n", "\(finished)")
    // What could not be written is named.
    let isNamed = ["/disk/", ": No space left on device"].contains { finished.errors.contains($0) }
    #expect(isNamed, "\(finished.errors)")
  }
}

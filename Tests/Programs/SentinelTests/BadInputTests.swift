import FoundationEssentials
import TestSupport
import Testing

/// What a machine and a tree can put in the way, through the whole command.
@Suite(.serialized) struct BadInputTests {
  private let shell: CommandShell

  init() throws { shell = try CommandShell() }

  private func text(_ name: String, in folder: Scratch) throws -> String {
    try String(contentsOf: folder.url.appending(path: name), encoding: .utf8)
  }

  // MARK: Full disks

  /// Runs a line while `~/full` is a disk without a free byte, in a mount namespace of its own.
  private func onFullDisk(_ line: String) throws -> HostProcess.Finished {
    try shell.home.folder("full")
    return try shell(
      """
      mount -t tmpfs -o size=16k tmpfs ~/full || exit 99
      dd if=/dev/zero of="$HOME/full/fill" bs=1k count=100 2> /dev/null
      \(line); code=$?
      [ "$(ls -A ~/full)" = fill ] || echo "left behind: $(ls -A ~/full)" >&2
      exit $code
      """, as: ["/usr/bin/unshare", "--mount"])
  }

  @Test(
    .enabled(if: Caller.isRoot, "only root can fill a disk of its own"),
    arguments: [
      ("$S --mode read-write --result ~/full/r.json -- sh -c 'echo work > made'", "r.json"),
      ("$S --result ~/full/r.json --diff ~/p.patch -- sh -c 'echo work > made'", "r.json"),
      ("$S --result ~/r.json --diff ~/full/p.patch -- sh -c 'echo work > made'", "p.patch"),
      ("$S --json --result ~/full/r.json -- sh -c 'echo work > made' > ~/out.json", "r.json"),
      ("$S --json -- true > /dev/full", "standard output"),
      ("$SCAN --format sarif --output ~/full/s.sarif", "s.sarif"),
      ("$SCAN --format sarif > /dev/full", "standard output"),
      ("$C doctor --json > /dev/full", "standard output"),
      ("$C profile list > /dev/full", "standard output"),
    ])
  func `a full disk under a report is told and leaves no half of it`(
    line: String, place: String
  ) throws {
    try shell.workspace.write("#!/bin/sh\necho ok\n", to: "script.sh")
    let finished = try onFullDisk(line)
    #expect(finished.code == 70, "\(finished)")
    #expect(finished.errors.contains("\(place): No space left on device"), "\(finished.errors)")
    #expect(!finished.errors.contains("left behind"), "\(finished.errors)")
    // What could be kept was kept.
    if line.contains("read-write") { #expect(try text("made", in: shell.workspace) == "work\n") }
    if line.contains("~/p.patch") {
      #expect(try text("p.patch", in: shell.home).contains("\n+work\n"))
    }
    for name in ["r.json", "out.json"] where line.contains("~/\(name)") {
      let document = try JSONDecoder().decode(
        RunDocument.self, from: Data(try text(name, in: shell.home).utf8))
      #expect(document.status == "ok")
    }
  }

  @Test(.enabled(if: Caller.isRoot, "only root can fill a disk of its own"))
  func `full disks under cache and quarantine lose neither the run nor the warning`() throws {
    let finished = try onFullDisk(
      """
      export XDG_CACHE_HOME=~/full/cache; $S -- echo hello; rm -r ~/full/cache; unset XDG_CACHE_HOME
      export XDG_DATA_HOME=~/full/data
      $S --mode read-write -- sh -c 'mkdir .vscode; echo x > .vscode/tasks.json'
      ! test -e .vscode; code=$?; rm -r ~/full/data; (exit $code)
      """)
    #expect(finished.code == 0, "\(finished)")
    #expect(finished.text == "hello\n")
    #expect(finished.errors.contains("held back from the workspace: .vscode"), "\(finished)")
  }

  // MARK: Files of policy

  @Test(arguments: ["--hosts", "--ca-bundle"])
  func `who is trusted is never read from the workspace, through a link neither`(
    option: String
  ) throws {
    let line = "$S --allow-host api.test:443"
    let kept = try shell(
      "echo 127.0.0.1 api.test > ~/list; $S --hosts ~/list --allow-host a.test -- true")
    #expect(kept.code == 0, "the control: \(kept)")
    for setting in [
      "echo 127.0.0.1 api.test > list; LIST=list", "ln -s \"$PWD/list\" ~/link; LIST=~/link",
    ] {
      let refused = try shell("echo x > list; \(setting); \(line) \(option) $LIST -- true")
      #expect(refused.code == 2, "\(refused)")
      #expect(refused.errors.contains("lies in the workspace, from which no policy is taken"))
    }
  }

  // MARK: Odd trees

  /// 5 GB of nothing, links in circles, names without an encoding, a pipe that nobody reads.
  private static let oddities = """
    truncate -s 5G big; ln -s . loop; ln -s a b; ln -s b a; mkdir d; ln -s .. d/up; mkfifo pipe
    printf '#!/bin/sh\\necho ok\\n' > plain.sh; printf 'before\\n' > $'odd\\xff'; mkdir $'f\\xfe'

    """

  @Test(arguments: ["overlay", "read-write", "read-only"])
  func `a run copes with huge files, circles and odd names`(mode: String) throws {
    let profile = """
      schema: sentinel.profile/1
      name: big
      summary: A profile that lets files grow.
      inherits: default
      limits: {fileSize: 8G}

      """
    try shell.home.write(profile, to: "big.yaml")
    let work = """
      head -c 3 big | od -An -tx1; ls loop/loop/d/up/loop | wc -l; cat a; cat odd* > /dev/null
      printf x | dd of=big conv=notrunc bs=1 status=none && truncate -s 6G more && mv odd* f*/
      """
    let start = ContinuousClock.now
    let diff = mode == "overlay" ? "--diff ~/p.patch" : ""
    let finished = try shell(
      Self.oddities
        + "$S --profile ~/big.yaml --mode \(mode) --result ~/r.json \(diff) -- sh -c '\(work)'"
    )
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect((finished.code == 0) == (mode != "read-only"), "\(finished)")
    #expect(finished.errors.contains("Too many levels of symbolic links"), "\(finished.errors)")
    let name = shell.workspace.url.appending(path: "big").path
    let size = try FileManager.default.attributesOfItem(atPath: name)[.size] as? UInt64
    #expect(size == 5 << 30)
    let first = try HostProcess.run(["/usr/bin/head", "-c", "1", name]).output
    #expect(first == Data(mode == "read-write" ? [0x78] : [0]))
    let result = try text("r.json", in: shell.home)
    #expect(result.contains("odd\\\\xff") == (mode != "read-only"), "\(result)")
    if mode == "overlay" {
      #expect(finished.errors.contains("big (tooLarge)"), "\(finished.errors)")
      let patch = shell.home.url.appending(path: "p.patch").path
      #expect((FileManager.default.contents(atPath: patch)?.count ?? .max) < 1 << 20)
    }
  }

  @Test func `a patch carries names that are no text`() throws {
    let finished = try shell(
      """
      printf 'one\\n' > $'odd\\xff'; git init -q . 2> /dev/null
      $S --diff ~/p.patch -- sh -c 'for f in odd*; do echo two >> "$f"; cp "$f" "$f.new"; done' \
      && git apply ~/p.patch && cat $'odd\\xff' $'odd\\xff.new'
      """)
    #expect(finished.text == "one\ntwo\none\ntwo\n", "\(finished)")
  }

  @Test func `a scan names what it left out, and is not complete without it`() throws {
    let start = ContinuousClock.now
    let whole = try shell(Self.oddities + "cp plain.sh $'odd\\xfe.sh'; $SCAN --json")
    #expect(whole.code == 0, "\(whole)")
    #expect(whole.text.contains(#""parsed": 2"#), "\(whole.text)")
    for entry in [
      #""path": "loop""#, #""path": "a""#, #""path": "big""#, #""path": "pipe""#,
      #""reason": "larger than the limit""#, #""reason": "a symbolic link, not followed""#,
    ] {
      #expect(whole.text.contains(entry), "no \(entry) in \(whole.text)")
    }
    let blind = try shell("cp --sparse=always big big.sh && $SCAN --json")
    #expect(blind.code == 3, "\(blind)")
    #expect(blind.text.contains("big.sh: larger than the limit"), "\(blind.text)")
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test(.enabled(if: Caller.isRoot, "only root can play another user"))
  func `unreadable files are told apart from absent ones`() throws {
    let user = Caller.user
    try shell.workspace.write("#!/bin/sh\necho ok\n", to: "open.sh")
    try shell.workspace.write("#!/bin/sh\necho ok\n", to: "closed.sh", mode: 0)
    try shell.workspace.folder("closed", mode: 0)
    for folder in [shell.workspace, shell.home] {
      _ = try HostProcess.run(["/bin/chown", "-R", "\(user.uid):\(user.uid)", folder.url.path])
    }
    let prefix = user.prefix(group: nil)
    let run = try shell(
      "$S --diff ~/p.patch -- sh -c 'cat closed.sh; ls closed; cat open.sh; echo new > made'",
      as: prefix)
    #expect(run.code == 0 && run.text.contains("echo ok"), "\(run)")
    #expect(run.errors.contains("closed.sh: Permission denied"), "\(run.errors)")
    #expect(try text("p.patch", in: shell.home).contains("\n+new\n"))
    let scan = try shell("$SCAN", as: prefix)
    #expect(scan.code == 3, "\(scan)")
    #expect(scan.text.contains("closed.sh") || scan.text.contains("closed:"), "\(scan.text)")
  }

  // MARK: The caller's own state

  @Test func `a scan with closed streams still has its exit code and its report`() throws {
    try shell.workspace.write("#!/bin/sh\necho ok\n", to: "script.sh")
    let finished = try shell(
      "$SCAN --json --output ~/s.json <&- >&- 2>&-; code=$?; grep -c complete ~/s.json; exit $code")
    #expect(finished.code == 0, "\(finished)")
    #expect(finished.text.first != "0")
  }

  @Test func `a report for a closed standard output is not lost in silence`() throws {
    try shell.workspace.write("#!/bin/sh\necho ok\n", to: "script.sh")
    let finished = try shell("$SCAN --json >&-")
    #expect(finished.code == 70, "\(finished)")
    #expect(finished.errors.contains("standard output"), "\(finished)")
  }

  @Test func `a text with a few NULs is still examined`() throws {
    try shell.workspace.write(
      "#!/bin/sh\n# \u{0}\n\(String(repeating: "echo ok\n", count: 40))", to: "script.sh")
    let finished = try shell("$SCAN --json")
    #expect(finished.text.contains("\"files\": 1"), "\(finished)")
  }

  @Test func `a reader that goes away does not change what a scan says`() throws {
    try shell.workspace.write("#!/bin/sh\necho ok\n", to: "script.sh")
    let finished = try shell("$SCAN --json | head -c 1; exit ${PIPESTATUS[0]}")
    #expect(finished.code == 0 && finished.text == "{", "\(finished)")
  }

  @Test func `a folder that is gone is refused by a scan`() throws {
    let finished = try shell("mkdir gone; cd gone; rmdir ../gone; $SCAN")
    #expect(finished.code == 2, "\(finished)")
    #expect(finished.errors.contains("No such file"), "\(finished.errors)")
  }

  @Test func `folders of the user's own may be named in a roundabout way`() throws {
    let finished = try shell(
      "mkdir -p ~/x; export XDG_CACHE_HOME=~/x/../cache/ XDG_DATA_HOME=~/./data; $S -- echo hello")
    #expect(finished.code == 0 && finished.text == "hello\n", "\(finished)")
  }
}

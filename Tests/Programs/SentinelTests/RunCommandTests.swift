import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// `sentinel run` as somebody at a shell meets it.
@Suite(.serialized) struct RunCommandTests {
  private let shell: CommandShell
  private var workspace: Scratch { shell.workspace }
  private var home: Scratch { shell.home }

  init() throws { shell = try CommandShell() }

  @Test(arguments: [0, 1, 3, 122, 125, 255])
  func `the command's own exit code is passed through`(code: Int32) throws {
    #expect(try shell("$S -- sh -c 'exit \(code)'").code == code)
  }

  @Test func `arguments are taken from where the kernel put them, not from proc`() throws {
    let finished = try shell(
      """
      : > empty
      unshare \(Caller.isRoot ? "-m" : "-Urm") bash -c \
        'mount --bind empty /proc/$$/cmdline && [ ! -s /proc/$$/cmdline ] && exec "$1" --version' \
        bash "$C"
      """)
    #expect(finished.code == 0 && !finished.text.isEmpty, "\(finished.errors)")
    #expect(!finished.text.contains("USAGE"), "taken for a call without arguments")
  }

  @Test(arguments: [
    ("$S -- /no/such/program", 127, "not found"),
    ("$S -- no-such-program", 127, "not found"),
    ("touch plain; $S -- ./plain", 126, "may not be executed"),
    ("printf 'x' > odd; chmod +x odd; $S -- ./odd", 126, "#!"),
    ("$S -- sh -c 'kill -TERM $$'", 143, ""),
    ("$S -- echo lost > /dev/full", 70, "writing the command's output: No space left on device"),
    ("$S -- yes > /dev/full", 141, "No space left on device"),
    ("$S -- truncate -s 5G big", 153, "limit on file sizes; raise fileSize"),
    ("$S --timeout 300ms -- sleep 20", 124, "wall-clock limit"),
    ("$S --output-limit 4K -- yes > /dev/null", 123, "output limit"),
    ("$S --disk 64K -- dd if=/dev/zero of=big bs=1M count=1", 123, "disk full"),
  ])
  func `every end has its documented code and a sentence`(
    line: String, code: Int32, sentence: String
  ) throws {
    let finished = try shell(line)
    #expect(finished.code == code, "\(finished.errors)")
    #expect(sentence.isEmpty || finished.errors.contains(sentence), "\(finished.errors)")
  }

  @Test(arguments: [
    ("$S", "no command"),
    ("$S -- ''", "no command"),
    ("$S --memory 512 -- true", "--memory"),
    ("$S --memory 1K -- true", "4M"),
    ("$S --cpus 0 -- true", "0.01"),
    ("$S --pids -1 -- true", "--pids"),
    ("$S --no-such-option -- true", "--no-such-option"),
    ("$S --profile nothing -- true", "nothing"),
    ("$S --workspace missing -- true", "No such file"),
    ("touch file; $S --workspace file -- true", "not a folder"),
    ("ln -s / link; $S --workspace link -- true", "symbolic link to /"),
    ("$S --workspace /etc -- true", "tree of the system"),
    ("$S --result missing/r.json -- true", "missing/r.json"),
    ("mkfifo pipe; $S --result pipe -- true", "not a regular file"),
    ("$S --mode read-only --diff d.patch -- true", "--mode overlay"),
    ("$S --env =x -- true", "NAME=VALUE"),
    ("mkdir gone; cd gone; rmdir ../gone; $S -- true", "present folder"),
  ])
  func `a bad call is refused with what to write instead, and nothing runs`(
    line: String, sentence: String
  ) throws {
    let finished = try shell(line)
    let isRefusal = finished.code == 2 || (line.contains("''") && finished.code == 125)
    #expect(isRefusal, "exit \(finished.code ?? -1): \(finished.errors)")
    #expect(finished.errors.contains(sentence), "\(finished.errors)")
  }

  @Test func `all mistakes of a profile are told at once, with their lines`() throws {
    try home.write(
      """
      schema: sentinel.profile/1
      name: bad
      summary: Wrong in several ways.
      inherits: default
      limits: {memory: 512, wall: 60}
      netwrok: {mode: none}
      workspace: {mode: everything}

      """, to: "bad.yaml")
    let finished = try shell("$S --profile \"$HOME/bad.yaml\" -- true")
    #expect(finished.code == 2)
    for line in ["bad.yaml:5", "bad.yaml:6", "bad.yaml:7"] {
      #expect(finished.errors.contains(line), "\(line) is missing in \(finished.errors)")
    }
  }

  @Test(arguments: ["default", "strict"])
  func `a user's profile of a shipped name has its say, also in what inherits it`(
    name: String
  ) throws {
    let place = ".config/sentinel/profiles/\(name).yaml"
    try home.write(
      """
      schema: sentinel.profile/1
      name: \(name)
      summary: With a variable of its own.
      inherits: \(name)
      environment: {set: {MARK: here}}

      """, to: place)
    #expect(try shell("$S -- sh -c 'echo $MARK'").text == "here\n")
    let moved = try shell(
      "cd \"$HOME/.config/sentinel/profiles\" && mv \(name).yaml x && ln -s x \(name).yaml; "
        + "cd \"$1\"; $S -- true")
    #expect(moved.code == 2 && moved.errors.contains("symbolic link"), "\(moved.errors)")
    let removed = try shell("rm -r \"$HOME/.config\"; $S -- sh -c 'echo $MARK'")
    #expect(removed.text == "\n", "\(removed.errors)")
  }

  @Test func `a cache that cannot be used costs time only`() throws {
    let cases = [
      "mkdir -p $HOME/.cache/sentinel; touch $HOME/.cache/sentinel/filters",
      "rm -r $HOME/.cache; $S -- true; truncate -s 100 $HOME/.cache/sentinel/filters/*",
      "rm -r $HOME/.cache; $S -- true; chmod 0 $HOME/.cache/sentinel/filters/*",
    ]
    for line in cases {
      let finished = try shell("\(line); $S -- echo works")
      #expect(finished.code == 0 && finished.text == "works\n", "\(line): \(finished.errors)")
    }
  }

  @Test func `profiles that inherit from each other are refused`() throws {
    for (name, parent) in [("one", "two"), ("two", "one")] {
      try home.write(
        """
        schema: sentinel.profile/1
        name: \(name)
        summary: In a circle.
        inherits: \(parent)

        """, to: ".config/sentinel/profiles/\(name).yaml")
    }
    let finished = try shell("$S --profile one -- true")
    #expect(finished.code == 2)
    #expect(finished.errors.contains("inherits from itself"), "\(finished.errors)")
  }

  @Test func `a profile is never taken from the workspace by its name`() throws {
    try workspace.write(
      "schema: sentinel.profile/1\nname: mine\nsummary: Planted.\ninherits: agent\n",
      to: "mine.yaml")
    #expect(try shell("$S --profile mine.yaml -- true").code == 2)
  }

  @Test(arguments: ["a,b:c", "quo'te\"s", "new\nline", "-dash", "$(id)", "tab\there", "ü"])
  func `a workspace of any name works and leaves nothing behind`(name: String) throws {
    try workspace.folder(name)
    let finished = try shell("cd -- \(quoted(name)) && $S -- sh -c 'touch made && pwd'")
    #expect(finished.code == 0, "\(finished.errors)")
    #expect(finished.text.hasSuffix("/\(name)\n"))
    let left = try FileManager.default.contentsOfDirectory(
      atPath: workspace.url.appending(path: name).path)
    #expect(left.isEmpty)
  }

  private func quoted(_ text: String) -> String {
    "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }

  @Test func `arguments reach the command byte for byte`() throws {
    let finished = try shell(
      "$S -- printf '%s|' $'\\xff\\xfe' '' '-n' '--' $'a\\nb' '*' | od -An -tx1")
    let bytes = finished.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(bytes == "ff fe 7c 7c 2d 6e 7c 2d 2d 7c 61 0a 62 7c 2a 7c")
  }

  @Test func `closed streams are no reason to fail`() throws {
    #expect(try shell("$S -- true <&- >&- 2>&-").code == 0)
    #expect(try shell("$S --result r.json -- cat <&- && test -s r.json").code == 0)
  }

  @Test func `a reader that goes away ends the writer, not the machine`() throws {
    let finished = try shell("$S -- yes | head -n 1; echo ${PIPESTATUS[0]}")
    #expect(finished.text.hasPrefix("y\n"))
    #expect(finished.text.hasSuffix("141\n"), "\(finished.text)")
  }

  @Test func `input is passed on and its end is seen`() throws {
    #expect(try shell("head -c 300000 /dev/zero | $S -- wc -c").text == "300000\n")
    #expect(try shell("printf abc > f; $S -- cat < f").text == "abc")
  }

  @Test func `only variables of the allow-list and named ones pass`() throws {
    let finished = try shell("export SECRET=1 LANG=C TOKEN=2; $S --env A=b --env TOKEN -- env")
    let names = finished.text.split(separator: "\n").map { $0.split(separator: "=")[0] }
    #expect(names.contains("A") && names.contains("TOKEN") && names.contains("LANG"))
    #expect(!names.contains("SECRET"))
  }

  @Test func `a denial is told in one line with the profile line that would allow it`() throws {
    let finished = try shell("$S -- unshare -r true; $S -- unshare -m true")
    let lines = finished.errors.split(separator: "\n").filter { $0.contains("denied unshare") }
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.contains("syscalls.allow: [unshare]") })
  }

  @Test func `the result is one document, with the command's output elsewhere`() throws {
    let finished = try shell("$S --json -- echo hello 2>/dev/null")
    let document = try JSONDecoder().decode(RunDocument.self, from: Data(finished.text.utf8))
    #expect(document.schema == "sentinel.run/1")
    #expect(document.status == "ok")
  }

  @Test func `a variable sets the isolation, and a word that means nothing ends every command`()
    throws
  {
    let taken = try shell("SENTINEL_ISOLATION=available $S --json -- true")
    #expect(taken.code == 0, "\(taken.errors)")
    for command in ["run -- true", "doctor", "heal --help"] {
      let refused = try shell("SENTINEL_ISOLATION=weak $C \(command)")
      #expect(refused.code == 2, "\(command): \(refused.errors)")
      #expect(refused.errors.contains("write one of full, contained, available"))
    }
  }

  @Test func `the host's network is shared only by explicit word, and the result says so`() throws {
    let finished = try shell("$S --network host --json -- true")
    let document = try JSONDecoder().decode(RunDocument.self, from: Data(finished.text.utf8))
    #expect(document.level == "reduced")
    #expect(document.missing.contains { $0.layer == "network namespace" })
  }

  @Test func `a patch of what the command did applies to the tree`() throws {
    try workspace.write("one\n", to: "file")
    let finished = try shell(
      "$S --diff \"$HOME/p.patch\" -- sh -c 'echo two >> file; mkdir d; echo x > d/new' "
        + "&& git apply --check \"$HOME/p.patch\" && cat file")
    #expect(finished.code == 0, "\(finished.errors)")
    #expect(finished.text == "one\n")
  }

  // MARK: What the command leaves

  @Test(.enabled(if: Caller.isRoot, "only root can play two users"))
  func `no output goes through a link that somebody else can put there`() throws {
    let shared = try Scratch("shared")
    let victim = try home.folder("victim")
    let link = shared.url.appending(path: "link").path
    for (mode, uid, isTaken) in [
      (0o755, UInt32(0), true), (0o1777, 0, true), (0o1777, Caller.user.uid, false),
      (0o777, 0, false),
    ] {
      try? FileManager.default.removeItem(atPath: link)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: victim.path)
      #expect(unsafe lchown(link, uid, uid) == 0)
      #expect(unsafe chmod(shared.url.path, mode_t(mode)) == 0)
      let finished = try shell("$S --result \(link)/r.json -- true")
      #expect(finished.code == (isTaken ? 0 : 2), "\(mode), \(uid): \(finished)")
      #expect(isTaken || finished.errors.contains("a link that somebody else"), "\(finished)")
      let made = victim.appending(path: "r.json").path
      #expect(FileManager.default.fileExists(atPath: made) == isTaken)
      try? FileManager.default.removeItem(atPath: made)
    }
    // The kernel itself follows such a link where no other user can write.
    #expect(unsafe chmod(shared.url.path, 0o755) == 0)
    #expect(try shell("echo followed > \(link)/r.json").code == 0)
  }

  @Test func `holes cost nothing: a patch leaves them out, and a workspace gets them as holes`()
    throws
  {
    let script = "truncate -s 900M a b; truncate -s 2M c; echo text > d"
    let patch = try shell("$S --diff ~/p.patch --result ~/r.json -- sh -c '\(script)'")
    #expect(patch.code == 0, "\(patch)")
    #expect(patch.errors.contains("c (sparse)"), "\(patch)")
    let result = try String(contentsOf: home.url.appending(path: "r.json"), encoding: .utf8)
    #expect(result.contains("sparse"), "the result does not say so")
    let size = { (path: String) in
      try FileManager.default.attributesOfItem(atPath: path)[.size] as? UInt64 ?? 0
    }
    #expect(try size(home.url.appending(path: "p.patch").path) < 4096)
    #expect(try shell("$S --mode read-write -- sh -c '\(script); mkdir .git; mv b .git'").code == 0)
    #expect(try size(workspace.url.appending(path: "a").path) == 900 << 20)
    let used = try shell("du -sk . ~/.local/share/sentinel/quarantine | cut -f1")
    let sums = used.text.split(separator: "\n").compactMap { Int($0) }
    #expect(sums.count == 2 && sums.allSatisfy { $0 < 256 }, "\(used)")
    // A copy byte by byte is as large as the file says.
    let control = try shell("cat a | head -c 4M > dense; du -k dense | cut -f1")
    #expect((Int(control.text.split(separator: "\n").first ?? "") ?? 0) >= 4096)
  }

  @Test func `set-id bits, pipes and links out of the workspace are never taken over`() throws {
    let script = "echo x > f; chmod 4755 f 2> /dev/null; mkfifo p; ln -s /etc out; ln -s f in"
    let finished = try shell("$S --mode read-write --include-protected -- sh -c '\(script)'")
    #expect(finished.code == 0, "\(finished)")
    for name in ["p, fifo", "out, linkOutside"] {
      #expect(finished.errors.contains("held back from the workspace: \(name)"), "\(finished)")
    }
    let seen = try shell("find . -mindepth 1 ! -name '*.log' -printf '%f %y %m\\n' | sort")
    #expect(seen.text.contains("in l") && !seen.text.contains("out l"), "\(seen)")
    #expect(!seen.text.contains("p p") && seen.text.contains("f f"), "\(seen)")
    let special = try shell("find . -perm /6000 -type f")
    #expect(special.text.isEmpty)
  }

  @Test func `an update that was killed half-way is told at the next start, once`() throws {
    try home.write("/some/where", to: ".local/state/sentinel/updates/1-0123456789abc")
    let first = try shell("$S -- true")
    #expect(
      first.errors.contains("was killed while it made its changes in /some/where"), "\(first)")
    #expect(try !shell("$S -- true").errors.contains("was killed"))
  }

  @Test(arguments: [true, false])
  func `what a command asks the terminal is answered to nobody after its end`(
    isInside: Bool
  ) throws {
    // A terminal that answers where its cursor is, though late, and that it is well.
    let terminal = """
      import os, pty, sys, time
      pid, fd = pty.fork()
      if pid == 0:
          os.environ["TERM"] = "xterm"
          os.execv("/bin/bash", ["bash", "-c", sys.argv[1]])
      seen = b""
      while True:
          try: piece = os.read(fd, 4096)
          except OSError: break
          if not piece: break
          seen += piece
          for question, answer in ((b"\\x1b[6n", b"\\x1b[12;34R"), (b"\\x1b[5n", b"\\x1b[0n")):
              if question in piece:
                  time.sleep(0.05)
                  os.write(fd, answer)
      os.waitpid(pid, 0)
      sys.stdout.write(seen.decode("latin-1").split("heard:")[-1])
      """
    try home.write(terminal, to: "terminal.py")
    let ask = "printf '\\033[6n\\033[?1000h'"
    let run = isInside ? "$C run --isolation available -- \(ask)" : ask
    let finished = try shell(
      """
      python3 ~/terminal.py "C=$C; \(run); IFS= read -r -s -n 16 -t 1 x; printf 'heard:%s' \\"\\${x@Q}\\""
      """)
    #expect(finished.text.contains("12;34R") == !isInside, "\(finished)")
    #expect(finished.code == 0, "\(finished)")
  }
}

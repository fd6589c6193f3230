import FoundationEssentials
import TestSupport
import Testing

/// Whether what a command leaves in a workspace makes programs outside do what it wants, although none
/// of its files has a name that says so.
@Suite(.serialized) struct SteeringTests {
  private let shell: CommandShell

  init() throws { shell = try CommandShell() }

  @Test func `what two commands make together is no repository either`() throws {
    let finished = try shell(
      """
      exec 3>&1 >&2; export GIT_CONFIG_NOSYSTEM=1
      export CFG="[core]
       repositoryformatversion=0
       bare=false
       worktree=..
       fsmonitor=\\"touch $PWD/ran;false\\""
      $S --mode read-write --env CFG -- sh -c \\
        'mkdir d; echo "ref: refs/heads/main" > d/HEAD; echo "$CFG" > d/config'
      make='mkdir -p d/objects d/refs; : > d/objects/k; : > d/refs/k'
      $S --mode read-write -- sh -c "$make"; (cd d; git status); ls ran >&3
      sh -c "$make"; (cd d; git status); ls ran >&3
      """)
    #expect(finished.text == "ran\n", "the control, or the attack too: \(finished.errors)")
  }

  @Test func `a repository under another name is held as one that is called by its own`() throws {
    let finished = try shell(
      """
      exec 3>&1 >&2; git init -q --separate-git-dir=data .
      make='mkdir -p data/refs/heads data/info; for f in refs/heads objects info; do
        echo x > data/$f/planted; done'
      $S --mode read-write -- sh -c "$make; echo > plain"; ls plain >&3
      find data -name planted | wc -l >&3; sh -c "$make"; find data -name planted | wc -l >&3
      """)
    #expect(finished.text == "plain\n0\n3\n", "\(finished.errors)")
  }

  @Test func `a workspace in a folder that others follow is held to its name`() throws {
    let finished = try shell(
      """
      exec 3>&1 >&2; git init -q r; mkdir -p r/.github/workflows r/.git/hooks
      for folder in r r/.git/hooks r/.github/workflows; do
        (cd $folder; $S --mode read-write -- sh -c 'echo x > made'; ls made >&3
          $S --diff p -- sh -c 'echo x > other'; grep -c '^+x' p >&3)
      done
      """)
    #expect(finished.text == "made\n1\n0\n0\n", "\(finished.errors)")
  }

  /// Links of the workspace, and what a command does to stand at their end.
  private static let links = [
    ("mkdir tools; ln -s tools/husky .husky", "mkdir tools/husky; echo steer > tools/husky/x"),
    (
      "mkdir -p tools/husky; ln -s mid .husky; ln -s tools/husky mid",
      "echo steer > tools/husky/x"
    ),
    (
      "mkdir -p tools/husky; ln -s mid .husky; ln -s tools/husky mid",
      "rm mid; mkdir e; echo steer > e/x; ln -s e mid"
    ),
    ("mkdir -p tools/husky; ln -s t/husky .husky; ln -s tools t", "echo steer > t/husky/x"),
    ("mkdir docs; ln -s $PWD/docs/z.md GEMINI.md", "echo steer > docs/z.md"),
    ("mkdir .husky scripts; ln -s ../scripts/x .husky/x", "echo steer > scripts/x"),
  ]

  @Test(arguments: SteeringTests.links.indices)
  func `what a link of the workspace makes others follow stays as it is`(index: Int) throws {
    let (before, attack) = Self.links[index]
    let finished = try shell(
      """
      exec 3>&1 >&2; mkdir w; cd w; \(before); cat .husky/x GEMINI.md >&3
      $S --diff ../p -- sh -c '\(attack); echo plain > plain'
      grep -c '^+plain' ../p >&3; git init -q ../t; cp -a . ../t; (cd ../t; git apply ../p)
      cat ../t/.husky/x ../t/GEMINI.md >&3
      $S --mode read-write -- sh -c '\(attack); echo plain > plain'; cat plain .husky/x GEMINI.md >&3
      \(attack); cat .husky/x GEMINI.md >&3
      """)
    #expect(finished.text == "1\nplain\nsteer\n", "\(finished.errors)")
  }

  @Test func `who may write in the workspace is not for the command to say`() throws {
    let finished = try shell(
      """
      chmod 755 .; $S --mode read-write -- sh -c 'chmod 1777 .; echo > made'; ls; stat -c %a .
      """)
    #expect(finished.text == "made\n755\n", "\(finished.errors)")
  }

  @Test func `something odd among the notes of updates holds nothing up`() throws {
    let finished = try shell(
      """
      notes=$HOME/.local/state/sentinel/updates; mkdir -p $notes/folder; ln -s /etc/passwd $notes/link
      mkfifo $notes/pipe; head -c 9999 /dev/zero > $notes/long
      $S --mode read-write -- sh -c 'echo > made'; ls
      """)
    #expect(finished.text == "made\n", "\(finished.errors)")
  }

  @Test(.enabled(if: Caller.isRoot, "only root can make another user's link"))
  func `a control socket follows no link of another user`() throws {
    let finished = try shell(
      """
      mkdir w u; ln -s ../w u/way; chown 1000 u; chown -h 1000 u/way
      $S --control u/way/c --allow-host example.test -- true; echo $?; ls w
      $S --control w/c --allow-host example.test -- true; echo $?
      """)
    #expect(finished.text.hasPrefix("125\n") || finished.text.hasPrefix("2\n"), "\(finished.text)")
    #expect(finished.errors.contains("Operation not permitted"), "\(finished.errors)")
  }
}

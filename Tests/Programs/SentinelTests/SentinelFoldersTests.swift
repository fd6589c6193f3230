import FoundationEssentials
import TestSupport
import Testing

/// Whether a command can write where Sentinel keeps what later runs rely on.
@Suite(.serialized) struct SentinelFoldersTests {
  private let shell: CommandShell
  private let planted: String

  init() throws {
    shell = try CommandShell()
    planted = shell.home.url.path + "/.cache/sentinel/filters/planted"
  }

  private var isPlanted: Bool { FileManager.default.fileExists(atPath: planted) }

  /// Runs the attack after a first run has made the folders, then as the control outside.
  private func expectKeptOut(_ options: String, environment: String) throws {
    let write = "sh -c 'echo x > \"$0\"' '\(planted)'"
    let first = try shell("\(environment); $S -- true")
    #expect(first.code == 0, "\(first.errors)")
    let attack = try shell("\(environment); $S \(options) -- \(write)")
    #expect(attack.code != 0, "the command wrote")
    #expect(!isPlanted, "the cache can be replaced")
    let control = try shell(write)
    #expect(control.code == 0 && isPlanted, "the control writes nothing: \(control.errors)")
  }

  @Test func `a home reached through a link does not open the cache to the command`() throws {
    let home = shell.home.url.path
    try expectKeptOut(
      "--mode read-write --workspace '\(home)'",
      environment: "ln -sfn '\(home)' home-link; export HOME=\"$1/home-link\"")
  }

  @Test func `a mount of the cache's parent does not open the cache to the command`() throws {
    let cache = shell.home.url.path + "/.cache"
    try shell.home.write(
      """
      schema: sentinel.profile/1
      name: caches
      summary: Mounts the caches of the user.
      inherits: default
      filesystem:
        mounts:
          - {source: \(cache), target: \(cache), access: read-write}

      """, to: "caches.yaml")
    try expectKeptOut("--profile \"$HOME/caches.yaml\"", environment: ":")
  }

  @Test func `what is mounted for reading shows the cache empty`() throws {
    let home = shell.home.url.path
    try shell.home.write(
      """
      schema: sentinel.profile/1
      name: caches
      summary: Mounts the caches of the user.
      inherits: default
      filesystem:
        mounts:
          - {source: \(home)/.cache, target: /caches}

      """, to: "caches.yaml")
    // Listable for the sandbox's user, so that an empty list shows the cover and nothing else.
    let first = try shell(
      "mkdir -m 755 $HOME/.cache; $S -- true; touch $HOME/.cache/other; ls $HOME/.cache/sentinel")
    #expect(first.text == "filters\n", "the control sees no cache: \(first.errors)")
    let list = "sh -c 'ls /caches; ls /caches/sentinel | wc -l'"
    let finished = try shell("$S --profile \"$HOME/caches.yaml\" -- \(list)")
    #expect(finished.text == "other\nsentinel\n0\n", "\(finished.errors)")
  }

  @Test(.enabled(if: Caller.isRoot, "only root has folders of somebody else's"))
  func `folders of somebody else's are refused, and so are those that everybody may write`() throws
  {
    let finished = try shell(
      """
      mkdir -p $HOME/.config/sentinel/profiles; chown -R 1234 $HOME/.config/sentinel
      $S -- echo ran
      chown -R 0 $HOME/.config/sentinel; $S -- echo ours
      chmod 777 $HOME/.config/sentinel; $S -- echo ran
      """)
    #expect(finished.text == "ours\n", "\(finished.errors)")
    #expect(finished.errors.contains("belongs to user 1234"), "\(finished.errors)")
    #expect(finished.errors.contains("can be written by everybody"), "\(finished.errors)")
  }

  /// Runs bash where mounts are its own.
  private static let mounting =
    Caller.isRoot
    ? ["/usr/bin/unshare", "--mount", "--propagation", "private", "--"]
    : ["/usr/bin/unshare", "--map-root-user", "--mount", "--propagation", "private", "--"]

  private func profile(showing source: String, at target: String, access: String) throws {
    try shell.home.write(
      """
      schema: sentinel.profile/1
      name: attack
      summary: Shows what it should not.
      inherits: default
      filesystem:
        mounts:
          - {source: '\(source)', target: '\(target)', access: \(access)}

      """, to: "attack.yaml")
  }

  /// Ways to the cache, below the home.
  private static let sources = [
    "/.cache", "/.cache/sentinel", "/.cache/sentinel/filters", "/linked/sentinel", "/linked",
  ]

  @Test(arguments: SentinelFoldersTests.sources, ["", "/proc/self/root"])
  func `no spelling of a source opens the cache to the command`(way: String, start: String) throws {
    let home = shell.home.url.path
    let place = way.replacing("/linked", with: "/.cache")
    try profile(showing: start + home + way, at: home + place, access: "read-write")
    try expectKeptOut(
      "--profile \"$HOME/attack.yaml\"", environment: "ln -sfn .cache $HOME/linked")
  }

  /// Makes `al` another name of the home, which may be moved before.
  private static let mounts = [
    "mount --bind $HOME al",
    "mount -t tmpfs a $HOME; $S -- true; mount --bind $HOME al",
    // Below the second name lies a name that only looks like a third.
    "mkdir -p al/root; cp -a $HOME al/root; mount --bind al $PWD; cd $PWD; export HOME=$PWD/root/home;"
      + "$S -- true; mkdir -p al; mount --bind $HOME al",
    // The deepest mount point on the way to this home is not what it lies on.
    "mkdir -p m/b; mount -t tmpfs a m/b; mount -t tmpfs b m; mkdir -p m/b/home; "
      + "export HOME=$PWD/m/b/home; $S -- true; mount --bind $HOME al",
  ]

  @Test(arguments: SentinelFoldersTests.mounts.indices)
  func `another mount of the home does not open the cache to the command`(index: Int) throws {
    let finished = try shell(
      """
      exec 3>&1 >&2; $S -- true; mkdir al; \(Self.mounts[index])
      for mode in read-write overlay; do
        $S --mode $mode --workspace "$PWD/al" -- \\
          sh -c 'find . -name cache.key; touch .cache/sentinel/filters/planted' >&3
        [ ! -e al/.cache/sentinel/filters/planted ] || echo planted >&3
      done
      touch al/.cache/sentinel/filters/planted && [ -e $HOME/.cache/sentinel/filters/planted ] &&
        echo control >&3
      """, as: Self.mounting)
    #expect(finished.text == "control\n", "\(finished.errors)")
  }

  /// Makes `al` a merger of the home with another layer, or puts the home on one whose layer `al` is.
  private static let overlays = [
    "mkdir u w; mount -t overlay o -o lowerdir=$HOME,upperdir=$PWD/u,workdir=$PWD/w al",
    "mkdir low w; mount -t overlay o -o lowerdir=$PWD/low,upperdir=$PWD/al,workdir=$PWD/w $HOME",
    "mkdir -p a:b u w h al/home; HOME=$PWD/al/home $S -- true; export HOME=$PWD/h/home; mount "
      + "-t overlay o -o lowerdir=$PWD/al:$PWD/'a\\:b',upperdir=$PWD/u,workdir=$PWD/w h",
  ]

  @Test(arguments: SentinelFoldersTests.overlays.indices)
  func `a layer of an overlay does not show the folders`(index: Int) throws {
    let finished = try shell(
      """
      exec 3>&1 >&2
      mkdir t; mount -t tmpfs t t; cd t; mkdir al; \(Self.overlays[index])
      mkdir -p $HOME/.local/share al/home/.local/share; $S -- true
      find al -name cache.key | wc -l >&3
      for mode in read-only overlay read-write; do
        $S --mode $mode --workspace "$PWD/al" -- find . -name cache.key >&3
      done
      """, as: Self.mounting)
    #expect(finished.text == "1\n", "\(finished.errors)")
  }

  @Test func `another HOME does not show the folders of the account`() throws {
    let finished = try shell(
      """
      exec 3>&1 >&2; printf 'root:x:0:0::%s:/bin/sh\n' $HOME > passwd
      mount --bind passwd /etc/passwd; $S -- true; home=$HOME; mkdir other; export HOME=$PWD/other
      find $home -name cache.key | wc -l >&3
      $S --workspace $home -- find . -name cache.key >&3
      """, as: Self.mounting)
    #expect(finished.text == "1\n", "\(finished.errors)")
  }

  @Test func `a part of the folders that is mounted elsewhere by itself stays unseen`() throws {
    try profile(showing: "\(shell.workspace.url.path)/shown", at: "/shown", access: "read-only")
    let finished = try shell(
      """
      $S -- true; chmod 644 $HOME/.local/share/sentinel/cache.key; mkdir shown
      for name in key other; do touch shown/$name; done; echo seen > shown/other
      mount --bind $HOME/.local/share/sentinel/cache.key shown/key; wc -c < shown/key
      $S --profile $HOME/attack.yaml -- sh -c 'cat /shown/other; wc -c < /shown/key'
      """, as: Self.mounting)
    #expect(finished.text == "32\nseen\n0\n", "\(finished.errors)")
  }

  @Test func `a folder that is made while the command runs stays unseen`() throws {
    let finished = try shell(
      """
      mkdir -p $HOME/.config
      coproc { $S --workspace $HOME -- sh -c 'echo started; read x; cat .config/*/token'; }
      exec 4<&${COPROC[0]} 5>&${COPROC[1]}; read started <&4
      for name in other sentinel; do
        mkdir -p $HOME/.config/$name; echo $name > $HOME/.config/$name/token
      done
      echo go >&5; cat <&4
      """)
    #expect(finished.text == "other\n", "\(finished.errors)")
  }

  @Test func `folders of runs without the XDG variables are closed to a run with them`() throws {
    let folders = ["CONFIG", "CACHE", "DATA", "STATE"].map { "XDG_\($0)_HOME=$1/xdg" }
    try expectKeptOut(
      "--mode read-write --workspace $HOME",
      environment: "$S -- true; mkdir xdg; export \(folders.joined(separator: " "))")
  }
}

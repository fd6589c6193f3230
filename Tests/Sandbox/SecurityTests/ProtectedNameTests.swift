import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Marks of the overlay, and names that a payload must not plant in a workspace.
extension EscapeTests {
  @Suite struct ProtectedNameTests {
    @Test(arguments: Setting.plain)
    func `X05 forged overlay marks hide nothing of the workspace`(_ setting: Setting) throws {
      let call = try setting.call()
      try call.workspace.write("kept", to: "marked/kept")
      let outcome = try call.attempt("X05", call.workspace.url.path)
      outcome.expectRan("X05")
      #expect(outcome.document?.status == "ok")
      let kept = call.workspace.url.appending(path: "marked/kept")
      #expect(try String(contentsOf: kept, encoding: .utf8) == "kept")
      let marks = try HostProcess.run(["/usr/bin/find", call.workspace.url.path, "-name", "marked"])
      #expect(!marks.text.isEmpty)
      // Marks that do reach an upper layer hide what lies below it.
      let control = try Scratch("control")
      let script = """
        mount -t tmpfs tmpfs "$2" && cd "$2" && mkdir -p lower/marked upper/marked work merged \
          && echo kept > lower/marked/kept && "$1" X05 upper > seen || exit 125
        mount -t overlay overlay -o "lowerdir=lower,upperdir=upper,workdir=work$3" merged || exit 125
        ls merged && cat merged/marked/kept
        """
      let finished = try Bare.run(
        [
          "/bin/sh", "-c", script, "sh", Executables.shared.probe.path, control.url.path,
          Caller.isRoot ? "" : ",userxattr",
        ])
      #expect(finished.text == "marked\n", "the control: \(finished.text) \(finished.errors)")
    }

    @Test(arguments: Setting.make(["default"], mode: "read-write"))
    func `X06 protected names cannot be planted by way of their parents`(_ setting: Setting) throws
    {
      let call = try setting.call()
      try call.workspace.write("[core]\n", to: ".git/config")
      try call.workspace.write("#!/bin/sh\n", to: ".git/hooks/pre-commit")
      try call.workspace.write("[core]\n", to: "sub/.git/config")
      try call.workspace.write("export A=1\n", to: "unreadable/.envrc")
      try call.workspace.folder("unreadable", mode: 0o311)
      let outcome = try call.attempt("X06", call.workspace.url.path)
      outcome.expectRan("X06")
      let planted = try Self.hostileFiles(in: call.workspace)
      #expect(planted.isEmpty, "hostile files under protected names: \(planted)")
      let kept = try String(
        contentsOf: call.workspace.url.appending(path: ".git/config"), encoding: .utf8)
      #expect(kept == "[core]\n")
      let control = try Scratch("control")
      try control.write("[core]\n", to: ".git/config")
      try control.folder(".git/hooks")
      _ = try Control.run(["X06", control.url.path])
      #expect(try Self.hostileFiles(in: control).count >= 5, "the control plants too little")
    }

    /// Below node_modules nothing is protected, as every package there may bring such names.
    private static func hostileFiles(in folder: Scratch) throws -> [String] {
      let script = "chmod -R u+rwx \"$1\"; grep -rl hostile \"$1\""
      let found = try HostProcess.run(
        ["/bin/sh", "-c", script, "sh", folder.url.path], environment: ["PATH": "/usr/bin:/bin"])
      return found.text.split(separator: "\n").map(String.init).filter {
        !$0.contains("node_modules") && !$0.hasSuffix("/probe")
      }
    }

    @Test func `X06 a folder that its owner keeps closed stays so, and no link moves that`() throws
    {
      let call = try SandboxCall(.user, mode: "read-write")
      let outside = try Scratch("outside", owner: call.caller.owner)
      let victim = try outside.folder("inner", mode: 0o755)
      let kept = try call.workspace.folder("kept", mode: 0o311)
      try call.workspace.folder("parent")
      try call.workspace.folder("parent/inner")
      let script = "cd \"$1\" && rm -r parent && ln -s \"$2\" parent"
      let outcome = try call.run(
        ["/bin/sh", "-c", script, "sh", call.workspace.url.path, outside.url.path])
      #expect(outcome.document?.status == "ok", "\(outcome.story)")
      let mode = { (url: URL) in
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
      }
      #expect(try mode(kept) == 0o311)
      #expect(try mode(victim) == 0o755)
      let parent = call.workspace.url.appending(path: "parent").path
      #expect(!FileManager.default.fileExists(atPath: parent), "a link leads out of the workspace")
      #expect(outcome.document?.quarantined.map(\.path) == ["parent"], "\(outcome.story)")
      // The same link outside of any sandbox leads a careless caller away.
      _ = try HostProcess.run(["/bin/ln", "-s", outside.url.path, parent])
      _ = try HostProcess.run(["/bin/chmod", "311", parent + "/inner"])
      #expect(try mode(victim) == 0o311, "the control follows no link")
    }

    @Test(
      arguments: Setting.make(["default"], mode: "read-write"),
      ["chmod 555 .vscode", "chmod 311 hidden", "deep", "other file system"])
    func `X06 quarantine cannot be made to fail`(_ setting: Setting, trick: String) throws {
      var call = try setting.call()
      let deep =
        "i=0; cd .vscode; while [ $i -lt 3000 ]; do mkdir ddddd && cd ddddd || break; i=$((i+1)); done; "
      let work = "cd \"$1\"; mkdir -p .vscode hidden/.vscode; echo hostile > .vscode/tasks.json; "
      // A debug build looks long at thousands of folders; what is asked is how it ends.
      if trick == "deep" { call.seconds = 180 }
      switch trick {
      case "deep", "other file system":
        call.environment["XDG_DATA_HOME"] =
          "/dev/shm/sentinel-security-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(
          atPath: call.environment["XDG_DATA_HOME"] ?? "", withIntermediateDirectories: true,
          attributes: [.ownerAccountID: setting.caller.uid])
      default: break
      }
      defer {
        call.environment["XDG_DATA_HOME"].map { try? FileManager.default.removeItem(atPath: $0) }
      }
      let script =
        work
        + (trick == "deep"
          ? deep
          : trick == "other file system"
            ? "mkdir -m 0 .vscode/closed"
            : trick == "chmod 311 hidden"
              ? "echo hostile > hidden/.vscode/tasks.json; \(trick)" : trick)
      let outcome = try call.run(["/bin/sh", "-c", script, "sh", call.workspace.url.path])
      #expect(outcome.document?.status == "ok", "\(outcome.story)")
      for name in [".vscode/tasks.json", "hidden/.vscode/tasks.json"] {
        let path = call.workspace.url.appending(path: name).path
        #expect(
          !FileManager.default.fileExists(atPath: path),
          "\(name) is still there: \(outcome.document?.quarantined ?? [])")
      }
      let control = try Scratch("control")
      let planted = control.url.appending(path: ".vscode/tasks.json").path
      _ = try HostProcess.run(
        ["/bin/sh", "-c", work, "sh", control.url.path], environment: ["PATH": "/usr/bin:/bin"])
      #expect(FileManager.default.fileExists(atPath: planted), "the control plants nothing")
    }

    @Test(arguments: Setting.make(["default"], mode: "read-write"))
    func `X06 what the gate cannot look at ends every change`(_ setting: Setting) throws {
      let call = try setting.call()
      // A path longer than the kernel takes; whoever goes there step by step still finds it.
      let script = """
        chdir $ARGV[0]; open G, ">", "harmless"; for (1..50) { mkdir "x" x 100; chdir "x" x 100 or exit 9 }
        mkdir ".vscode"; open F, ">", ".vscode/tasks.json" or exit 8; print F "hostile";
        """
      let outcome = try call.run(["/usr/bin/perl", "-e", script, call.workspace.url.path])
      #expect(outcome.document?.status == "quarantineFailed", "\(outcome.story)")
      #expect(outcome.finished.code == 125)
      #expect(outcome.finished.errors.contains("none was made"), "\(outcome.finished.errors)")
      let left = try FileManager.default.contentsOfDirectory(atPath: call.workspace.url.path)
      #expect(left == ["probe"])
      let control = try Scratch("control")
      _ = try HostProcess.run(["/usr/bin/perl", "-e", script, control.url.path])
      let found = try HostProcess.run(["/usr/bin/find", control.url.path, "-name", "tasks.json"])
      #expect(!found.text.isEmpty, "the control plants nothing")
      let quiet = try setting.call().run(["/bin/sh", "-c", "mkdir -p a/b/c; chmod 0 a/b"])
      #expect(quiet.document?.status == "ok", "\(quiet.story)")
    }

    @Test(arguments: Setting.make(["default"], mode: "read-write"))
    func `X06 nothing is in the workspace while the command runs, nor after its death`(
      _ setting: Setting
    ) throws {
      let call = try setting.call()
      let script =
        "cd \"$1\" && mkdir .git made && echo hostile > .git/config && echo ready && sleep 60"
      let command = ["/bin/sh", "-c", script, "sh", call.workspace.url.path]
      var during: [String] = []
      _ = try call.start(command) { process in
        #expect(process.wait(for: "ready") != nil)
        during = try FileManager.default.contentsOfDirectory(atPath: call.workspace.url.path)
        process.send(SIGKILL)
        return process.finish(seconds: 10)
      }
      #expect(during == ["probe"])
      usleep(500_000)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: call.workspace.url.path) == ["probe"])
      // Whoever writes in place leaves it, however the writer dies.
      let control = try Scratch("control")
      let process = try HostProcess(["/bin/sh", "-c", script, "sh", control.url.path])
      #expect(process.wait(for: "ready") != nil)
      process.end()
      #expect(FileManager.default.fileExists(atPath: control.url.path + "/.git/config"))
    }

    @Test(arguments: Setting.make(["default"], mode: "read-write"))
    func `X06 a hard link keeps the content that it has outside of the workspace`(
      _ setting: Setting
    ) throws {
      let call = try setting.call()
      let outside = try Scratch("outside", owner: setting.caller.owner)
      let victim = try outside.write("before\n", to: "victim")
      let inside = call.workspace.url.appending(path: "inside")
      try FileManager.default.linkItem(at: victim, to: inside)
      let outcome = try call.attempt("write", inside.path, "hostile")
      #expect(outcome.document?.status == "ok", "\(outcome.story)")
      #expect(try String(contentsOf: inside, encoding: .utf8) == "hostile")
      #expect(try String(contentsOf: victim, encoding: .utf8) == "before\n")
      try FileManager.default.removeItem(at: inside)
      try FileManager.default.linkItem(at: victim, to: inside)
      _ = try Control.run(["write", inside.path, "hostile"])
      let written = try String(contentsOf: victim, encoding: .utf8)
      #expect(written == "hostile", "the control writes through no link")
    }

    @Test(
      arguments: [
        ".devcontainer.json", ".devcontainer/devcontainer.json", ".aider.conf.yml", ".kiro/hooks/x",
        ".githooks/pre-commit", ".windsurf/rules", ".roo/rules", ".fleet/run.json", ".yarnrc.yml",
        ".npmrc", "sub/.cargo/config.toml", "mise.toml", ".envrc", "x.code-workspace",
        ".GIT/config",
        ".v\u{17F}code/tasks.json", ".pre-commit-config.yaml", "a/b/CLAUDE.md", "zuul.d/job.yaml",
        "pylintrc", "rust-toolchain.toml", "lefthook-local.toml",
      ])
    func `X06 no name that steers other programs gets into a workspace or a patch`(
      name: String
    ) throws {
      let caller = Caller.available[0]
      let script = """
        cd "$1"; case $2 in */*) mkdir -p "${2%/*}";; esac; echo hostile > "$2"; echo x > harmless
        """
      for isIncluded in [false, true] {
        var call = try SandboxCall(caller, mode: "read-write")
        call.options = isIncluded ? ["--include-protected"] : []
        let folder = call.workspace.url.path
        let outcome = try call.run(["/bin/sh", "-c", script, "sh", folder, name])
        #expect(outcome.document?.status == "ok", "\(outcome.story)")
        #expect(FileManager.default.fileExists(atPath: "\(folder)/harmless"))
        #expect(FileManager.default.fileExists(atPath: "\(folder)/\(name)") == isIncluded)
        let held = outcome.document?.quarantined ?? []
        #expect(held.count == (isIncluded ? 0 : 1), "\(held)")
        if let place = held.first?.movedTo {
          #expect(FileManager.default.fileExists(atPath: place), "\(place) is not kept")
          // By its own name it would be followed there, too.
          #expect(place.hasSuffix(".held"), "\(place)")
        }
        call = try SandboxCall(caller)
        let patch = call.home.url.appending(path: "fix.patch").path
        call.options = ["--diff", patch] + (isIncluded ? ["--include-protected"] : [])
        let made = try call.run(["/bin/sh", "-c", script, "sh", call.workspace.url.path, name])
        #expect(made.document?.status == "ok", "\(made.story)")
        let text = try String(contentsOf: URL(filePath: patch), encoding: .utf8)
        #expect(text.contains("harmless"))
        // No patch that git applies has a path below `.git`.
        #expect(text.contains("hostile") == (isIncluded && !name.hasPrefix(".GIT")))
        #expect(
          made.finished.errors.contains("--include-protected") == !isIncluded
            || name.hasPrefix(".GIT"))
      }
    }

    @Test(arguments: Setting.make(["default"], mode: "read-write"))
    func
      `X19 links onto protected names stay behind, and nobody else may write what a command made`(
        _ setting: Setting
      ) throws
    {
      var call = try setting.call()
      let folder = call.workspace.url.path
      try call.workspace.write("#!/bin/sh\n", to: ".git/hooks/pre-commit")
      try call.workspace.folder("node_modules/package")
      let outcome = try call.run([
        "/bin/sh", "-c",
        """
        ln -s .git/hooks/pre-commit build.log; ln -s .git/config settings.txt; ln -s plain fine
        echo x > plain; mkdir -m 777 open; echo x > open/file; chmod 666 open/file
        """,
      ])
      #expect(outcome.document?.status == "ok", "\(outcome.story)")
      #expect(
        outcome.document?.quarantined.map(\.path).sorted() == ["build.log", "settings.txt"],
        "\(outcome.story)")
      let list = try HostProcess.run([
        "/bin/sh", "-c", "cd \"$1\"; ls; stat -c %a open open/file", "sh", folder,
      ])
      #expect(
        list.text == "fine\nnode_modules\nopen\nplain\nprobe\n755\n644\n", "\(list.text)")
      // Whoever works in a package works in a project.
      call.options = ["--workspace", folder + "/node_modules/package"]
      let inner = try call.run(["/bin/sh", "-c", "mkdir .vscode; echo x > .vscode/tasks.json"])
      #expect(inner.document?.quarantined.first?.path == ".vscode", "\(inner.story)")
    }

    @Test(.enabled(if: Caller.isRoot, "only root can mount a file system"))
    func `X06 another spelling of a protected name is protected where it means the same`() throws {
      var call = try SandboxCall(.root, mode: "read-write")
      let disk = call.home.url.appending(path: "disk").path
      let folder = call.workspace.url.path
      let prepare = """
        truncate -s 32M "$1" && mkfs.ext4 -q -O casefold "$1" && mount -o loop "$1" "$2" \
          && mkdir "$2/folding" && chattr +F "$2/folding"
        """
      call.wrapper = [
        "/usr/bin/unshare", "--mount", "/bin/sh", "-c",
        "d=$1; f=$2; shift 2; { \(prepare.replacing("$1", with: "$d").replacing("$2", with: "$f")); } "
          + "2> /dev/null || exit 99; \"$@\"; code=$?; ls -A \"$f/folding\"; exit $code", "sh",
        disk,
        folder,
      ]
      let plant = "cd \"$1/folding\" && mkdir .GIT && ls -d .git && echo x > .GIT/config"
      let outcome = try call.run(["/bin/sh", "-c", plant, "sh", folder])
      guard outcome.finished.code != 99 else {
        return print("control impossible: X06 spellings: this kernel has no disk that folds case")
      }
      #expect(outcome.finished.text == ".git\n", "\(outcome.finished)")
      #expect(outcome.document?.quarantined.map(\.path) == ["folding/.GIT"], "\(outcome.story)")
    }

    @Test(
      arguments: Setting.make(["default"], mode: "read-write"),
      ["gitdir file", "link", "hard link"])
    func `X15 what a protected name leads to is protected too`(
      _ setting: Setting, kind: String
    ) throws {
      let call = try setting.call()
      let folder = call.workspace.url
      switch kind {
      case "gitdir file":
        try call.workspace.write("gitdir: .bare\n", to: ".git")
        try call.workspace.write("[core]\n", to: ".bare/config")
      case "link":
        try FileManager.default.createSymbolicLink(
          atPath: folder.appending(path: ".git").path, withDestinationPath: ".bare")
        try call.workspace.write("[core]\n", to: ".bare/config")
      default:
        try call.workspace.write("[core]\n", to: ".git/config")
        try call.workspace.folder(".bare")
        try FileManager.default.linkItem(
          at: folder.appending(path: ".git/config"), to: folder.appending(path: ".bare/config"))
      }
      // A second name of the content gets a new one of its own.
      let isLink = kind == "hard link"
      let kept = folder.appending(path: isLink ? ".git/config" : ".bare/config")
      let target = folder.appending(path: ".bare/config")
      _ = try call.attempt("write", target.path, "hostile")
      #expect(try String(contentsOf: kept, encoding: .utf8) == "[core]\n")
      if isLink {
        try FileManager.default.removeItem(at: target)
        try FileManager.default.linkItem(at: kept, to: target)
      }
      _ = try Control.run(["write", target.path, "hostile"])
      let led = try String(contentsOf: kept, encoding: .utf8)
      #expect(led == "hostile", "the control writes nothing")
    }
  }
}

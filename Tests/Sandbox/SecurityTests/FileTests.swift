import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EscapeTests {
  @Suite struct FileTests {
    @Test(arguments: Setting.all)
    func `F01 nothing of the host's trees can be written`(_ setting: Setting) throws {
      let name = "sentinel-planted-\(UInt64.random(in: 0 ... .max))"
      let outcome = try setting.call().attempt("F01", name)
      outcome.expectBlocked("F01")
      let folders = outcome.observations.map(\.attempt)
      #expect(folders.count >= 13)
      for path in folders {
        #expect(!FileManager.default.fileExists(atPath: path), "\(path) is on the host")
      }
      // Outside, only the right to write is asked for; an ordinary user has none.
      let outside = try Control.observe(["F01"])
      if Caller.isRoot { #expect(outside.contains { $0.result == .worked }, "the control") }
    }

    @Test(arguments: Setting.make(["default"], mode: "read-only"))
    func `F01 a read-only workspace cannot be written`(_ setting: Setting) throws {
      let call = try setting.call()
      let outcome = try call.attempt("F01", "planted", call.workspace.url.path)
      outcome.expectBlocked("F01")
      let planted = call.workspace.url.appending(path: "planted").path
      #expect(!FileManager.default.fileExists(atPath: planted))
      _ = try Control.run(["write", planted, "x"])
      #expect(FileManager.default.fileExists(atPath: planted), "the control writes nothing")
    }

    @Test(arguments: Setting.all)
    func `F02 no mount can be made writable`(_ setting: Setting) throws {
      try expectContained("F02", setting, recorded: ["mount", "mount_setattr"])
    }

    @Test(
      .enabled(if: Caller.isRoot, "only root can mount below the workspace"),
      arguments: ["default", "strict", "agent", "build"])
    func `F03 mounts below a read-only tree are read-only too`(profile: String) throws {
      var call = try SandboxCall(.root, profile: profile, mode: "read-only")
      let below = try call.workspace.folder("below")
      call.wrapper = [Executables.shared.probe.path, "mounted", below.path]
      let outcome = try call.attempt("F01", "planted", below.path)
      outcome.expectBlocked("F03")
      #expect(outcome.observations.last?.attempt == below.path + "/planted")
      let inner = try call.attempt("F07", below.path + "/inner")
      #expect(inner.observations.first?.result == .worked, "the mount is not there: \(inner.story)")
      // A tree that is bound read-only in the old way leaves the mounts below it as they were.
      let top = call.workspace.url.path
      let bind = """
        mount -t tmpfs tmpfs '\(below.path)' && mount --rbind '\(top)' '\(top)' \
        && mount -o remount,bind,ro '\(top)'
        """
      let write = [Executables.shared.probe.path, "write", below.path + "/planted", "x"]
      let control = try Bare.run(write, after: bind)
      #expect(control.code == 0, "the control cannot write: \(control.errors)")
    }

    @Test(arguments: Setting.all)
    func `F04 no cover can be taken away`(_ setting: Setting) throws {
      try expectContained("F04", setting, recorded: ["umount2"])
    }

    @Test(arguments: Setting.all)
    func `F05 the root cannot be changed`(_ setting: Setting) throws {
      try expectContained("F05", setting, recorded: ["pivot_root", "chroot"])
    }

    @Test(arguments: Setting.all)
    func `F06 the newer mount calls are refused`(_ setting: Setting) throws {
      try expectContained(
        "F06", setting,
        recorded: ["open_tree", "move_mount", "fsopen", "fsconfig", "fsmount", "fspick"])
    }

    @Test(arguments: Setting.modes)
    func `F07 a link out of the workspace leads to the sandbox's view`(_ setting: Setting) throws {
      let call = try setting.call()
      let outside = try Scratch("outside")
      let secret = try outside.write("outside the workspace", to: "secret")
      try call.workspace.write("inside", to: "plain")
      for (name, target) in [
        ("shadow", "/etc/shadow"), ("secret", secret.path), ("home", call.home.url.path),
        ("up", "../../../../../../../../../etc/shadow"), ("proc", "/proc/1/root/etc/shadow"),
      ] {
        let link = call.workspace.url.appending(path: name)
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: target)
      }
      let paths = ["shadow", "secret", "home", "up", "proc", "plain"].map {
        call.workspace.url.appending(path: $0).path
      }
      let outcome = try call.run([call.probe, "F07"] + paths)
      outcome.expectBlocked("F07", except: [paths[5]])
      #expect(outcome.observations.last?.detail == "inside")
      let control = try Control.observe(["F07", paths[1]])
      #expect(control.first?.detail == "outside the workspace")
    }

    @Test(arguments: Setting.modes)
    func `F08 a link where a cover belongs changes nothing outside`(_ setting: Setting) throws {
      let call = try setting.call()
      let outside = try Scratch("outside", owner: setting.caller.owner)
      for name in [".git", ".vscode", ".claude"] {
        try FileManager.default.createSymbolicLink(
          at: call.workspace.url.appending(path: name), withDestinationURL: outside.url)
      }
      let target = call.workspace.url.appending(path: ".git/planted").path
      let outcome = try call.attempt("write", target, "planted")
      #expect(outcome.document != nil, "\(outcome.story)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: outside.url.path).isEmpty)
      _ = try Control.run(["write", target, "planted"])
      let planted = try FileManager.default.contentsOfDirectory(atPath: outside.url.path)
      #expect(planted == ["planted"], "the control follows no link")
    }

    @Test(arguments: Setting.make(["default"], mode: "read-write"))
    func `F09 a link that flips during set-up never leads outside`(_ setting: Setting) throws {
      let call = try setting.call()
      let outside = try Scratch("outside", owner: setting.caller.owner)
      let flipper = Flipper(at: call.workspace.url, to: outside.url, owner: setting.caller.owner)
      defer { flipper.stop() }
      for _ in 0..<30 {
        let target = call.workspace.url.appending(path: ".git/planted").path
        let outcome = try call.attempt("write", target, "planted")
        #expect(outcome.finished.code != nil && outcome.finished.code != 70, "\(outcome.story)")
        #expect(outcome.isClean)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: outside.url.path).isEmpty)
      // The same write by name, outside, is led away sooner or later.
      let script = """
        i=0
        while [ $i -lt 50000 ] && ! [ -e "$2/planted" ]; do
          echo planted > "$1"; i=$((i+1))
        done
        """
      let target = call.workspace.url.appending(path: ".git/planted").path
      _ = try HostProcess.run(["/bin/sh", "-c", script, "sh", target, outside.url.path])
      let planted = try FileManager.default.contentsOfDirectory(atPath: outside.url.path)
      #expect(planted == ["planted"], "the control wins no race")
    }

    @Test(arguments: Setting.all)
    func `F10 magic links stay inside`(_ setting: Setting) throws {
      let outcome = try setting.call().attempt("F10")
      outcome.expectRan("F10")
      let control = try Control.observe(["F10"])
      let root = try #require(control.first { $0.attempt == "/" })
      #expect(control.filter { $0.detail == root.detail }.count > 4, "the control finds no root")
      for observation in outcome.observations {
        #expect(observation.detail != root.detail, "\(observation.attempt) is the host's root")
      }
    }

    @Test(arguments: Setting.modes)
    func `F15 a second name keeps the host's file as it was`(_ setting: Setting) throws {
      let call = try setting.call()
      let outside = try Scratch("outside", owner: setting.caller.owner)
      let secret = try outside.write("before\n", to: "secret")
      let one = try call.workspace.write("before\n", to: "one")
      let two = call.workspace.url.appending(path: "two")
      try FileManager.default.linkItem(at: one, to: two)
      let outcome = try call.attempt("F15", one.path, secret.path, "/usr/bin/env", "/etc/passwd")
      outcome.expectRan("F15")
      let links = outcome.observations.filter { $0.attempt.hasPrefix("hard link") }
      #expect(links.count == 3 && links.allSatisfy { $0.result == .blocked }, "\(outcome.story)")
      #expect(try String(contentsOf: secret, encoding: .utf8) == "before\n")
      if setting.mode != "read-write" {
        #expect(try String(contentsOf: one, encoding: .utf8) == "before\n")
      }
      #expect(try String(contentsOf: two, encoding: .utf8) == "before\n")
      let control = try Scratch("control")
      let first = try control.write("before\n", to: "first")
      let second = try control.write("before\n", to: "second")
      let attempts = try Control.observe(["F15", first.path, second.path])
      #expect(attempts.count == 4 && attempts.allSatisfy { $0.result == .worked }, "\(attempts)")
      #expect(try String(contentsOf: first, encoding: .utf8) == "changed\n")
    }

    @Test(arguments: Setting.modes)
    func `F16 no set-id file is left or has an effect`(_ setting: Setting) throws {
      let call = try setting.call()
      let outcome = try call.attempt("F16", call.workspace.url.path)
      outcome.expectRan("F16")
      #expect(outcome.observation("effective id")?.result == .blocked, "\(outcome.story)")
      if setting.mode == "read-write" { outcome.expectBlocked("F16") }
      let found = try HostProcess.run(
        ["/usr/bin/find", call.workspace.url.path, "!", "-type", "d", "-perm", "/6000"])
      #expect(found.text.isEmpty, "on the host: \(found.text)")
      let control = try Scratch("control")
      let outside = try Control.observe(["F16", control.url.path])
      #expect(outside.first { $0.attempt == "chmod" }?.result == .worked)
    }

    @Test(arguments: Setting.modes)
    func `F17 no file gets rights`(_ setting: Setting) throws {
      let call = try setting.call()
      let outcome = try call.attempt("F17", call.workspace.url.path)
      // The owner of a file may set this one where SELinux is built in and has no policy: it means
      // nothing there, and with a policy the kernel asks for more.
      outcome.expectBlocked("F17", except: ["security.selinux"])
      let control = try Scratch("control")
      let missing = Control.missing(
        "F17", for: outcome.observations,
        outside: try Control.observe(["F17", control.url.path]))
      #expect(missing.count < outcome.observations.count, "the control can do nothing of it")
    }

    @Test(arguments: Setting.modes)
    func `F18 no device node can be made`(_ setting: Setting) throws {
      let call = try setting.call()
      let outcome = try call.attempt("F18", call.workspace.url.path)
      outcome.expectBlocked(
        "F18", except: setting.mode == "read-only" ? ["rename leaving a whiteout"] : [])
      let found = try HostProcess.run(
        ["/usr/bin/find", call.workspace.url.path, "-type", "b", "-o", "-type", "c"])
      #expect(found.text.isEmpty, "on the host: \(found.text)")
      let control = try Scratch("control")
      let missing = Control.missing(
        "F18", for: outcome.observations,
        outside: try Control.observe(["F18", control.url.path]))
      #expect(missing.count < outcome.observations.count, "the control can do nothing of it")
    }

    @Test(arguments: Setting.all)
    func `F19 no file can be opened by a forged handle`(_ setting: Setting) throws {
      try expectContained("F19", setting, recorded: ["open_by_handle_at", "name_to_handle_at"])
    }

    @Test(
      arguments: [
        "with space", "comma,colon:semicolon;", "quote\"'", "new\nline", "back\\slash", "per%cent",
        "-dash", "\u{fc}n\u{ef}", "upperdir=x,lowerdir=y", "tab\there",
      ], Setting.plain)
    func `F24 any name of a workspace works`(name: String, _ setting: Setting) throws {
      for mode in ["overlay", "read-only", "read-write"] {
        var call = try SandboxCall(setting.caller, profile: setting.profile, mode: mode)
        let folder = try call.workspace.folder(name)
        try call.workspace.write("inside", to: "\(name)/file")
        try call.workspace.copy(Executables.shared.probe, as: "\(name)/probe")
        call.options = ["--workspace", folder.path]
        let probe = folder.appending(path: "probe").path
        let outcome = try call.run([probe, "F07", folder.appending(path: "file").path])
        #expect(outcome.observations.first?.detail == "inside", "\(mode): \(outcome.story)")
      }
      // Options of an overlay that are text take such a name for something else.
      if name.contains(":") || name.contains(",") {
        let control = try Scratch("control")
        let script = """
          mount -t tmpfs tmpfs "$2" && cd "$2" && mkdir upper work merged "$1" || exit 0
          exec mount -t overlay overlay -o "lowerdir=$1,upperdir=upper,workdir=work" merged
          """
        let refused = try Bare.run(["/bin/sh", "-c", script, "sh", name, control.url.path])
        #expect(refused.code != 0, "the control mounts \(name)")
      }
    }

    @Test(arguments: Setting.plain)
    func `F24 a workspace that is a link or no folder is refused`(_ setting: Setting) throws {
      var call = try setting.call()
      let link = call.home.url.appending(path: "link")
      try FileManager.default.createSymbolicLink(
        at: link, withDestinationURL: call.workspace.url)
      let file = try call.home.write("file", to: "file")
      for path in [link.path, file.path, "/", "/etc", "/nonexistent"] {
        call.options = ["--workspace", path]
        let outcome = try call.run(["/bin/true"])
        #expect(
          outcome.finished.code == 2 || outcome.finished.code == 125, "\(path): \(outcome.story)")
      }
    }
  }
}

/// Makes a name a folder and a link in turn, as fast as it can.
private final class Flipper: Sendable {
  private let process: HostProcess?

  init(at folder: URL, to outside: URL, owner: UInt32?) {
    let own = owner.map(String.init) ?? ""
    let script = """
      cd "$1" || exit 1
      while :; do
        rm -rf .git; mkdir .git; [ -z "$3" ] || chown "$3" .git
        rm -rf .git; ln -s "$2" .git
      done
      """
    process = try? HostProcess(
      ["/bin/sh", "-c", script, "sh", folder.path, outside.path, own],
      environment: ["PATH": "/usr/bin:/bin"])
  }

  func stop() { process?.end() }
}

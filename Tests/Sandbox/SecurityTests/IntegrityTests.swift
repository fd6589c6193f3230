import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EscapeTests {
  @Suite struct IntegrityTests {
    /// A policy file that nobody should follow.
    struct BadPolicy: Sendable, CustomTestStringConvertible {
      var name: String
      var text: String
      var mode: UInt32 = 0o644
      var testDescription: String { name }

      static let good = """
        schema: sentinel.profile/1
        name: bad
        summary: A policy for a test.
        inherits: default

        """

      static let all: [BadPolicy] = [
        BadPolicy(name: "unknown key", text: good + "surprise: 1\n"),
        BadPolicy(name: "duplicate key", text: good + "inherits: strict\n"),
        BadPolicy(name: "wrong type", text: good + "limits: [1]\n"),
        BadPolicy(name: "NUL", text: good + "terminal: \u{0}\n"),
        BadPolicy(name: "empty", text: ""),
        BadPolicy(name: "no schema", text: "name: bad\ninherits: default\n"),
        BadPolicy(name: "other schema", text: "schema: sentinel.profile/2\nname: bad\n"),
        BadPolicy(
          name: "unknown parent", text: good.replacing("default", with: "none")),
        BadPolicy(
          name: "its own parent", text: good.replacing("default", with: "bad")),
        BadPolicy(name: "a final value", text: good + "identity: {uid: 0}\n"),
        BadPolicy(name: "unknown call", text: good + "syscalls: {allow: [no_such_call]}\n"),
        BadPolicy(name: "negative limit", text: good + "limits: {memory: -1}\n"),
        BadPolicy(name: "overflow", text: good + "limits: {memory: 99999999999999999999G}\n"),
        BadPolicy(name: "two documents", text: good + "---\n" + good),
        BadPolicy(
          name: "alias bomb",
          text: "a: &a [x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b]\n" + good),
        BadPolicy(name: "deep", text: good + "x: " + String(repeating: "[", count: 100_000)),
        BadPolicy(name: "huge", text: good + String(repeating: "# long\n", count: 1_000_000)),
        BadPolicy(name: "not YAML", text: "{\u{1}: [\n\t- }"),
        BadPolicy(name: "world-writable", text: good, mode: 0o666),
      ]
    }

    @Test(arguments: Setting.plain, BadPolicy.all)
    func `L01 a bad policy is refused before anything runs`(
      _ setting: Setting, policy: BadPolicy
    ) throws {
      var call = try setting.call()
      let file = try call.home.write(policy.text, to: "bad.yaml", mode: policy.mode)
      call.options = ["--profile", file.path]
      try expectRefused(call, policy.name)
    }

    @Test(arguments: Setting.plain)
    func `L01 the same policy without its fault is followed`(_ setting: Setting) throws {
      var call = try setting.call()
      let file = try call.home.write(BadPolicy.good, to: "bad.yaml")
      call.options = ["--profile", file.path]
      let outcome = try call.attempt("R16")
      #expect(outcome.finished.code == 0 && !outcome.observations.isEmpty, "\(outcome.story)")
    }

    @Test(arguments: Setting.plain)
    func `L01 a policy out of the workspace is refused`(_ setting: Setting) throws {
      var call = try setting.call()
      let file = try call.workspace.write(BadPolicy.good, to: "policy.yaml")
      call.options = ["--profile", file.path]
      try expectRefused(call, "in the workspace")
      let link = call.home.url.appending(path: "link.yaml")
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
      call.options = ["--profile", link.path]
      try expectRefused(call, "a link into the workspace")
    }

    @Test(arguments: Setting.plain)
    func `L01 a policy that is no file is refused at once`(_ setting: Setting) throws {
      var call = try setting.call()
      let pipe = call.home.url.appending(path: "pipe.yaml")
      _ = try HostProcess.run(["/usr/bin/mkfifo", pipe.path])
      for path in [pipe.path, call.home.url.path, "/dev/zero", "/nonexistent.yaml"] {
        call.options = ["--profile", path]
        try expectRefused(call, path)
      }
    }

    private func expectRefused(_ call: SandboxCall, _ name: String) throws {
      let start = ContinuousClock.now
      let outcome = try call.attempt("R16")
      #expect(outcome.finished.code == 2, "\(name): \(outcome.story)")
      #expect(outcome.observations.isEmpty, "\(name): the payload ran")
      #expect(ContinuousClock.now - start < .seconds(5), "\(name)")
    }

    @Test(arguments: Setting.modes)
    func `L03 a payload cannot write its own result`(_ setting: Setting) throws {
      let call = try setting.call()
      let fake = call.workspace.url.appending(path: "result.json").path
      let outcome = try call.attempt("L03", call.resultFile.path, fake)
      #expect(outcome.finished.code == 42, "\(outcome.story)")
      #expect(outcome.document?.status == "nonzero" && outcome.document?.exitCode == 42)
      #expect(outcome.observation("descriptors above 2")?.result == .blocked)
      #expect(outcome.observation(call.resultFile.path)?.result == .blocked)
      let text = try String(contentsOf: call.resultFile, encoding: .utf8)
      #expect(!text.contains("forged"))
      let folder = try Scratch("control")
      let control = folder.url.appending(path: "result.json").path
      let leak = [Executables.shared.probe.path, "leak", "200"]
      let outside = Observation.parse(
        try HostProcess.run(leak + [Executables.shared.probe.path, "L03", control]).output)
      #expect(outside.count == 2 && outside.allSatisfy { $0.result == .worked }, "\(outside)")
    }

    @Test(arguments: Setting.make(["default"], mode: "read-write"))
    func `L03 a result in the workspace follows no link of the payload's`(
      _ setting: Setting
    ) throws {
      var call = try setting.call()
      let outside = try Scratch("outside", owner: setting.caller.owner)
      try call.workspace.folder("out")
      call.resultFile = call.workspace.url.appending(path: "out/result.json")
      let script = "cd \"$1\" && mv out moved && ln -s \"$2\" out"
      _ = try call.run(["/bin/sh", "-c", script, "sh", call.workspace.url.path, outside.url.path])
      let planted = try FileManager.default.contentsOfDirectory(atPath: outside.url.path)
      #expect(planted.isEmpty, "written outside the workspace: \(planted)")
      // The link did not come out of the sandbox, so the control plants it itself.
      let plant = "cd \"$1\" && rm -rf out && ln -s \"$2\" out"
      _ = try HostProcess.run(
        ["/bin/sh", "-c", plant, "sh", call.workspace.url.path, outside.url.path])
      _ = try Control.run(["write", call.resultFile.path, "{}"])
      let followed = try FileManager.default.contentsOfDirectory(atPath: outside.url.path)
      #expect(followed == ["result.json"], "the control follows no link")
    }

    @Test(arguments: Setting.make(["default"], mode: "read-write"))
    func `X06 no new link leads out by way of one that was there`(_ setting: Setting) throws {
      let call = try setting.call()
      let outside = try Scratch("outside", owner: setting.caller.owner)
      let top = call.workspace.url
      try FileManager.default.createSymbolicLink(
        at: top.appending(path: "old"), withDestinationURL: outside.url)
      let outcome = try call.run([
        "/bin/sh", "-c",
        "ln -s old direct; ln -s old/below deeper; echo x > inside; ln -s inside kept",
      ])
      #expect(outcome.document?.status == "ok", "\(outcome.story)")
      let made = try FileManager.default.contentsOfDirectory(atPath: top.path).sorted()
      #expect(made == ["inside", "kept", "old", "probe"], "\(made)")
      let held = outcome.document?.quarantined.map(\.path).sorted()
      #expect(held == ["deeper", "direct"])
    }
  }
}

import Kernel
import Testing

@testable import Verification

/// What code on trial can learn from names alone.
@Suite struct DisguiseTests {
  /// Everything that a process sees without looking for a sandbox: variables, identity, paths, mounts.
  private static let look = """
    import getpass, glob, json, os, pwd, socket
    seen = {
        "variables": dict(os.environ), "home": os.path.expanduser("~"), "cwd": os.getcwd(),
        "user": [getpass.getuser(), pwd.getpwuid(os.getuid()).pw_name],
        "host": [socket.gethostname(), os.uname().nodename],
        "files": {name: open(name).read() for name in (
            "/etc/passwd", "/etc/group", "/etc/hosts", "/etc/hostname", "/proc/self/mountinfo",
            "/proc/self/cgroup")},
        "folders": sorted(glob.glob("/*") + glob.glob("/.*") + glob.glob("/home/*") + glob.glob("/tmp/*")
                          + glob.glob("/tmp/.*") + glob.glob("/home/*/.*") + glob.glob("/home/*/*")),
        "processes": sorted(open(name).read() for name in glob.glob("/proc/[0-9]*/comm")),
        "links": [os.readlink("/proc/self/" + name) for name in ("exe", "cwd", "root")],
    }
    print(json.dumps(seen))
    """

  private func seen(in lab: Lab, _ variables: [String] = []) async throws -> String {
    var request = TrialRun.Request(
      ["python3", "-c", Self.look].map { Array($0.utf8) }, milliseconds: 30_000)
    request.variables = variables
    let record = await TrialRun(on: try lab.copy(), machine: lab.machine).run(request)
    #expect(
      record.ending == .exited(0),
      "\(record.ending) \(String(decoding: record.errors, as: UTF8.self))")
    return String(decoding: record.output, as: UTF8.self)
  }

  @Test func `no name that a trial sees is Sentinel's or a sandbox's`() async throws {
    let lab = try Lab(Lab.shop)
    let text = try await seen(in: lab).lowercased()
    #expect(text.contains("variables"))
    for word in ["sentinel", "sandbox", "trial"] {
      let around = text.split(separator: ",").filter { $0.contains(word) }
      #expect(around.isEmpty, "\(word): \(around)")
    }
    let control = try await seen(in: lab, ["HOME=/home/sandbox"])
    #expect(control.contains("sandbox"), "the control")
  }

  @Test func `home and project are where a machine has them, and can be written`() async throws {
    let lab = try Lab(Lab.shop)
    let words = [
      "sh", "-c",
      "echo $HOME $(pwd) $(id -un) $(hostname); touch $HOME/a ./b && ls $HOME; cat shop/pricing.py | head -1",
    ]
    let record = await TrialRun(on: try lab.copy(), machine: lab.machine).run(
      .init(words.map { Array($0.utf8) }, milliseconds: 30_000))
    let text = String(decoding: record.output, as: UTF8.self)
    #expect(
      text
        == "/home/user /home/user/project user localhost\na\nproject\n\"\"\"Prices of orders.\"\"\"\n",
      "\(text) \(String(decoding: record.errors, as: UTF8.self))")
  }
}

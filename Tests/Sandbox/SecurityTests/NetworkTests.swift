import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EscapeTests {
  @Suite struct NetworkTests {
    @Test(arguments: Setting.all)
    func `N01 no device but the harmless ones is there`(_ setting: Setting) throws {
      try expectContained("N01", setting)
    }

    @Test(arguments: Setting.all, ["none", "loopback", "host"])
    func `N02 abstract sockets of the host cannot be reached`(
      _ setting: Setting, network: String
    ) throws {
      let name = "sentinel-security-\(UInt64.random(in: 0 ... .max))"
      let listener = try listen("abstract", name)
      defer { listener.end() }
      var call = try setting.call()
      call.options = ["--network", network]
      try call.attempt("N02", name).expectBlocked("N02")
      let outside = try Control.observe(["N02", name])
      #expect(outside.first?.result == .worked, "the control cannot connect")
    }

    @Test(arguments: Setting.modes)
    func `N03 a socket of the host in the workspace cannot be reached`(_ setting: Setting) throws {
      let call = try setting.call()
      let path = call.workspace.url.appending(path: "s").path
      let listener = try listen("path", path)
      defer { listener.end() }
      try call.attempt("N03", path).expectBlocked("N03")
      let outside = try Control.observe(["N03", path])
      #expect(outside.first?.result == .worked, "the control cannot connect")
    }

    @Test(arguments: Setting.all)
    func `N03 sockets of the host's services are not there`(_ setting: Setting) throws {
      let outcome = try setting.call().attempt(
        "N03", "/run/docker.sock", "/var/run/docker.sock", "/run/dbus/system_bus_socket",
        "/run/systemd/private", "/run/containerd/containerd.sock", "/tmp/.X11-unix/X0")
      outcome.expectBlocked("N03")
    }

    @Test(
      .enabled(if: Caller.isRoot, "only root can put sockets where services have theirs"),
      arguments: ["default", "strict", "agent", "build"])
    func `N03 sockets of services that are there cannot be reached`(profile: String) throws {
      let paths = ["/run/docker.sock", "/run/dbus/system_bus_socket", "/run/systemd/private"]
      let listening = """
        mount -t tmpfs tmpfs /run && mkdir /run/dbus /run/systemd && for path in \(paths.joined(separator: " ")); do
        '\(Executables.shared.probe.path)' listen path $path > /run/log & until [ -S $path ]; do sleep 0.01; done; done
        """
      var call = try SandboxCall(.root, profile: profile)
      call.wrapper = Bare.arguments([], after: listening)
      let outcome = try call.run([call.probe, "N03"] + paths)
      outcome.expectBlocked("N03")
      let outside = try Bare.observe(["N03"] + paths, after: listening)
      #expect(outside.count == 3 && outside.allSatisfy { $0.result == .worked }, "\(outside)")
    }

    @Test(arguments: Setting.all)
    func `N04 only local and internet sockets exist`(_ setting: Setting) throws {
      let outcome = try setting.call().attempt("N04")
      outcome.expectRan("N04")
      outcome.expectRecorded(["socket"])
      let families = setting.profile == "agent" ? [1, 2, 10, 16] : [1, 2, 10]
      let allowed = setting.profile == "strict" ? [] : families.map { "family \($0) " }
      let open = outcome.observations.filter { observation in
        observation.result != .blocked && !allowed.contains { observation.attempt.hasPrefix($0) }
      }
      #expect(open.isEmpty)
      let outside = try Control.observe(["N04"])
      let refused = outcome.observations.filter { $0.result == .blocked }
      let missing = Control.missing("N04", for: refused, outside: outside)
      #expect(missing.count < refused.count, "the control opens no family that is refused")
    }

    @Test(arguments: Setting.make(["test", "agent", "dast-target"]))
    func `N04 netlink tells of interfaces and changes nothing`(_ setting: Setting) throws {
      let outcome = try setting.call().attempt("N04", "netlink")
      // 0 is NETLINK_ROUTE. 6 is NETLINK_XFRM by its number and TCP by that of the internet families,
      // which a filter of single arguments cannot tell apart; it can be opened, and that is all.
      outcome.expectBlocked("N04", except: ["netlink 0", "netlink 6"])
      let outside = try Bare.observe(["N04", "netlink"])
      let refused = outcome.observations.filter { $0.result == .blocked }
      let missing = Control.missing("N04 netlink", for: refused, outside: outside)
      #expect(!missing.contains("switch the loopback interface off"), "\(outside)")
    }

    @Test(arguments: Setting.all, ["none", "loopback"])
    func `N05 services of the host's loopback cannot be reached`(
      _ setting: Setting, network: String
    ) throws {
      let listener = try HostProcess([Executables.shared.probe.path, "listen", "port", "0"])
      defer { listener.end() }
      let ready = try #require(listener.wait(for: "\n"))
      let port = ready.filter(\.isNumber)
      var call = try setting.call()
      call.options = ["--network", network]
      try call.attempt("N05", port).expectBlocked("N05")
      let outside = try Control.observe(["N05", port])
      let reached = outside.first { $0.attempt == "tcp 127.0.0.1" }?.result
      #expect(reached == .worked || reached == .reached, "the control cannot connect")
    }

    private func listen(_ kind: String, _ name: String) throws -> HostProcess {
      let listener = try HostProcess([Executables.shared.probe.path, "listen", kind, name])
      try #require(listener.wait(for: "ready") != nil)
      return listener
    }
  }
}

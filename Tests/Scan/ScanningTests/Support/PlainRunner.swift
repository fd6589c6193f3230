import Glibc
import Kernel
import Sandbox
import Testing

@testable import Scanning

/// Runs tools without any sandbox: for tests of the tools themselves, and only for those.
struct PlainRunner: ToolRunner {
  @concurrent
  func run(_ invocation: ToolInvocation) async -> ToolOutcome {
    guard let folder = try? WorkFolder("plain-run", in: "/tmp") else {
      return ToolOutcome(status: .setupFailed("no temporary folder"), level: .reduced)
    }
    defer { withExtendedLifetime(folder) {} }
    let output = folder.path.appending("output")
    let errors = folder.path.appending("errors")
    var start = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &start)
    guard let child = Self.spawn(invocation, output, errors) else {
      return ToolOutcome(status: .exited(127), level: .full)
    }
    let status = await Self.wait(child, start, invocation.limits.wallMilliseconds)
    return ToolOutcome(
      status: status, level: .full, output: (try? FileSystem.read(output)) ?? [],
      errors: (try? FileSystem.read(errors)) ?? [],
      milliseconds: Self.elapsed(start))
  }

  private static func spawn(
    _ invocation: ToolInvocation, _ output: BytePath, _ errors: BytePath
  ) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    let flags = O_WRONLY | O_CREAT
    unsafe output.withPointer {
      _ = unsafe posix_spawn_file_actions_addopen(&actions, 1, $0, flags, 0o600)
    }
    unsafe errors.withPointer {
      _ = unsafe posix_spawn_file_actions_addopen(&actions, 2, $0, flags, 0o600)
    }
    // A test process blocks and ignores signals by which tools end their own workers.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    let resets = CShort(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
    unsafe posix_spawnattr_setflags(&attributes, resets)
    // Glibc's module lacks the spawn action for the working folder.
    let command =
      ["/usr/bin/env", "-C"].map { Array($0.utf8) } + [invocation.workingFolder]
      + invocation.arguments
    let environment = invocation.environment.map { Array("\($0)=".utf8) + $1 }
    return unsafe withPointers(command) { arguments in
      unsafe withPointers(environment) { environment in
        guard let program = unsafe arguments[0] else { return nil }
        var child: pid_t = 0
        let result = unsafe posix_spawn(
          &child, program, &actions, &attributes, arguments, environment)
        return result == 0 ? child : nil
      }
    }
  }

  private static func withPointers<Result>(
    _ strings: [[UInt8]], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    let copies = unsafe strings.map { string in
      unsafe BytePath(string).withPointer { unsafe strdup($0) }
    }
    defer { unsafe copies.forEach { unsafe free($0) } }
    return unsafe (copies + [nil]).withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { preconditionFailure("there is a last nil") }
      return unsafe body(start)
    }
  }

  private static func wait(
    _ child: pid_t, _ start: timespec, _ limitMilliseconds: Int
  ) async -> ToolOutcome.Status {
    var status: CInt = 0
    while unsafe waitpid(child, &status, WNOHANG) == 0 {
      if elapsed(start) > limitMilliseconds || Task.isCancelled {
        kill(child, SIGKILL)
        unsafe waitpid(child, &status, 0)
        return .timedOut
      }
      try? await Task.sleep(for: .milliseconds(2))
    }
    let signal = status & 0x7F
    return signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
  }

  private static func elapsed(_ start: timespec) -> Int {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return (now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1_000_000
  }
}

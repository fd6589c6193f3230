package import FoundationEssentials
internal import Glibc
internal import Kernel

/// A program of the host, started with exact descriptors and watched by a clock.
package final class HostProcess: Sendable {
  /// What it left.
  package struct Finished: Sendable {
    /// The exit code; 128 and the signal's number for a signal; nothing when the time was up.
    package var code: Int32?
    /// Standard output.
    package var output: Data
    /// Standard error.
    package var errors: String

    /// Standard output as text.
    package var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// The process id.
  package let id: Int32
  private let scratch: Scratch

  /// Starts a program without an input, as the leader of a session of its own.
  package init(_ arguments: [String], environment: [String: String] = [:]) throws {
    scratch = try Scratch("process")
    let flags = O_CREAT | O_WRONLY | O_APPEND
    let folder = BytePath(scratch.url.path)
    let input = try Descriptor.open("/dev/null", O_RDONLY)
    let output = try Descriptor.open(folder.appending("output"), flags, mode: 0o666)
    let errors = try Descriptor.open(folder.appending("errors"), flags, mode: 0o666)
    id = try ChildProcess.spawn(
      "/usr/bin/setsid", arguments: (["setsid"] + arguments).map { Array($0.utf8) },
      environment: environment.map { Array("\($0)=\($1)".utf8) },
      descriptors: [input.number, output.number, errors.number]
    ).id
  }

  /// Runs a program to its end.
  package static func run(
    _ arguments: [String], environment: [String: String] = [:], seconds: Double = 60
  ) throws -> Finished {
    try HostProcess(arguments, environment: environment).finish(seconds: seconds)
  }

  /// Waits for the end; when the time is up, everything of its group is killed.
  package func finish(seconds: Double = 60, whileRunning: () -> Void = {}) -> Finished {
    let deadline = Date(timeIntervalSinceNow: seconds)
    var status: Int32 = 0
    var code: Int32?
    while true {
      let ended = unsafe waitpid(id, &status, WNOHANG)
      if ended == id {
        code = status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
        break
      }
      if Date() > deadline {
        kill(-id, SIGKILL)
        unsafe waitpid(id, &status, 0)
        break
      }
      whileRunning()
      usleep(2000)
    }
    let read = { (name: String) in
      (try? Data(contentsOf: self.scratch.url.appending(path: name))) ?? Data()
    }
    return Finished(
      code: code, output: read("output"), errors: String(decoding: read("errors"), as: UTF8.self))
  }

  /// Waits until the output holds a text.
  package func wait(for text: String, seconds: Double = 20) -> String? {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while Date() < deadline {
      let output = try? Data(contentsOf: scratch.url.appending(path: "output"))
      let found = String(decoding: output ?? Data(), as: UTF8.self)
      if found.contains(text) { return found }
      usleep(5000)
    }
    return nil
  }

  /// Sends a signal.
  package func send(_ signal: Int32) { kill(id, signal) }

  /// Ends it at once.
  package func end() {
    kill(-id, SIGKILL)
    var status: Int32 = 0
    unsafe waitpid(id, &status, 0)
  }
}

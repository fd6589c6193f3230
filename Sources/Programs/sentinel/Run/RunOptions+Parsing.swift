internal import Policy
import Sandbox
internal import YAML

/// The plain form of a command line, read without the argument parser, which takes longer to get
/// ready than everything else that `run` does before its command starts.
///
/// Whatever is not fully understood is not read: the argument parser then words the mistake.
extension RunOptions {
  /// Reads what follows `run`: `--name value`, `--name=value` and flags, then `--` and a command.
  init?(_ arguments: ArraySlice<String>) {
    var rest = arguments
    while let argument = rest.popFirst() {
      if argument == "--" {
        command = Array(rest)
        break
      }
      guard argument.utf8.starts(with: "--".utf8) else { return nil }
      let body = argument.utf8.dropFirst(2)
      if let equals = body.firstIndex(of: UInt8(ascii: "=")) {
        let value = String(body[body.index(after: equals)...])
        guard let name = String(body[..<equals]), let value, set(name, value) else { return nil }
      } else if argument == "--json" {
        json = true
      } else if argument == "--egress-self-test" {
        egressSelfTest = true
      } else if argument == "--include-protected" {
        includeProtected = true
      } else {
        guard let name = String(body), let value = rest.popFirst(), set(name, value) else {
          return nil
        }
      }
    }
    if mistake != nil { return nil }
  }

  /// Sets one option; false when there is none of that name, or its value does not stand alone.
  private mutating func set(_ name: String, _ value: String) -> Bool {
    if value.isEmpty || value.utf8.first == UInt8(ascii: "-") { return false }
    switch name {
    case "profile": profile = value
    case "workspace": workspace = value
    case "env": env.append(value)
    case "allow-host": allowHost.append(value)
    case "hosts": hosts = value
    case "control": control = value
    case "ca-bundle": caBundle = value
    case "upstream-proxy": upstreamProxy = value
    case "result": result = value
    case "diff": diff = value
    case "egress-report": egressReport = value
    case "mode": return Self.assign(WorkspaceMode(rawValue: value), to: &mode)
    case "network": return Self.assign(NetworkMode(rawValue: value), to: &network)
    case "memory": return Self.assign(try? ByteCount(parsing: value), to: &limits.memory)
    case "cpus": return Self.assign(Double(value), to: &limits.cpus)
    case "pids": return Self.assign(Int(value), to: &limits.pids)
    case "disk": return Self.assign(try? ByteCount(parsing: value), to: &limits.disk)
    case "timeout": return Self.assign(try? TimeLimit(parsing: value), to: &limits.timeout)
    case "cpu-time": return Self.assign(try? TimeLimit(parsing: value), to: &limits.cpuTime)
    case "output-limit": return Self.assign(try? ByteCount(parsing: value), to: &limits.outputLimit)
    case "io": return Self.assign(try? ByteCount(parsing: value), to: &limits.io)
    case "isolation":
      guard let chosen = RunRequest.Isolation(rawValue: value) else { return false }
      isolation = chosen
    default: return false
    }
    return true
  }

  /// Takes a value that could be read.
  private static func assign<Value>(_ value: Value?, to place: inout Value?) -> Bool {
    guard let value else { return false }
    place = value
    return true
  }
}

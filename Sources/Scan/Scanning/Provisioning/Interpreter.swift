internal import Kernel

/// A Python interpreter of this machine.
package struct Interpreter: Codable, Equatable, Sendable {
  /// The program, absolute, without links.
  package var path: String
  /// Major and minor version, such as `3.13`.
  package var version: String
  /// The folder that holds its library.
  package var prefix: String
  /// The machine architecture it was built for, such as `x86_64`.
  package var architecture: String

  /// Makes an interpreter.
  package init(path: String, version: String, prefix: String, architecture: String) {
    self.path = path
    self.version = version
    self.prefix = prefix
    self.architecture = architecture
  }

  /// What it runs to describe itself, one fact a line.
  static let probe = """
    import os, platform, sys
    print(os.path.realpath(sys.executable))
    print("%d.%d" % sys.version_info[:2])
    print(os.path.realpath(sys.base_prefix))
    print(platform.machine())
    """

  /// Reads what the probe printed.
  init?(probed output: [UInt8]) {
    guard let text = String(validating: output, as: UTF8.self) else { return nil }
    let lines = text.split(separator: "\n").map(String.init)
    guard lines.count == 4, lines[0].hasPrefix("/"), lines[2].hasPrefix("/"),
      Self.order(lines[1]) != nil
    else { return nil }
    self.init(path: lines[0], version: lines[1], prefix: lines[2], architecture: lines[3])
  }

  /// Major and minor version as numbers.
  static func order(_ version: String) -> (Int, Int)? {
    let parts = version.split(separator: ".").map { Int($0) }
    guard parts.count == 2, let major = parts[0], let minor = parts[1] else { return nil }
    return (major, minor)
  }

  /// Programs that may be interpreters, newest version first, out of a search path; none that somebody
  /// else than the caller and the owner of the system's programs could have put there.
  static func candidates(in searchPath: String, versions: [String]) -> [[UInt8]] {
    let ordered = versions.sorted { (order($0) ?? (0, 0)) > (order($1) ?? (0, 0)) }
    let folders = searchPath.split(separator: ":").filter { $0.hasPrefix("/") }
    let names = ordered.map { "python\($0)" } + ["python3"]
    var found: [[UInt8]] = []
    for name in names {
      for folder in folders {
        let path = Array("\(folder)/\(name)".utf8)
        if !found.contains(path), FileSystem.isProgram(BytePath(path)),
          ProgramTrust.trusts(BytePath(path))
        {
          found.append(path)
        }
      }
    }
    return found
  }
}

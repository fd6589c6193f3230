package import FoundationEssentials
internal import Glibc

/// The built programs, copied to where an ordinary user can execute them too.
package struct Executables: Sendable {
  /// The command line.
  package let sentinel: URL
  /// The network broker.
  package let egress: URL
  /// The hostile payload.
  package let probe: URL
  /// What makes one system call fail.
  package let faults: URL
  /// What adds entries to an audit log until it is killed.
  package let auditWriter: URL

  /// One installation for the whole test process.
  package static let shared = Executables()

  /// The folder of the package's own sources.
  package static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private init() {
    let built = Self.buildFolder
    let folder = Scratch.base.appending(path: "bin")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let programs = [
      "sentinel", "sentinel-launch", "sentinel-egress", "sentinel-heal", "sentinel-probe",
      "sentinel-faults", "audit-writer",
    ]
    for name in programs {
      let copy = folder.appending(path: name)
      try? FileManager.default.removeItem(at: copy)
      try? FileManager.default.copyItem(at: built.appending(path: name), to: copy)
    }
    sentinel = folder.appending(path: "sentinel")
    egress = folder.appending(path: "sentinel-egress")
    probe = folder.appending(path: "sentinel-probe")
    faults = folder.appending(path: "sentinel-faults")
    auditWriter = folder.appending(path: "audit-writer")
  }

  /// `SENTINEL_BIN_DIR`, or the folder that holds the test bundle.
  private static var buildFolder: URL {
    if let named = ProcessInfo.processInfo.environment["SENTINEL_BIN_DIR"] {
      return URL(filePath: named)
    }
    var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    if let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
      folder = URL(filePath: own)
    }
    for argument in CommandLine.arguments where argument.contains(".xctest") {
      folder = URL(filePath: argument)
    }
    while folder.path.count > 1 {
      folder = folder.deletingLastPathComponent()
      if FileManager.default.isExecutableFile(atPath: folder.appending(path: "sentinel").path) {
        return folder
      }
    }
    return package.appending(path: ".build/debug")
  }
}

internal import Kernel

/// A tool that is ready to run on this machine.
package struct InstalledTool: Equatable, Sendable {
  /// Where it comes from.
  package enum Origin: String, Sendable {
    /// Installed from its lock; digests were checked.
    case pinned
    /// Named by the caller; nothing about it was checked.
    case replaced
  }

  /// Where it comes from.
  package let origin: Origin
  /// The version: of the lock, or as a replaced tool says itself.
  package let version: String
  /// The program, absolute, preceded by the interpreter and its options where it needs one.
  package let command: [[UInt8]]
  /// Folders and files it needs to read.
  package let readable: [[UInt8]]
  /// The folder of the installation; empty for a replaced tool.
  package let folder: [UInt8]
  /// What every report has to say about it.
  package let notes: [String]

  /// Makes an installed tool.
  package init(
    origin: Origin, version: String, command: [[UInt8]], readable: [[UInt8]], folder: [UInt8],
    notes: [String] = []
  ) {
    self.origin = origin
    self.version = version
    self.command = command
    self.readable = readable
    self.folder = folder
    self.notes = notes
  }

  /// A program that the caller names instead of the pinned one.
  ///
  /// Its path is made absolute by the caller. Throws `missing` when no program is there.
  package static func replaced(
    _ descriptor: ToolDescriptor, by executable: [UInt8]
  ) throws(ScanError) -> InstalledTool {
    let path = BytePath(executable)
    guard FileSystem.isProgram(path), let real = try? FileSystem.resolve(path) else {
      throw ScanError(
        .missing, "no program at \(TreePath(executable).text); name an executable file",
        context: descriptor.name)
    }
    return InstalledTool(
      origin: .replaced, version: "unknown", command: [real.bytes],
      readable: surroundings(of: real).map(\.bytes), folder: [],
      notes: [
        "\(descriptor.name) was replaced by \(TreePath(real.bytes).text); its digest was not checked"
      ])
  }

  /// The folder of a program, or its virtual environment with the interpreter's prefix.
  ///
  /// The root of the file system is never among them.
  private static func surroundings(of program: BytePath) -> [BytePath] {
    let folder = program.parent, above = folder.parent
    guard folder.depth > 0 else { return [program] }
    guard above.depth > 0, let settings = try? FileSystem.read(above.appending("pyvenv.cfg"))
    else { return [folder] }
    let lines = String(decoding: settings, as: UTF8.self).split(separator: "\n")
    let home = lines.first { $0.hasPrefix("home = /") }?.dropFirst("home = ".count)
    let prefix = home.map { BytePath(String($0)).parent }
    return [above] + [prefix].compactMap { $0 }.filter { $0.depth > 0 }
  }
}

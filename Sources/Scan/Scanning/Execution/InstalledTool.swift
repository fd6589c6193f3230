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
    guard Posix.isExecutable(executable), let real = Posix.realPath(executable) else {
      throw ScanError(
        .missing, "no program at \(TreePath(executable).text); name an executable file",
        context: descriptor.name)
    }
    let folder = Array(real[..<(real.lastIndex(of: UInt8(ascii: "/")) ?? 0)])
    return InstalledTool(
      origin: .replaced, version: "unknown", command: [real],
      readable: environment(above: folder) ?? [folder], folder: [],
      notes: [
        "\(descriptor.name) was replaced by \(TreePath(real).text); its digest was not checked"
      ])
  }

  /// The folders of a virtual environment, when the program's folder is part of one: the
  /// environment itself and the interpreter it was made from.
  private static func environment(above folder: [UInt8]) -> [[UInt8]]? {
    let above = Array(folder[..<(folder.lastIndex(of: UInt8(ascii: "/")) ?? 0)])
    guard let settings = Posix.read(above + Array("/pyvenv.cfg".utf8)) else { return nil }
    let lines = String(decoding: settings, as: UTF8.self).split(separator: "\n")
    let home = lines.first { $0.hasPrefix("home = /") }?.dropFirst("home = ".count)
    let parts = home?.split(separator: "/").dropLast() ?? []
    return parts.isEmpty ? [above] : [above, Array("/\(parts.joined(separator: "/"))".utf8)]
  }
}

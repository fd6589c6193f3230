internal import Kernel
internal import Text

/// Where installations lie: `<data>/tools/<name>/<version>-<start of the lock's digest>`.
package struct ToolFolder: Equatable, Sendable {
  /// The data folder, absolute.
  package let data: [UInt8]

  /// Takes a data folder.
  package init(data: [UInt8]) { self.data = data }

  /// The data folder of a user: `$XDG_DATA_HOME/sentinel`, else `~/.local/share/sentinel`.
  package init?(environment: [String: String]) {
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      self.init(data: Array("\(data)/sentinel".utf8))
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      self.init(data: Array("\(home)/.local/share/sentinel".utf8))
    } else {
      return nil
    }
  }

  /// The folder of all tools.
  var root: [UInt8] { data + Array("/tools".utf8) }

  /// The folder of all installations of a tool.
  func folder(of name: String) -> [UInt8] { root + Array("/\(name)".utf8) }

  /// The folder of the pinned installation.
  package func installation(of tool: ToolSet.Tool) -> [UInt8] {
    let version = tool.descriptor.installation.version
    return folder(of: tool.descriptor.name)
      + Array("/\(version)-\(tool.lock.digest.prefix(12))".utf8)
  }

  /// The installed tool, after its receipt and its program were checked.
  ///
  /// - Throws: `missing` when it is not installed, `tampered` when it is not what was installed.
  package func locate(_ tool: ToolSet.Tool) throws(ScanError) -> InstalledTool {
    let descriptor = tool.descriptor
    guard let folder = try? FileSystem.resolve(BytePath(installation(of: tool))).bytes else {
      throw ScanError(
        .missing,
        "\(descriptor.name) \(descriptor.installation.version) is not installed; "
          + "run \"sentinel tools install \(descriptor.name)\"", context: descriptor.name)
    }
    let receipt = try receipt(of: tool, in: folder)
    let program = folder + Array("/\(descriptor.command.executable)".utf8)
    guard let bytes = try? FileSystem.read(BytePath(program)),
      SHA256.hex(of: bytes) == receipt.executableDigest
    else {
      throw tampered(descriptor.name, "its program is not the one that was installed")
    }
    return InstalledTool(
      origin: .pinned, version: receipt.version,
      command: Self.command(descriptor, folder),
      readable: [folder, Array(receipt.interpreter.prefix.utf8)],
      folder: folder,
      notes: descriptor.command.needsInterpreter
        ? ["runs on Python \(receipt.interpreter.version)"] : [])
  }

  /// Reads the receipt and holds it against the lock.
  func receipt(of tool: ToolSet.Tool, in folder: [UInt8]) throws(ScanError) -> Receipt {
    let name = tool.descriptor.name
    let path = BytePath(folder).appending(Receipt.name)
    guard let bytes = try? FileSystem.read(path, limit: Receipt.mostBytes),
      let receipt = Receipt.read(bytes)
    else { throw tampered(name, "its receipt is missing or not readable") }
    guard receipt.tool == name, receipt.lockDigest == tool.lock.digest,
      receipt.version == tool.descriptor.installation.version,
      receipt.executable == tool.descriptor.command.executable
    else { throw tampered(name, "its receipt is of another installation") }
    return receipt
  }

  /// The refusal of an installation.
  func tampered(_ name: String, _ what: String) -> ScanError {
    ScanError(
      .tampered,
      "the installation was changed: \(what); run \"sentinel tools install --force \(name)\"",
      context: name)
  }

  /// The start of every command.
  ///
  /// The interpreter gets the program as an argument: the path in the
  /// program's first line is that of the folder in which it was made. It must not look into the
  /// working folder (`-I`), which is the scanned tree.
  static func command(_ descriptor: ToolDescriptor, _ folder: [UInt8]) -> [[UInt8]] {
    let program = folder + Array("/\(descriptor.command.executable)".utf8)
    if !descriptor.command.needsInterpreter { return [program] }
    let options = ["-I", "-B", "-X", "utf8"].map { Array($0.utf8) }
    return [folder + Array("/bin/python".utf8)] + options + [program]
  }
}

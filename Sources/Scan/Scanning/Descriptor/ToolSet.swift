import Sandbox

/// The descriptors of all known tools with their locks and rule packs.
public struct ToolSet: Sendable {
  /// One tool.
  public struct Tool: Sendable {
    /// What is known about it.
    public let descriptor: ToolDescriptor
    /// Its pinned closure.
    public let lock: Lock
    /// Its rule pack, when it has one.
    public let rules: [UInt8]?
  }

  /// The texts of which a tool set is made; the product embeds them, a user's folder may add some.
  public struct Source: Sendable {
    /// The file's name, for messages.
    public let file: String
    /// The descriptor.
    public let descriptor: [UInt8]
    /// Gives the content of a file beside the descriptor.
    public let sibling: @Sendable (String) -> [UInt8]?

    /// Makes a source.
    public init(
      file: String, descriptor: [UInt8], sibling: @escaping @Sendable (String) -> [UInt8]?
    ) {
      self.file = file
      self.descriptor = descriptor
      self.sibling = sibling
    }
  }

  /// The tools, by name.
  public let tools: [Tool]

  /// Reads all sources; a later tool replaces an earlier one of its name.
  ///
  /// - Parameters:
  ///   - sources: The descriptors, those of the product first.
  ///   - rules: The rule pack of a tool by the tool's name.
  /// - Throws: `usage` with all mistakes of all texts.
  public init(
    reading sources: [Source], rules: [String: [UInt8]] = [:]
  ) throws(ScanError) {
    var tools: [String: Tool] = [:]
    var mistakes: [String] = []
    for source in sources {
      do throws(Problems) {
        let descriptor = try ToolDescriptor.parse(source.descriptor, file: source.file)
        let tool = Self.tool(descriptor, source, rules[descriptor.name])
        switch tool {
        case .success(let tool): tools[descriptor.name] = tool
        case .failure(let error): mistakes.append(error.description)
        }
      } catch {
        mistakes.append(error.description)
      }
    }
    if !mistakes.isEmpty { throw ScanError(.usage, mistakes.joined(separator: "\n")) }
    self.tools = tools.values.sorted { $0.descriptor.name < $1.descriptor.name }
  }

  /// The tool of a name.
  public subscript(name: String) -> Tool? { tools.first { $0.descriptor.name == name } }

  private static func tool(
    _ descriptor: ToolDescriptor, _ source: Source, _ rules: [UInt8]?
  ) -> Result<Tool, ScanError> {
    let name = descriptor.installation.lock
    guard let bytes = source.sibling(name) else {
      return .failure(ScanError(.usage, "the lock \(name) is missing", context: source.file))
    }
    do throws(ScanError) {
      let lock = try Lock(parsing: bytes, file: name)
      let pinned = lock.version(of: descriptor.installation.package)
      if pinned != descriptor.installation.version {
        return .failure(
          ScanError(
            .usage,
            "version \(descriptor.installation.version), but the lock pins \(pinned ?? "nothing")",
            context: source.file))
      }
      return .success(Tool(descriptor: descriptor, lock: lock, rules: rules))
    } catch {
      return .failure(error)
    }
  }
}

import Sandbox
internal import YAML

/// The descriptors of all known tools with their locks and rule packs.
package struct ToolSet: Sendable {
  /// A tool as its descriptor, lock and rules describe it, installed or not.
  package struct Tool: Sendable {
    /// What is known about it.
    package let descriptor: ToolDescriptor
    /// Every package that it needs, each with its version and digests.
    package let lock: Lock
    /// The rule packs of ours that it runs.
    package let rules: RulePacks
  }

  /// The texts of which a tool set is made; the product embeds them, a user's folder may add some.
  package struct Source: Sendable {
    /// The file's name, for messages.
    package let file: String
    /// The text of the descriptor, not read yet.
    package let descriptor: [UInt8]
    /// Gives the content of a file beside the descriptor.
    package let sibling: @Sendable (String) -> [UInt8]?

    /// Makes a source; a sibling is nil where there is no such file.
    package init(
      file: String, descriptor: [UInt8], sibling: @escaping @Sendable (String) -> [UInt8]?
    ) {
      self.file = file
      self.descriptor = descriptor
      self.sibling = sibling
    }
  }

  /// The tools, by name.
  package let tools: [Tool]

  /// Reads all sources; a later tool replaces an earlier one of its name.
  ///
  /// - Parameters:
  ///   - sources: The descriptors, those of the product first.
  ///   - rulePacks: The rules of ours by the pack's name, as JSON.
  /// - Throws: `usage` with all mistakes of all texts.
  package init(
    reading sources: [Source], rulePacks: [String: [UInt8]] = [:]
  ) throws(ScanError) {
    var tools: [String: Tool] = [:]
    var mistakes: [String] = []
    for source in sources {
      do throws(Problems) {
        let descriptor = try ToolDescriptor.parse(source.descriptor, file: source.file)
        let tool = Self.tool(descriptor, source, rulePacks)
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

  /// The tool of a name; nil for an unknown one.
  package subscript(name: String) -> Tool? { tools.first { $0.descriptor.name == name } }

  private static func tool(
    _ descriptor: ToolDescriptor, _ source: Source, _ rulePacks: [String: [UInt8]]
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
      let rules = try RulePacks(of: descriptor, from: rulePacks, file: source.file)
      return .success(Tool(descriptor: descriptor, lock: lock, rules: rules))
    } catch {
      return .failure(error)
    }
  }
}

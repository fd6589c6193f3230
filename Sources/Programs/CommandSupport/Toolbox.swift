package import Kernel
package import Policy
internal import ProductData
package import Sandbox
package import Scanning

/// The shipped tools, where they are installed, and what runs them.
package struct Toolbox {
  /// The shipped tools.
  package let tools: ToolSet
  /// Where they are installed.
  package let folder: ToolFolder
  /// What runs them.
  package let runner: SandboxToolRunner
  /// What installs them.
  package let provisioning: Provisioning
  /// What is known of the machine.
  package let host: HostFacts
  /// Every shipped profile by name, with everything inherited.
  package let profiles: [String: EffectiveProfile]
  private let group: HostGroup

  /// Looks at the machine and reads what the program brings.
  ///
  /// - Parameters:
  ///   - isolation: whether a sandbox that lacks a layer may be used.
  ///   - tree: what is scanned or healed, whose links decide nothing about what copies of it see.
  /// - Throws: ``/Terminal/ExitFailure`` with code 5 when the machine cannot be looked at.
  package init(isolation: RunRequest.Isolation, tree: String? = nil) throws {
    let group = try HostGroup(failingWith: 5)
    self.group = group
    var host = group.facts
    host.foreignTrees = tree.map { [BytePath($0)] } ?? []
    self.host = host
    let profiles = Profiles(folders: host.folders, workspace: nil)
    let effective = try Dictionary(
      uniqueKeysWithValues: ProductData.profiles.map { document in
        let name = Profiles.text(document.name)
        return (name, try profiles.effective(name))
      })
    self.profiles = effective
    do {
      tools = try ToolSet(reading: Self.sources, rulePacks: Self.rulePacks)
    } catch {
      throw ExitFailure(code: 70, message: error.description)
    }
    folder = ToolFolder(data: host.folders.data.bytes)
    // The runner holds the group for as long as it can start anything.
    runner = SandboxToolRunner(host: host, isolation: isolation) { name in
      guard let profile = withExtendedLifetime(group, { effective[name] }) else {
        throw Refusal("no profile \"\(name)\"", remedy: "name one of `sentinel profile list`")
      }
      return profile
    }
    let variables = host.environment.variables
    provisioning = Provisioning(
      runner: runner, folder: folder, source: PackageSource(environment: variables),
      searchPath: variables["PATH"] ?? "/usr/local/bin:/usr/bin:/bin")
  }

  /// The tools of the given names, in their order; all of them when none is named.
  package func chosen(_ names: [String]) throws -> [ToolSet.Tool] {
    if names.isEmpty { return tools.tools }
    return try names.map { name in
      guard let tool = tools[name] else {
        let known = tools.tools.map(\.descriptor.name).joined(separator: ", ")
        throw ExitFailure.usage("no tool \"\(name)\"; there are \(known)")
      }
      return tool
    }
  }

  /// The scanners of the given names, in their order; all of them when none is named.
  package func scanners(_ names: [String]) throws -> [ToolSet.Tool] {
    let chosen = try chosen(names)
    if let other = chosen.first(where: { !$0.descriptor.isScanner }), !names.isEmpty {
      throw ExitFailure.usage("\"\(other.descriptor.name)\" is not a scanner; fixers need it")
    }
    return chosen.filter(\.descriptor.isScanner)
  }

  /// The rules of a tool as a file, for whoever runs it by hand; nothing for tools with their own.
  package func rulesFile(of tool: ToolSet.Tool) throws -> BytePath? {
    guard let rules = tool.rules.all else { return nil }
    let folder = BytePath(self.folder.data).appending("rules")
    let path = folder.appending("\(tool.descriptor.name).json")
    if (try? FileSystem.read(path)) != rules {
      try FileSystem.makeFolder(folder)
      try FileSystem.write(rules, to: path)
    }
    return path
  }

  private static var sources: [ToolSet.Source] {
    ProductData.tools.map { document in
      ToolSet.Source(
        file: "tools/\(document.name).yaml", descriptor: Profiles.bytes(document.text)
      ) { name in
        guard name.hasSuffix(".lock") else { return nil }
        let stem = String(name.dropLast(".lock".count))
        return ProductData.document(named: stem, in: ProductData.toolLocks).map {
          Profiles.bytes($0.text)
        }
      }
    }
  }

  private static var rulePacks: [String: [UInt8]] {
    Dictionary(
      uniqueKeysWithValues: ProductData.rulePacks.map {
        (Profiles.text($0.name), Profiles.bytes($0.text))
      })
  }
}

/// Exit codes of an error of the scanning module.
package enum ScanExit {
  /// The code of one error.
  package static func of(_ error: ScanError) -> Int32 {
    switch error.code {
    case .usage: 2
    case .sandbox, .tampered: 5
    default: 3
    }
  }
}

// The one import of full Foundation: PackagePlugin's interface takes and gives its URLs, and no smaller
// module has a walk through a folder. A plug-in runs in the build; nothing of it reaches a program.
import Foundation
import PackagePlugin

/// Generates the Swift file that carries `profiles/`, `tools/` and `rules/` inside the binary.
@main
struct EmbedProductData: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let root = context.package.directoryURL
    let output = context.pluginWorkDirectoryURL.appending(path: "ProductData+Generated.swift")
    let folders = ["profiles", "tools", "rules"].map { root.appending(path: $0) }
    return [
      .buildCommand(
        displayName: "Embedding profiles, tools and rules",
        executable: try context.tool(named: "embed-product-data").url,
        arguments: [root.path(percentEncoded: false), output.path(percentEncoded: false)],
        inputFiles: folders.flatMap(inputs),
        outputFiles: [output])
    ]
  }

  /// Every YAML file, lock and fixer below a folder, without the examples that test the rules.
  ///
  /// Files that come and go are noticed through the links in Sources/Sandbox/ProductData: the package is
  /// planned anew, and this plug-in run again, when something changes below a target's folder.
  private func inputs(below folder: URL) -> [URL] {
    let enumerator = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let files = (enumerator?.allObjects ?? []).compactMap { $0 as? URL }
    return files.filter {
      ["yaml", "lock", "py"].contains($0.pathExtension) && !$0.pathComponents.contains("examples")
    }
    .sorted { $0.path < $1.path }
  }
}

import Advisories
import ArgumentParser
import CommandSupport
import Kernel
import Sandbox
internal import Text

/// `sentinel advisories import`: from advisories in files to the store that scans ask.
struct AdvisoriesImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Makes the store that scans ask from advisories in OSV's format.",
    discussion: """
      Reads every .json, .yaml and .yml file below the given folders: OSV's archives unpacked, \
      PyPA's, Go's and other databases in OSV's schema. The new store takes the place of the old \
      one, whole or not at all. A file that is no advisory is named and nothing is replaced, unless \
      --skip-broken says to go on without it. Of two advisories of one identifier the first counts.

      Examples:
        git clone --depth 1 https://github.com/pypa/advisory-database
        sentinel advisories import advisory-database/vulns
        sentinel advisories import osv/PyPI osv/npm --skip-broken

      Exit codes: 0 imported; 1 a file is no advisory, or none was found; 2 usage.
      """)

  @Argument(help: "Folders or files with advisories.")
  var places: [String]

  @Flag(help: "Go on without files that are no advisories; they are named.")
  var skipBroken = false

  @Option(help: "The folder in which the store is made; by default that of your user.")
  var store: String?

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let (writer, problems) = try AdvisoryData.read(places)
    for problem in problems.prefix(20) { Console.error("\(problem)\n") }
    if problems.count > 20 { Console.error("… and \(problems.count - 20) more\n") }
    if !problems.isEmpty, !skipBroken {
      throw ExitFailure(
        code: 1,
        message: "\(problems.count) files are no advisories and nothing was replaced; "
          + "mend them, or go on without them by --skip-broken")
    }
    guard !writer.isEmpty else {
      throw ExitFailure(
        code: 1, message: "no advisory about a package of a known ecosystem was found there")
    }
    let folder = store.map { BytePath($0) } ?? AdvisoryData.folder()
    let manifest: StoreManifest
    do throws(KernelFailure) {
      try FileSystem.makeFolder(folder, mode: OwnFolders.mode)
      manifest = try AdvisoryData.write(writer, to: folder, durable: true)
    } catch {
      throw ExitFailure(code: 70, message: "the store cannot be written: \(error.reason)")
    }
    try AdvisoriesStatusCommand.show(manifest, in: folder, asJSON: json)
  }
}

/// `sentinel advisories status`: what the store holds and how old it is.
struct AdvisoriesStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Tells what the store of advisories holds and how old it is.",
    discussion: """
      Examples:
        sentinel advisories status
        sentinel advisories status --json

      Exit codes: 0 there is a store; 1 there is none; 2 it cannot be read.
      """)

  @Option(help: "The folder of the store; by default that of your user.")
  var store: String?

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let folder = store.map { BytePath($0) } ?? AdvisoryData.folder()
    let path = folder.appending(AdvisoryStore.fileName)
    guard FileSystem.exists(path) else {
      throw ExitFailure(
        code: 1,
        message: "\(folder) holds no store; make one with `sentinel advisories import FOLDER`")
    }
    try Self.show(AdvisoryData.open(path).manifest, in: folder, asJSON: json)
  }

  /// Prints what a store says about itself.
  static func show(_ manifest: StoreManifest, in folder: BytePath, asJSON: Bool) throws {
    guard !asJSON else {
      return try Console.output(String(decoding: manifest.value.serialized(), as: UTF8.self))
    }
    let width = (manifest.ecosystems.keys.map(\.count).max() ?? 0) + 2
    let names = manifest.ecosystems.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
      "  \($0.key)\(String(repeating: " ", count: width - $0.key.count))\($0.value)"
    }
    let lines =
      [
        "\(manifest.advisories) advisories in \(folder), imported \(manifest.made), "
          + "the newest of \(manifest.newest ?? "no known date")"
      ] + names
      + (manifest.leftOut == 0
        ? [] : ["\(manifest.leftOut) left out, which name no package of a known ecosystem"])
    try Console.output(lines.joined(separator: "\n") + "\n")
  }
}

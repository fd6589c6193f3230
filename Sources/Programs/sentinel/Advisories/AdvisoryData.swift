import Advisories
import CommandSupport
import FoundationEssentials
import Kernel
import Sandbox
internal import Text

/// The advisories of this user, and those that a command names.
enum AdvisoryData {
  /// The moment at which the command runs, as `YYYY-MM-DDThh:mm:ssZ`.
  static func now() -> String { Date().formatted(Date.ISO8601FormatStyle()) }

  /// The folder in which imported advisories lie.
  static func folder() -> BytePath {
    OwnFolders(environment: .current()).data.appending("advisories")
  }

  /// Opens the user's store; nil where nothing was imported yet.
  static func userStore() throws -> AdvisoryStore? {
    let path = folder().appending(AdvisoryStore.fileName)
    return FileSystem.exists(path) ? try open(path) : nil
  }

  /// Opens the store in a folder, or makes one for the moment of the advisories that lie there.
  static func store(in folder: String) throws -> AdvisoryStore {
    let path = BytePath(folder)
    let stored = path.appending(AdvisoryStore.fileName)
    if FileSystem.exists(stored) { return try open(stored) }
    let (writer, problems) = try read([folder])
    if let problem = problems.first {
      throw ExitFailure.usage(
        "--advisories: \(problems.count) files are no advisories, such as \(problem)")
    }
    guard !writer.isEmpty else {
      throw ExitFailure.usage(
        "--advisories: \(VisibleText.escaped(folder)) holds no advisory in OSV's format "
          + "(.json or .yaml) and no store")
    }
    do {
      WorkFolder.sweep(workKind, in: "/tmp")
      let work = try WorkFolder(workKind, in: "/tmp")
      try write(writer, to: work.path, durable: false)
      // The open file outlives its folder.
      return try withExtendedLifetime(work) {
        try open(work.path.appending(AdvisoryStore.fileName))
      }
    } catch let failure as KernelFailure {
      throw ExitFailure(code: 70, message: "no temporary store can be made: \(failure.reason)")
    }
  }

  /// How the names of folders for stores of one command begin.
  private static let workKind = "sentinel-advisories"

  /// Writes a store in its folder, whole or not at all.
  @discardableResult
  static func write(
    _ writer: AdvisoryStoreWriter, to folder: BytePath, durable: Bool
  ) throws(KernelFailure) -> StoreManifest {
    try FileSystem.write(to: folder.appending(AdvisoryStore.fileName), durable: durable) {
      (file) throws(KernelFailure) in try writer.write(to: file)
    }
  }

  /// Reads every advisory of some folders or files.
  ///
  /// - Returns: What was read, and each file that could not be.
  static func read(_ places: [String]) throws -> (AdvisoryStoreWriter, problems: [String]) {
    var folder = AdvisoryFolder(into: AdvisoryStoreWriter(made: now()))
    for place in places {
      do {
        try folder.read(BytePath(place))
      } catch {
        throw ExitFailure.usage("\(VisibleText.escaped(place)): \(error.reason); name a folder")
      }
    }
    let problems = folder.problems.map { "\($0.path): \(VisibleText.line($0.message))" }
    return (folder.take(), problems)
  }

  /// Opens a store and checks that it is whole.
  static func open(_ path: BytePath) throws -> AdvisoryStore {
    do {
      return try AdvisoryStore(path)
    } catch {
      throw ExitFailure.usage(error.description)
    }
  }
}

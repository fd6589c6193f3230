import CommandSupport
import Glibc
import Judging
import Kernel
import Proposals
import Sandbox
import Scanning
internal import Text
import Verification

/// The tree that a bundle's change is for, as a folder that nobody else writes to.
struct VerifyBase {
  /// The tree.
  let copy: WorkCopy
  /// What a reader must know about it.
  let notes: [String]
  private let toolbox: Toolbox
  private let isolation: RunRequest.Isolation

  /// Takes the named tree where it is the base, else the commit out of its repository.
  init(_ path: BytePath, for check: BundleCheck, isolation: RunRequest.Isolation) throws {
    let folder = BytePath(check.folder)
    self.isolation = isolation
    toolbox = try Toolbox(isolation: isolation, tree: path.description)
    do {
      let given = try WorkCopy(of: path)
      if check.isBase(given.tree) {
        copy = given
        notes = []
        return
      }
      let below = path.appending(folder)
      if Self.leads(to: below, in: path) {
        let inner = try WorkCopy(of: below)
        if check.isBase(inner.tree) {
          copy = inner
          notes = []
          return
        }
      }
      guard let commit = check.commit,
        let exported = try BaseExport.write(
          commit, of: path, by: SandboxedGit(on: toolbox.trialMachine(isolation)))
      else {
        copy = given
        notes = []
        return
      }
      defer { withExtendedLifetime(exported) {} }
      let tree = exported.path.appending("tree")
      let base = folder.bytes.isEmpty ? tree : tree.appending(folder)
      guard folder.bytes.isEmpty || Self.leads(to: base, in: tree) else {
        throw KernelFailure(call: "open", object: folder.description, number: ENOENT)
      }
      copy = try WorkCopy(of: base)
      notes = ["Installed packages of the checkout: the commit alone was looked at."]
    } catch {
      throw ExitFailure.usage("--base \(path): \(error); name the folder of the project")
    }
  }

  /// Whether a folder that a bundle names is there, and in the tree when every link is followed.
  private static func leads(to folder: BytePath, in tree: BytePath) -> Bool {
    guard let place = try? FileSystem.resolve(folder), let root = try? FileSystem.resolve(tree)
    else { return false }
    return place.isWithin(root) && place != root
  }

  /// What tries the change, with the scanners that are installed.
  func trialRunner(_ constitution: Constitution, test: String?) throws -> EvidenceTrialRunner {
    var options = TrialOptions()
    do throws(TestCommandMistake) {
      options.test = try test.map { text throws(TestCommandMistake) in try TestCommand(text) }
    } catch {
      throw ExitFailure.usage(
        "the bundle's command for tests: \(VisibleText.escaped(error.message))")
    }
    options.scanners = try toolbox.trialScanners()
    return try EvidenceTrialRunner(
      on: copy, constitution: constitution,
      machine: toolbox.trialMachine(isolation), options: options)
  }
}

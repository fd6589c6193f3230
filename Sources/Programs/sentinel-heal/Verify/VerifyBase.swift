import Equipment
import Judging
import Kernel
import Proposals
import Sandbox
import Scanning
import Terminal
import Trials

/// The tree that a bundle's change is for, as a folder that nobody else writes to.
struct VerifyBase {
  /// The tree.
  let copy: WorkCopy
  /// What a reader must know about it.
  let notes: [String]

  /// Takes the named tree where it is the base, else the commit out of its repository.
  init(_ path: BytePath, for check: BundleCheck) throws {
    let folder = BytePath(check.folder)
    do {
      let given = try WorkCopy(of: path)
      if check.isBase(given.tree) {
        copy = given
        notes = []
        return
      }
      let below = path.appending(folder)
      if !folder.bytes.isEmpty, FileSystem.exists(below) {
        let inner = try WorkCopy(of: below)
        if check.isBase(inner.tree) {
          copy = inner
          notes = []
          return
        }
      }
      guard let commit = check.commit, let exported = try BaseExport.write(commit, of: path) else {
        copy = given
        notes = []
        return
      }
      defer { try? FileSystem.remove(exported) }
      copy = try WorkCopy(of: exported.appending("tree").appending(folder))
      notes = ["Installed packages of the checkout: the commit alone was looked at."]
    } catch {
      throw ExitFailure.usage("--base \(path): \(error); name the folder of the project")
    }
  }

  /// What tries the change, with the scanners that are installed.
  func bench(
    _ constitution: Constitution, test: String?, isolation: RunRequest.Isolation
  ) throws -> EvidenceBench {
    var options = TrialOptions()
    do throws(TestCommandMistake) {
      options.test = try test.map { text throws(TestCommandMistake) in try TestCommand(text) }
    } catch {
      throw ExitFailure.usage("the bundle's command for tests: \(Visible.text(error.message))")
    }
    let toolbox = try Toolbox(isolation: isolation)
    guard let profile = toolbox.profiles["fix"] else {
      throw ExitFailure(code: 70, message: "this program was built without the profile fix")
    }
    let installed = try toolbox.scanners([]).compactMap { tool -> ChosenTool? in
      guard let found = try? toolbox.folder.locate(tool) else { return nil }
      return ChosenTool(tool, .success(found))
    }
    if !installed.isEmpty {
      options.scanners = Scanners(tools: installed, runner: toolbox.runner)
    }
    return EvidenceBench(
      on: copy, constitution: constitution,
      machine: TrialMachine(host: toolbox.host, profile: profile, isolation: isolation),
      options: options)
  }
}

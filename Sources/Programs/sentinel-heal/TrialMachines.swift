import CommandSupport
import Kernel
import Sandbox
import Scanning
import Verification

extension Toolbox {
  /// The installed scanners that look at trials; there may be none, and then what could be installed
  /// is still known.
  func trialScanners() throws -> Scanners {
    let chosen = try scanners([])
    let installed = chosen.compactMap { tool -> ChosenTool? in
      guard let found = try? folder.locate(tool) else { return nil }
      return ChosenTool(tool, .success(found))
    }
    return Scanners(
      tools: installed, installable: Set(chosen.map(\.descriptor.name)), runner: runner)
  }

  /// The machine that trials and git run on; the toolbox must outlive what runs there.
  ///
  /// - Throws: with code 70 when the program was built without the profile.
  func trialMachine(_ isolation: RunRequest.Isolation) throws -> TrialMachine {
    guard let profile = profiles["fix"] else {
      throw ExitFailure(code: 70, message: "this program was built without the profile fix")
    }
    return TrialMachine(host: host, profile: profile, isolation: isolation)
  }
}

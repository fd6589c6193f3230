internal import FoundationEssentials
internal import Kernel
internal import Policy
internal import ProductData
internal import Sandbox
internal import TestSupport
package import Verification

extension SandboxedGit {
  /// Git as the product confines it, with whatever layers of protection the machine has.
  package static func shared() throws -> SandboxedGit {
    let launcher = Executables.shared.sentinel.deletingLastPathComponent()
      .appending(path: "sentinel-launch")
    let host = try HostFacts.read(launcher: BytePath(launcher.path))
    guard let document = ProductData.document(named: "fix", in: ProductData.profileArchives) else {
      throw CocoaError(.fileNoSuchFile)
    }
    let archive = try ProfileArchive(reading: Array(document.text.description.utf8))
    return SandboxedGit(
      on: TrialMachine(host: host, profile: archive.profile, isolation: .available))
  }
}

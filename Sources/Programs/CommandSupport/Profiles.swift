package import Kernel
package import Policy
internal import ProductData
package import Sandbox
internal import YAML

/// The shipped profiles and those of the user.
package struct Profiles {
  private let overrides: String
  private let workspace: String?

  /// A workspace is never a source of policy.
  package init(folders: OwnFolders, workspace: BytePath?) {
    overrides = folders.configuration.appending("profiles").description
    self.workspace = workspace?.description
  }

  /// The profile that the user names, with everything inherited.
  package func effective(_ reference: String) throws -> EffectiveProfile {
    if let shipped = shipped(reference) { return shipped }
    do {
      return try catalog.effective(reference, groups: groups())
    } catch let problems as Problems {
      throw ExitFailure.usage(problems.description)
    }
  }

  /// A shipped profile as the build has resolved it, unless a file of the user's has a say in it.
  private func shipped(_ name: String) -> EffectiveProfile? {
    guard let document = ProductData.document(named: name, in: ProductData.profileArchives),
      let archive = try? ProfileArchive(reading: Self.bytes(document.text)),
      !archive.line.contains(where: { ProfileFile.read("\(overrides)/\($0).yaml") != nil })
    else { return nil }
    return archive.profile
  }

  /// All profiles as texts.
  package var catalog: ProfileCatalog {
    ProfileCatalog(
      builtIn: ProductData.profiles.map { (Self.text($0.name), Self.bytes($0.text)) },
      overrides: overrides, workspace: workspace)
  }

  /// The system-call groups that profiles name.
  package func groups() throws -> SyscallGroups {
    let text = ProductData.syscallGroups.first.map { Self.bytes($0.text) } ?? []
    return try SyscallGroups(parsing: text, file: "groups.yaml")
  }

  /// The text of a shipped profile, or of the file that the user names.
  package func source(_ reference: String) throws -> String {
    if let document = ProductData.document(named: reference, in: ProductData.profiles) {
      return Self.text(document.text)
    }
    return String(decoding: try FileSystem.read(BytePath(reference), limit: 2 << 20), as: UTF8.self)
  }

  /// The bytes of a literal.
  package static func bytes(_ text: StaticString) -> [UInt8] {
    text.withUTF8Buffer { unsafe Array($0) }
  }

  /// The text of a literal.
  package static func text(_ text: StaticString) -> String {
    String(decoding: bytes(text), as: UTF8.self)
  }
}

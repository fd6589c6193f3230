import Kernel
import ProductData
import Sandbox

/// The shipped profiles and those of the user.
struct Profiles {
  let catalog: ProfileCatalog
  let groups: SyscallGroups

  /// Reads what is built in; a workspace is never a source of policy.
  init(folders: OwnFolders, workspace: BytePath?) throws {
    catalog = ProfileCatalog(
      builtIn: ProductData.profiles.map { (Self.text($0.name), Self.bytes($0.text)) },
      overrides: folders.configuration.appending("profiles").description,
      workspace: workspace?.description)
    let groups = ProductData.syscallGroups.first.map { Self.bytes($0.text) } ?? []
    self.groups = try SyscallGroups(parsing: groups, file: "groups.yaml")
  }

  /// The profile that the user names, with everything inherited.
  func effective(_ reference: String) throws -> EffectiveProfile {
    do {
      return try catalog.effective(reference, groups: groups)
    } catch {
      throw ExitFailure.usage(error.description)
    }
  }

  /// The text of a shipped profile, or of the file that the user names.
  func source(_ reference: String) throws -> String {
    if let document = ProductData.document(named: reference, in: ProductData.profiles) {
      return Self.text(document.text)
    }
    return String(decoding: try FileSystem.read(BytePath(reference), limit: 2 << 20), as: UTF8.self)
  }

  static func bytes(_ text: StaticString) -> [UInt8] {
    text.withUTF8Buffer { unsafe Array($0) }
  }

  static func text(_ text: StaticString) -> String { String(decoding: bytes(text), as: UTF8.self) }
}

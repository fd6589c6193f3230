internal import Glibc
package import Kernel
package import Text

/// A bundle as a stranger has it: a folder of files, none of which is believed.
package struct BundleFolder: Sendable {
  /// Why a folder holds no bundle.
  package struct Problem: Error, Equatable {
    /// One sentence.
    package var message: String
  }

  /// The manifest's bytes.
  package let manifestBytes: [UInt8]
  /// The manifest.
  package let manifest: JSONValue
  /// Every other file of the evidence, by name.
  package let files: [String: [UInt8]]
  /// The patch beside the evidence; nil where the folder is the evidence alone.
  package let mail: [UInt8]?

  private static let mostFiles = 1_000
  private static let mostBytes = 1 << 26

  /// Reads the folder of a proposal, or of its evidence.
  ///
  /// - Parameter path: the folder; links in it are not followed.
  /// - Throws: ``Problem`` when it is no bundle at all; what is wrong with one is for ``BundleCheck``.
  package init(_ path: BytePath) throws(Problem) {
    let inner = path.appending("evidence")
    let isWhole = FileSystem.exists(inner)
    var files = try Self.files(of: isWhole ? inner : path)
    guard let bytes = files.removeValue(forKey: EvidenceBundle.manifestName) else {
      throw Problem(
        message: "\(path) holds no \(EvidenceBundle.manifestName); name the folder of a proposal")
    }
    manifestBytes = bytes
    do { manifest = try JSONValue(parsing: bytes) } catch {
      throw Problem(message: "\(EvidenceBundle.manifestName): \(error)")
    }
    guard manifest["schema"] == "sentinel.evidence/1" else {
      throw Problem(
        message: "\(EvidenceBundle.manifestName) is not a document of sentinel.evidence/1")
    }
    self.files = files
    guard isWhole else {
      mail = nil
      return
    }
    let patches = try Self.files(of: path).filter { $0.key.hasSuffix(".patch") }
    guard patches.count == 1 else {
      throw Problem(message: "\(path) holds \(patches.count) patches, not one")
    }
    mail = patches.first?.value
  }

  /// The regular files of a folder, whose names are text.
  private static func files(of path: BytePath) throws(Problem) -> [String: [UInt8]] {
    do throws(KernelFailure) {
      let folder = try Descriptor.open(path, O_RDONLY | O_DIRECTORY)
      let names = try folder.entries()
      guard names.count <= mostFiles else {
        throw KernelFailure(call: "list", object: path.description, number: E2BIG)
      }
      var files: [String: [UInt8]] = [:]
      for name in names where try folder.status(of: name).kind == .regular {
        guard let text = String(validating: name.bytes, as: UTF8.self) else { continue }
        let file = try folder.openBeneath(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        files[text] = try file.readAll(limit: mostBytes)
      }
      return files
    } catch {
      throw Problem(message: error.description)
    }
  }
}

internal import Git
internal import Glibc
package import Kernel
internal import Patches

/// The tree under test as a folder of Sentinel's own.
///
/// It holds what the folder holds on disk, untracked files included, and installed packages
/// (`node_modules`, virtual environments), without which tests do not run. It has no history,
/// references, remotes or `.git`, no files that look like keys, and no links that lead out: a
/// candidate cannot look up the next commit, and there is nothing in it to carry away. Nothing of a
/// repository is run or obeyed.
package final class WorkCopy: Sendable {
  /// How the folders of trials are named.
  static let kind = "sentinel-trial"

  private let folder: WorkFolder
  /// The tree for reading; without installed packages.
  package let tree: FolderTree
  /// The commit that a git repository was checked out from; nil for a plain folder.
  package let base: String?
  /// What the copy does not have.
  package let omitted: [OmittedFile]

  /// Copies a folder.
  ///
  /// - Parameters:
  ///   - source: the folder with the tree; it is opened once and read by descriptor.
  ///   - place: the folder in which the copy is made.
  /// - Throws: when the folder cannot be read, or is beyond what a copy holds (E2BIG, ELOOP).
  package init(of source: BytePath, in place: BytePath = "/tmp") throws(KernelFailure) {
    let opened = try Descriptor.open(source, O_RDONLY | O_DIRECTORY)
    let resolved = try FileSystem.resolve(source)
    WorkFolder.sweep(Self.kind, in: place)
    folder = try WorkFolder(Self.kind, in: place)
    let root = folder.path.appending("tree")
    try FileSystem.makeFolder(root)
    var copier = TreeCopier(.copy)
    try copier.fill(try Descriptor.open(root, O_RDONLY | O_DIRECTORY), from: opened)
    omitted = copier.omitted
    tree = try FolderTree(root)
    let repository = try? SourceRepository.find(at: resolved)
    base = try? repository.flatMap { try $0.head() }
  }

  /// Where further folders of its kind are made.
  var place: BytePath { folder.base }

  /// The root of the copy; nobody may change it.
  package var root: BytePath { folder.path.appending("tree") }

  /// What was left out, a sentence for each reason; empty when nothing was.
  package var omissions: [String] {
    Dictionary(grouping: omitted, by: \.reason).map { reason, files in
      let names = files.prefix(5).map(\.path.description).joined(separator: ", ")
      let more = files.count > 5 ? " and \(files.count - 5) more" : ""
      return "not in the work copy (\(reason.rawValue)): \(names)\(more)"
    }.sorted()
  }
}

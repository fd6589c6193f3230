internal import Glibc
internal import Kernel

/// A folder of one run for what its payload may have on disk; removed with this value.
final class RunFolder {
  private static let kind = "sentinel-run"

  /// Where it is, absolute and without links; only its owner enters.
  let path: BytePath
  /// The payload's id where that is not the caller's; nil where it is.
  let owner: UInt32?
  private let folder: WorkFolder

  /// Makes one, and removes what killed runs have left.
  ///
  /// - Parameters:
  ///   - owner: Who gets what is made in it; nil for the caller.
  ///   - base: The folder for temporary files; one in the workspace is not used.
  ///   - workspace: The workspace, which a folder in it would become a part of.
  /// - Throws: What the kernel says.
  init(for owner: UInt32?, in base: BytePath, outside workspace: BytePath?) throws {
    let isInside =
      try workspace.map {
        try FileSystem.resolve(base).isWithin(try FileSystem.resolve($0))
      } ?? false
    let place: BytePath = isInside ? "/tmp" : base
    WorkFolder.sweep(Self.kind, in: place)
    folder = try WorkFolder(Self.kind, in: place, mode: owner == nil ? 0o700 : 0o711)
    path = folder.path
    self.owner = owner
    // The way to the workspace may have been closed to others; so is the way to its copy.
    try give(path)
  }

  /// Makes a folder in it for its owner alone.
  func makeFolder(_ name: BytePath) throws(KernelFailure) -> BytePath {
    let made = path.appending(name)
    try FileSystem.makeFolder(made, mode: 0o700)
    try give(made)
    return made
  }

  private func give(_ folder: BytePath) throws(KernelFailure) {
    let opened = try Descriptor.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    if let owner, fchown(opened.number, owner, owner) != 0 {
      throw KernelFailure.last("fchown", folder.description)
    }
    guard fchmod(opened.number, 0o700) == 0 else {
      throw KernelFailure.last("fchmod", folder.description)
    }
  }
}

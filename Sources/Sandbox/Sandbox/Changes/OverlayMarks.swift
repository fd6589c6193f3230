internal import CKernel
internal import Kernel

/// The marks that an overlay keeps in extended attributes of its upper layer.
///
/// An overlay made in a user namespace keeps them as `user.overlay.*`; one made by host root as
/// `trusted.overlay.*`, which only root can read or forge. A command inside cannot forge the former:
/// the kernel keeps what it sets as `user.overlay.overlay.*`, which means nothing here.
struct OverlayMarks: Equatable {
  /// `y`: the folder hides the one of the workspace.
  var isOpaque = false
  /// `x`: empty files in the folder may be whiteouts; it is not opaque.
  var mayHoldWhiteouts = false
  /// An empty file that stands for a deletion.
  var isWhiteout = false
  /// The data lies in the workspace; only the rest was copied.
  var isMetacopy = false
  /// Where the folder, or the data, was before it was renamed.
  var redirect: BytePath?

  /// What a folder of a whole copy says: nothing of the workspace shows through.
  static let ofCopies = OverlayMarks(isOpaque: true)

  private init(isOpaque: Bool) { self.isOpaque = isOpaque }

  init(of file: borrowing Descriptor) {
    let opaque = Self.value("opaque", of: file)
    isOpaque = opaque == [UInt8(ascii: "y")]
    mayHoldWhiteouts = opaque == [UInt8(ascii: "x")]
    isWhiteout = Self.value("whiteout", of: file) != nil
    isMetacopy = Self.value("metacopy", of: file) != nil
    redirect = Self.value("redirect", of: file).map { BytePath($0) }
  }

  /// The place in the workspace that a redirect names; nil for one that no overlay writes.
  ///
  /// An absolute one starts at the workspace's top, another one is a name in `folder`.
  func redirected(in folder: BytePath?) -> BytePath? {
    guard let redirect, !redirect.components.isEmpty else { return nil }
    let parts = redirect.components
    let isPlain = parts.allSatisfy { !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
    guard isPlain else { return nil }
    let path = BytePath(parts.joined(separator: [UInt8(ascii: "/")]))
    if redirect.isAbsolute { return path }
    guard let folder, parts.count == 1 else { return nil }
    return folder.appending(path)
  }

  private static func value(_ name: String, of file: borrowing Descriptor) -> [UInt8]? {
    var buffer = [CChar](repeating: 0, count: 4096)
    for space in ["user", "trusted"] {
      let size = unsafe sentinel_get_attribute(
        file.number, "\(space).overlay.\(name)", &buffer, buffer.count)
      if size >= 0 { return buffer.prefix(size).map { UInt8(bitPattern: $0) } }
    }
    return nil
  }
}

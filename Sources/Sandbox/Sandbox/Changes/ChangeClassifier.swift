internal import Kernel
internal import Patches

/// Tells from path, type and mode what a change may do to whoever accepts it.
struct ChangeClassifier {
  /// The workspace on the host.
  let workspace: BytePath

  func classify(_ path: BytePath, _ node: TreeNode) -> Change.Class {
    switch node.kind {
    case .characterDevice, .blockDevice: return .device
    case .fifo: return .fifo
    case .socket: return .socket
    case .directory: return .directory
    case .regular where node.permissions & 0o6000 != 0: return .setuid
    case .regular, .link: break
    }
    let names = path.components
    if let kind = SteeringNames.kind(ofPath: names) { return Change.Class(kind) }
    if let target = node.target {
      return leadsOutside(target, from: path.parent) ? .linkOutside : .link
    }
    if names.contains(where: { $0.first == UInt8(ascii: ".") }) { return .dotfile }
    if node.permissions & 0o111 != 0 { return .executable }
    return node.isBinary ? .binary : .text
  }

  /// Whether a link's target is not certainly inside the workspace.
  ///
  /// A `..` after a name counts as outside: the name may be a link itself.
  func leadsOutside(_ target: BytePath, from folder: BytePath) -> Bool {
    var parts = target.components[...]
    var depth = folder.components.count
    if target.isAbsolute {
      let own = workspace.components
      guard parts.count >= own.count, zip(parts, own).allSatisfy({ $0.elementsEqual($1) }) else {
        return true
      }
      parts = parts.dropFirst(own.count)
      depth = 0
    }
    var hasName = false
    for part in parts where !part.isName(".") {
      if part.isName("..") {
        depth -= 1
        if depth < 0 || hasName { return true }
      } else {
        hasName = true
      }
    }
    return false
  }
}

extension ArraySlice<UInt8> {
  fileprivate func isName(_ text: String) -> Bool {
    elementsEqual(text.utf8)
  }
}

extension Change.Class {
  /// The class of what steers others.
  init(_ kind: SteeringNames.Kind) {
    self =
      switch kind {
      case .git: .git
      case .hook: .hook
      case .ciConfig: .ciConfig
      case .agentConfig: .agentConfig
      case .editorConfig: .editorConfig
      case .toolConfig: .toolConfig
      }
  }
}

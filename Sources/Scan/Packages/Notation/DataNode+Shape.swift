internal import Text

/// What must be a list or a mapping, because an empty answer for anything else would look clean.
extension DataNode {
  /// The elements of a list; none where the value is absent or nothing.
  ///
  /// - Parameter name: The name to look under.
  /// - Returns: The elements in the order of the file.
  /// - Throws: `PackageFileError` where something else stands there.
  func list(_ name: String) throws(PackageFileError) -> [DataNode] {
    guard let value = self[name] else { return [] }
    switch value.content {
    case .list(let elements): return elements
    case .nothing: return []
    case .text, .mapping: throw PackageFileError("\"\(name)\" is no list", line: value.line)
    }
  }

  /// The entries of a mapping; none where the value is absent or nothing.
  ///
  /// - Parameter name: The name to look under.
  /// - Returns: The entries in the order of the file.
  /// - Throws: `PackageFileError` where something else stands there.
  func entries(_ name: String) throws(PackageFileError) -> [Mapping.Entry] {
    guard let value = self[name] else { return [] }
    switch value.content {
    case .mapping(let mapping): return mapping.entries
    case .nothing: return []
    case .text, .list: throw PackageFileError("\"\(name)\" is no mapping", line: value.line)
    }
  }
}

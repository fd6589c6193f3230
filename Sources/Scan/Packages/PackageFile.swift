/// A kind of file that names packages with their versions.
package struct PackageFile: Sendable {
  /// The name of the format, as its tool calls it, such as `poetry.lock`.
  package var format: String
  /// Decides by the parts of a path, the last one being the file's name.
  package var matches: @Sendable (_ path: [Substring]) -> Bool
  /// Reads a whole file.
  package var read: @Sendable (_ bytes: [UInt8]) throws(PackageFileError) -> PackageList

  /// Makes a kind of file.
  package init(
    format: String, matches: @escaping @Sendable (_ path: [Substring]) -> Bool,
    read: @escaping @Sendable (_ bytes: [UInt8]) throws(PackageFileError) -> PackageList
  ) {
    self.format = format
    self.matches = matches
    self.read = read
  }

  /// Makes a kind of file that one name tells.
  package init(
    named name: String,
    read: @escaping @Sendable (_ bytes: [UInt8]) throws(PackageFileError) -> PackageList
  ) {
    self.init(format: name, matches: { $0.last == name[...] }, read: read)
  }
}

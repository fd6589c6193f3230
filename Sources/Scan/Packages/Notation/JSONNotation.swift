internal import Text

extension DataNode {
  /// Reads a JSON text with the line of every value.
  init(readingJSON bytes: [UInt8]) throws(PackageFileError) {
    do {
      self = try DataNode(parsingJSON: bytes)
    } catch {
      throw PackageFileError(error.description)
    }
  }
}

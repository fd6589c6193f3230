internal import Text

extension DataNode {
  /// Reads a JSON text with the line of every value; comments and late commas pass when relaxed.
  init(readingJSON bytes: [UInt8], isRelaxed: Bool = false) throws(PackageFileError) {
    do {
      self = try DataNode(parsingJSON: bytes, isRelaxed: isRelaxed)
    } catch {
      throw PackageFileError(error.description)
    }
  }
}

internal import Text
internal import YAML

extension DataNode {
  /// The most bytes of a YAML lock file; the largest public ones have some 3 MB.
  private static let mostYAMLBytes = 32 << 20

  /// Reads a YAML text with the line of every value.
  init(parsingYAML bytes: [UInt8]) throws(PackageFileError) {
    do {
      self.init(try YAMLParser.parse(bytes, file: "", sizeLimit: Self.mostYAMLBytes))
    } catch {
      throw PackageFileError(error.all.first?.message ?? "not YAML", line: error.all.first?.line)
    }
  }
}

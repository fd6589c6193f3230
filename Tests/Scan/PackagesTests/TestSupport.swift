import Advisories
import Testing

@testable import Packages

/// A file of some kind with what it says.
struct Sample: CustomTestStringConvertible, Sendable {
  let path: String
  let text: String
  let packages: [String]
  var omissions: [String] = []

  var testDescription: String { path }

  /// Reads a file by the kind that its path tells.
  static func read(_ path: String, _ bytes: [UInt8]) throws -> PackageList {
    let kind = try #require(PackageFile.kind(of: Array(path.utf8)), "\(path) is of no kind")
    return try kind.read(bytes)
  }

  static func read(_ path: String, _ text: String) throws -> PackageList {
    try read(path, Array(text.utf8))
  }
}

extension LockedPackage {
  /// The package on one line: `ecosystem name version :line`, then `dev` and `direct` where they hold.
  var words: String {
    "\(ecosystem) \(name) \(version) :\(line)" + (isDevelopment ? " dev" : "")
      + (isDirect == true ? " direct" : "")
  }
}

extension Omission {
  /// The omission on one line.
  var words: String { "\(name) :\(line)" }
}

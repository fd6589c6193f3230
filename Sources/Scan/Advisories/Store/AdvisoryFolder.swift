internal import Glibc
package import Kernel

/// Reads every advisory below a folder, as OSV's archives and the public databases lay them out.
///
/// Files that end in `.json`, `.yaml` or `.yml` are read, the rest and names with a leading dot are
/// not; links are not followed.
package struct AdvisoryFolder {
  /// A file that holds no advisory although its name says so.
  package struct Problem: Equatable, Sendable {
    /// The file below the folder, as bytes.
    package var path: BytePath
    /// What is wrong with it.
    package var message: String
  }

  /// How many advisories were read.
  package private(set) var count = 0
  /// The files that could not be read, in the order of the walk.
  package private(set) var problems: [Problem] = []
  private var writer: AdvisoryStoreWriter

  /// The deepest folder, and the largest file: the largest advisory of OSV has some 5 MB.
  private static let mostDepth = 16
  private static let mostBytes = 64 << 20

  /// Makes a reader that hands everything to a writer.
  package init(into writer: AdvisoryStoreWriter) { self.writer = writer }

  /// The writer with everything that was read.
  package consuming func take() -> AdvisoryStoreWriter { writer }

  /// Reads a folder or a single file.
  ///
  /// - Parameter path: The place, which the user named; a link is followed only here.
  /// - Throws: When the place itself cannot be opened.
  package mutating func read(_ path: BytePath) throws(KernelFailure) {
    let resolved = try FileSystem.resolve(path)
    if try FileStatus.of(resolved).kind == .directory {
      let folder = try Descriptor.open(resolved, O_RDONLY | O_DIRECTORY)
      try visit(folder, at: BytePath(""), depth: 0)
    } else {
      let folder = try Descriptor.open(resolved.parent, O_RDONLY | O_DIRECTORY)
      read(resolved.name, in: folder, at: resolved.name)
    }
  }

  private mutating func visit(
    _ folder: borrowing Descriptor, at path: BytePath, depth: Int
  ) throws(KernelFailure) {
    for name in try folder.entries() where name.bytes.first != UInt8(ascii: ".") {
      let child = path.bytes.isEmpty ? name : path.appending(name)
      switch try? folder.status(of: name).kind {
      case .directory where depth < Self.mostDepth:
        do throws(KernelFailure) {
          let next = try folder.openBeneath(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
          try visit(next, at: child, depth: depth + 1)
        } catch {
          problems.append(Problem(path: child, message: error.reason))
        }
      case .directory: problems.append(Problem(path: child, message: "nested too deeply"))
      case .regular: read(name, in: folder, at: child)
      case nil: problems.append(Problem(path: child, message: "it cannot be looked at"))
      default: break
      }
    }
  }

  private mutating func read(_ name: BytePath, in folder: borrowing Descriptor, at path: BytePath) {
    let isYAML = [".yaml", ".yml"].contains { name.bytes.ends(with: $0.utf8) }
    guard isYAML || name.bytes.ends(with: ".json".utf8) else { return }
    do {
      let bytes = try folder.readFile(name, limit: Self.mostBytes)
      writer.add(try AdvisoryReader.read(bytes, isYAML: isYAML))
      count += 1
    } catch let failure as KernelFailure {
      problems.append(Problem(path: path, message: failure.reason))
    } catch {
      problems.append(Problem(path: path, message: "\(error)"))
    }
  }
}

extension [UInt8] {
  fileprivate func ends(with suffix: some Collection<UInt8>) -> Bool {
    self.suffix(suffix.count).elementsEqual(suffix)
  }
}

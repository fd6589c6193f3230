package import YAML

/// Finds profiles by name or file and resolves what they inherit.
package struct ProfileCatalog {
  /// Reads a file, or yields nothing where there is none.
  package typealias Loader = (_ path: String) -> ProfileFile?

  private let builtIn: [String: [UInt8]]
  private let overrides: String?
  private let workspace: String?
  private let load: Loader

  /// Makes a catalog.
  ///
  /// - Parameters:
  ///   - builtIn: The shipped texts by name.
  ///   - overrides: The user's folder, whose `NAME.yaml` comes before the shipped text.
  ///   - workspace: The resolved path of the tree under test, from which nothing is read; absent
  ///     where the caller trusts it by an explicit flag.
  ///   - load: How files are read.
  package init(
    builtIn: [(name: String, bytes: [UInt8])], overrides: String? = nil, workspace: String? = nil,
    load: @escaping Loader = ProfileFile.read
  ) {
    self.builtIn = Dictionary(builtIn.map { ($0.name, $0.bytes) }, uniquingKeysWith: { $1 })
    self.overrides = overrides
    self.workspace = workspace
    self.load = load
  }

  /// The names of the shipped profiles, sorted.
  package var builtInNames: [String] { builtIn.keys.sorted() }

  /// Reads the profile that a command line names: a file if it holds a slash or ends in `.yaml`.
  package func profile(_ reference: String) throws(Problems) -> Profile {
    let mark = Mark(file: "--profile", line: 1, column: 1)
    return try find(reference, isHeldBy: nil, from: mark).profile
  }

  /// Resolves the profile that a command line names, with all it inherits.
  package func effective(
    _ reference: String, groups: SyscallGroups
  ) throws(Problems) -> EffectiveProfile {
    let mark = Mark(file: "--profile", line: 1, column: 1)
    let found = try find(reference, isHeldBy: nil, from: mark)
    return try resolve(found, groups: groups)
  }

  /// Resolves a profile whose text the caller holds, such as one under examination.
  package func effective(
    _ profile: Profile, groups: SyscallGroups
  ) throws(Problems) -> EffectiveProfile {
    try resolve(Found(profile: profile, isOverride: true), groups: groups)
  }

  /// A shipped profile with all it inherits, for the build to put into the binary.
  package func archive(
    _ name: String, groups: SyscallGroups
  ) throws(Problems) -> ProfileArchive {
    let found = try find(name, isHeldBy: nil, from: Mark(file: name, line: 1, column: 1))
    let line = try inheritance(of: found).map(\.profile.name)
    return ProfileArchive(profile: try resolve(found, groups: groups), line: line)
  }

  // MARK: Inheritance

  private struct Found {
    var profile: Profile
    /// Whether it stands before a shipped profile of the same name, which it then may inherit.
    var isOverride: Bool
  }

  private func resolve(_ found: Found, groups: SyscallGroups) throws(Problems) -> EffectiveProfile {
    let line = try inheritance(of: found)
    let log = ProblemLog()
    let merge = ProfileMerge(groups: groups, log: log)
    let effective = line.reversed().reduce(EffectiveProfile.floor(groups)) {
      merge.merge($1.profile, over: $0)
    }
    try log.throwIfAny()
    return effective
  }

  /// A profile and what it inherits from, the farthest ancestor last.
  private func inheritance(of found: Found) throws(Problems) -> [Found] {
    var line = [found]
    while let last = line.last, let parent = last.profile.inherits {
      let next = try find(parent.value, isHeldBy: last, from: parent.mark)
      if line.contains(where: { $0.profile.start.file == next.profile.start.file }) {
        let names = (line + [next]).map(\.profile.name).joined(separator: " → ")
        throw Problems([
          Problem(
            parent.mark, "profile \"\(parent.value)\" inherits from itself: \(names)",
            remedy: "inherit from a profile that stands on its own")
        ])
      }
      line.append(next)
    }
    return line
  }

  // MARK: Lookup

  private func find(
    _ reference: String, isHeldBy heir: Found?, from mark: Mark
  ) throws(Problems) -> Found {
    if heir == nil, reference.contains("/") || reference.hasSuffix(".yaml") {
      guard let file = load(reference) else {
        throw Problems([
          Problem(mark, "there is no profile \(reference)", remedy: "write the path of a file")
        ])
      }
      return try read(file, at: reference)
    }
    let isOwnParent = heir?.isOverride == true && heir?.profile.name == reference
    if Profile.isName(reference), !isOwnParent, let overrides {
      let path = "\(overrides)/\(reference).yaml"
      if let file = load(path) { return try read(file, at: path, mustBeNamed: reference) }
    }
    if let bytes = builtIn[reference] {
      let profile = try Profile(parsing: bytes, file: "profiles/\(reference).yaml")
      return Found(profile: profile, isOverride: false)
    }
    throw Problems([
      Problem(
        mark, "there is no profile \"\(reference)\"",
        remedy: Suggestion.remedy(for: reference, in: builtInNames))
    ])
  }

  private func read(
    _ file: ProfileFile, at path: String, mustBeNamed name: String? = nil
  ) throws(Problems) -> Found {
    let start = Mark(file: path, line: 1, column: 1)
    if let (message, remedy) = refusal(of: file) {
      throw Problems([Problem(start, message, remedy: remedy)])
    }
    let profile = try Profile(parsing: file.bytes, file: path)
    if let name, profile.name != name {
      throw Problems([
        Problem(
          profile.mark(of: "name"), "the file is found as \"\(name)\" but names itself otherwise",
          remedy: "write \"name: \(name)\" or rename the file")
      ])
    }
    return Found(profile: profile, isOverride: true)
  }

  /// Why a file is not believed, and what to do.
  private func refusal(of file: ProfileFile) -> (message: String, remedy: String)? {
    if file.isSymbolicLink {
      return ("the profile is a symbolic link", "name the file that it leads to")
    }
    if !file.isRegular { return ("the profile is not a regular file", "name a regular file") }
    if file.mode & 0o002 != 0 {
      return ("anyone may write the profile", "take that right away with chmod o-w")
    }
    if let workspace, file.resolvedPath == workspace || file.resolvedPath.hasPrefix(workspace + "/")
    {
      return (
        "the profile lies in the tree that it is to confine",
        "keep it elsewhere"
      )
    }
    return nil
  }
}

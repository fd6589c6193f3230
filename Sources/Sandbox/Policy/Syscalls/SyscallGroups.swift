package import YAML

/// The system calls by what they are for, with the conditions and answers that always hold.
package struct SyscallGroups: Sendable {
  /// One group, with everything it includes resolved.
  package struct Group: Sendable {
    /// The name without `@`.
    package var name: String
    /// Why a profile would name it, in one sentence.
    package var reason: String
    /// The names of its calls, sorted.
    package var calls: [String]
  }

  /// The groups by name without `@`.
  package let groups: [String: Group]

  /// Calls that were judged and belong to no group.
  package let withheld: [String]

  /// Conditions that hold wherever the call is allowed, unless a profile replaces them.
  package let conditions: [Located<ArgumentCondition>]

  /// Answers to calls that are not allowed, unless a profile replaces them.
  package let answers: [SyscallAnswer]

  /// Reads the text of schema `sentinel.syscall-groups/1`.
  package init(parsing bytes: [UInt8], file: String) throws(Problems) {
    let log = ProblemLog()
    let root = try YAMLParser.parse(bytes, file: file)
    guard let reader = MappingReader(root, name: "", log: log) else { throw Problems(log.all) }
    reader.requireSchema("sentinel.syscall-groups/1")
    let written = Self.written(reader)
    withheld = reader.texts("withheld").compactMap {
      SyscallRulesReader.callName($0, log)?.value
    }
    conditions = SyscallRulesReader.conditions(reader, "arguments")
    answers = SyscallRulesReader.answers(reader, "answers").map(\.value)
    reader.finish()
    var resolved: [String: Group] = [:]
    for name in written.keys.sorted() {
      var path: [String] = []
      let calls = Self.calls(of: name, in: written, path: &path, log)
      let reason = written[name]?.reason ?? ""
      resolved[name] = Group(name: name, reason: reason, calls: calls.sorted())
    }
    groups = resolved
    try log.throwIfAny()
  }

  /// The calls that an entry of `syscalls.allow` or `.deny` stands for, or nothing if unknown.
  package func calls(for entry: Located<String>, log: ProblemLog) -> [String] {
    guard entry.value.hasPrefix("@") else {
      return SyscallRulesReader.callName(entry, log).map { [$0.value] } ?? []
    }
    if let group = groups[String(entry.value.dropFirst())] { return group.calls }
    log.report(
      entry.mark, "unknown group \"\(entry.value)\"",
      remedy: Suggestion.remedy(for: entry.value, in: groups.keys.sorted().map { "@" + $0 }))
    return []
  }

  private struct Written {
    var reason: String
    var calls: [String]
    var include: [Located<String>]
  }

  private static func written(_ reader: MappingReader) -> [String: Written] {
    guard let groups = reader.mapping("groups") else { return [:] }
    var written: [String: Written] = [:]
    for entry in groups.freeEntries() {
      let path = groups.path(entry.name)
      guard let group = MappingReader(entry.value, name: path, log: reader.log) else { continue }
      let calls = group.texts("calls").compactMap {
        SyscallRulesReader.callName($0, reader.log)?.value
      }
      written[entry.name] = Written(
        reason: group.requiredText("reason")?.value ?? "", calls: calls,
        include: group.texts("include"))
      group.finish()
    }
    return written
  }

  private static func calls(
    of name: String, in written: [String: Written], path: inout [String], _ log: ProblemLog
  ) -> Set<String> {
    guard let group = written[name] else { return [] }
    path.append(name)
    defer { path.removeLast() }
    var calls = Set(group.calls)
    for include in group.include {
      let target = String(include.value.dropFirst(include.value.hasPrefix("@") ? 1 : 0))
      if written[target] == nil {
        log.report(
          include.mark, "unknown group \"\(include.value)\"",
          remedy: Suggestion.remedy(for: target, in: written.keys.sorted()))
      } else if path.contains(target) {
        log.report(
          include.mark, "group \"@\(target)\" includes itself", remedy: "remove this inclusion")
      } else {
        calls.formUnion(Self.calls(of: target, in: written, path: &path, log))
      }
    }
    return calls
  }
}

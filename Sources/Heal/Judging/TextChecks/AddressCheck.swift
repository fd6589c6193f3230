internal import Patches

/// New network addresses in code whose host the base does not know.
struct AddressCheck: Check {
  private let known: Set<String>

  /// The most bytes of the base that are searched for a host.
  private static let mostBytes = 32 << 20

  init(_ fields: inout ArticleFields) { known = Set(fields.texts("known")) }

  func breaches(in input: JudgeInput) -> [Observation] {
    if input.isExactRevert { return [] }
    let found = input.files.filter { $0.role == .production || $0.role == .other }
      .flatMap { file -> [(file: FileCase, line: Int, host: String)] in
        let old = Set((file.change.old.map { Self.hosts(in: $0) } ?? []))
        return file.added.flatMap { line, text in
          Self.hosts(in: Array(text.utf8)).filter { !old.contains($0) && !isKnown($0) }
            .map { (file, line, $0) }
        }
      }
    if found.isEmpty { return [] }
    let base = hosts(of: input)
    return found.filter { !base.contains($0.host) }
      .map { Observation($0.file.path, $0.line, $0.host) }
  }

  private func isKnown(_ host: String) -> Bool {
    known.contains { host == $0 || host.hasSuffix("." + $0) }
  }

  private func hosts(of input: JudgeInput) -> Set<String> {
    var hosts: Set<String> = []
    var left = Self.mostBytes
    for path in input.basePaths where FileRole(path) != .test {
      guard left > 0, let bytes = input.base.entry(at: path)?.content else { continue }
      left -= bytes.count
      hosts.formUnion(Self.hosts(in: bytes))
    }
    return hosts
  }

  /// The hosts behind `://`, in lower case; holes and empty hosts are left out.
  static func hosts(in bytes: [UInt8]) -> Set<String> {
    var hosts: Set<String> = []
    var index = 0
    while index + 3 < bytes.count {
      guard bytes[index] == UInt8(ascii: ":"), bytes[index + 1] == UInt8(ascii: "/"),
        bytes[index + 2] == UInt8(ascii: "/")
      else {
        index += 1
        continue
      }
      let rest = bytes[(index + 3)...].prefix { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
          || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
      }
      let host = String(decoding: rest, as: UTF8.self).lowercased()
      if !host.isEmpty { hosts.insert(host) }
      index += 3 + rest.count
    }
    return hosts
  }
}

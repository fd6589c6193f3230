internal import CSeccomp
internal import Glibc
internal import Text

/// Keeps compiled and checked filters between runs, in the user's own cache folder.
///
/// A file is named by what it was made from and sealed with a secret that lies elsewhere, because a
/// cache is what others restore, share and mount. Anything that does not fit exactly is made anew, so
/// the worst a broken cache can cost is time.
package struct FilterCache {
  private let folder: String
  private let secret: [UInt8]?
  private let compile: (SyscallPolicy) throws(FilterError) -> CompiledFilter

  /// Uses a folder that exists and that only its owner can write; without a secret nothing is kept.
  package init(folder: String, secret: [UInt8]?) {
    self.init(folder: folder, secret: secret) { policy throws(FilterError) in
      try FilterCompiler.compile(policy)
    }
  }

  init(
    folder: String, secret: [UInt8]?,
    compile: @escaping (SyscallPolicy) throws(FilterError) -> CompiledFilter
  ) {
    self.folder = folder
    self.secret = secret
    self.compile = compile
  }

  /// The filter of a policy: the kept one if it is whole, else a new one, which is then kept.
  ///
  /// A cache that cannot be written is no failure.
  package func filter(for source: PolicySource) throws(FilterError) -> CompiledFilter {
    guard let secret else { return try compile(source.policy()) }
    let key = Self.key(for: source)
    let path = "\(folder)/\(SHA256.hex(key)).filter"
    if let bytes = CacheFile.read(path), let filter = CachedFilter.decode(bytes, key: key, secret) {
      return filter
    }
    let filter = try compile(source.policy())
    CacheFile.write(CachedFilter.encode(filter, key: key, secret), to: path, in: folder)
    return filter
  }

  /// The digest of everything that a compiled filter depends on.
  package static func key(for source: PolicySource) -> [UInt8] {
    let version = unsafe seccomp_version().map { unsafe $0.pointee } ?? scmp_version()
    let library = "\(version.major).\(version.minor).\(version.micro)"
    let made = "filter/\(FilterCompiler.version) \(library) \(seccomp_arch_native()) "
    return SHA256.digest(of: Array((made + kernelRelease + "\n").utf8), source.canonicalBytes)
  }

  private static var kernelRelease: String {
    var name = utsname()
    guard unsafe uname(&name) == 0 else { return "unknown" }
    return unsafe withUnsafeBytes(of: name.release) { raw in
      unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

/// The file form of a filter: key, listener, answers, program, and the seal over all before it.
enum CachedFilter {
  private static let magic = Array("sentinel.filter/2\n".utf8)

  static func encode(
    _ filter: CompiledFilter, key: [UInt8], _ secret: [UInt8]
  ) -> [UInt8] {
    var bytes = magic + key + [filter.usesListener ? 1 : 0]
    bytes += word(filter.answers.highestKnown) + word(UInt32(filter.answers.entries.count))
    for entry in filter.answers.entries {
      bytes += word(entry.number) + word(UInt32(entry.errorNumber)) + [entry.argumentMask]
    }
    bytes += word(UInt32(filter.program.count)) + filter.program
    return bytes + seal(bytes[...], secret)
  }

  /// HMAC-SHA256, whose secret is shorter than a block: a digest alone could be made by anybody.
  static func seal(_ bytes: ArraySlice<UInt8>, _ secret: [UInt8]) -> [UInt8] {
    let pad = { (mask: UInt8) in
      (0..<64).map { ($0 < secret.count ? secret[$0] : 0) ^ mask }
    }
    return SHA256.digest(of: pad(0x5c), SHA256.digest(of: pad(0x36), Array(bytes)))
  }

  /// The filter, or nothing if any byte is not as it was written for this key with this secret.
  static func decode(_ bytes: [UInt8], key: [UInt8], _ secret: [UInt8]) -> CompiledFilter? {
    let end = bytes.count - 32
    guard end > magic.count + key.count + 13, bytes.starts(with: magic + key),
      bytes[end...].elementsEqual(seal(bytes[..<end], secret))
    else { return nil }
    var next = magic.count + key.count
    let listener = bytes[next]
    next += 1
    let highest = word(bytes, &next), count = Int(word(bytes, &next))
    guard listener < 2, count < 4096, end - next >= count * 9 + 4 else { return nil }
    var entries: [DenialAnswers.Entry] = []
    entries.reserveCapacity(count)
    for _ in 0..<count {
      let number = word(bytes, &next), answer = word(bytes, &next)
      guard answer < 4096 else { return nil }
      entries.append(
        DenialAnswers.Entry(
          number: number, errorNumber: UInt16(answer), argumentMask: bytes[next]))
      next += 1
    }
    let length = Int(word(bytes, &next))
    guard length == end - next else { return nil }
    let program = Array(bytes[next..<end])
    guard (try? BPFProgram(bytes: program)) != nil else { return nil }
    return CompiledFilter(
      program: program, answers: DenialAnswers(entries: entries, highestKnown: highest),
      usesListener: listener == 1)
  }

  private static func word(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// The four bytes from `next` on, which the caller knows to be there.
  private static func word(_ bytes: [UInt8], _ next: inout Int) -> UInt32 {
    defer { next += 4 }
    return UInt32(bytes[next]) | UInt32(bytes[next + 1]) << 8 | UInt32(bytes[next + 2]) << 16
      | UInt32(bytes[next + 3]) << 24
  }
}

import FoundationEssentials
import Glibc
import Kernel
import TestSupport
import Testing
import Text

@testable import Policy
@testable import Sandbox

@Suite struct FilterCacheTests {
  private static let secret = [UInt8](repeating: 7, count: 32)

  private final class Compilations {
    var count = 0
  }

  /// Runs a body with a cache in a fresh folder, which is removed afterwards.
  private func withCache(
    _ body: (FilterCache, Compilations, String) throws -> Void
  ) throws {
    let folder = "/tmp/sentinel-filter-cache-\(UInt64.random(in: .min ... .max))"
    let result = unsafe mkdir(folder, 0o700)
    #expect(result == 0)
    defer {
      for name in files(in: folder) { unsafe unlink("\(folder)/\(name)") }
      unsafe rmdir(folder)
    }
    let compilations = Compilations()
    let cache = FilterCache(folder: folder, secret: Self.secret) { policy throws(FilterError) in
      compilations.count += 1
      return try FilterCompiler.compileUnchecked(policy)
    }
    try body(cache, compilations, folder)
  }

  private func files(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { raw in
        unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  @Test func `a filter is compiled once and read back equal`() throws {
    try withCache { cache, compilations, folder in
      let source = try Shipped.source("default")
      let first = try cache.filter(for: source)
      #expect(try cache.filter(for: source) == first)
      #expect(compilations.count == 1)
      let names = files(in: folder)
      #expect(names.count == 1)
      var status = stat()
      let result = unsafe stat("\(folder)/\(names[0])", &status)
      #expect(result == 0)
      #expect(status.st_mode & 0o777 == 0o600)
    }
  }

  @Test func `another policy has another file`() throws {
    try withCache { cache, compilations, folder in
      _ = try cache.filter(for: Shipped.source("default"))
      _ = try cache.filter(for: Shipped.source("default", listener: .none))
      _ = try cache.filter(for: Shipped.source("default", readWrite: true))
      #expect(compilations.count == 3)
      #expect(files(in: folder).count == 3)
    }
  }

  @Test func `a file with any byte changed, cut off or open to others is made anew`() throws {
    try withCache { cache, compilations, folder in
      let source = try Shipped.source("strict")
      let good = try cache.filter(for: source)
      let path = "\(folder)/\(files(in: folder)[0])"
      let whole = try #require(CacheFile.read(path))
      for index in stride(from: 0, to: whole.count, by: 997) {
        var broken = whole
        broken[index] ^= 0x40
        CacheFile.write(broken, to: path, in: folder)
        #expect(try cache.filter(for: source) == good)
      }
      CacheFile.write(Array(whole.dropLast(9)), to: path, in: folder)
      #expect(try cache.filter(for: source) == good)
      let before = compilations.count
      let result = unsafe chmod(path, 0o644)
      #expect(result == 0)
      #expect(try cache.filter(for: source) == good)
      #expect(compilations.count == before + 1)
    }
  }

  @Test func `a file that anybody could have made is not believed`() throws {
    try withCache { cache, compilations, folder in
      let source = try Shipped.source("strict")
      let good = try cache.filter(for: source)
      let path = "\(folder)/\(files(in: folder)[0])"
      let whole = try #require(CacheFile.read(path))
      // The last instruction becomes one that allows everything, and the digest is made to fit.
      var forged = Array(whole.dropLast(32))
      forged.replaceSubrange((forged.count - 8)..., with: [6, 0, 0, 0, 0, 0, 0xff, 0x7f])
      for digest in [
        SHA256.digest(of: forged), CachedFilter.seal(forged[...], []),
        CachedFilter.seal(forged[...], [UInt8](repeating: 8, count: 32)),
      ] {
        CacheFile.write(forged + digest, to: path, in: folder)
        #expect(try cache.filter(for: source) == good)
      }
      #expect(compilations.count == 4)
      // With the secret the same bytes are taken, so it is the seal alone that keeps them out.
      CacheFile.write(
        forged + CachedFilter.seal(forged[...], Self.secret), to: path, in: folder)
      #expect(try cache.filter(for: source) != good, "the control is not taken")
    }
  }

  @Test func `without a secret nothing is kept`() throws {
    try withCache { _, _, folder in
      let cache = FilterCache(folder: folder, secret: nil)
      _ = try cache.filter(for: Shipped.source("strict"))
      #expect(files(in: folder).isEmpty)
    }
  }

  @Test func `a symbolic link in place of the file is not followed`() throws {
    try withCache { cache, compilations, folder in
      let source = try Shipped.source("strict")
      _ = try cache.filter(for: source)
      let path = "\(folder)/\(files(in: folder)[0])"
      let renamed = unsafe rename(path, "\(folder)/moved")
      let linked = unsafe symlink("\(folder)/moved", path)
      #expect(renamed == 0 && linked == 0)
      _ = try cache.filter(for: source)
      #expect(compilations.count == 2)
    }
  }

  @Test func `what differs in anything that the filter depends on has a key of its own`() throws {
    var sources = [try Shipped.source("default"), try Shipped.source("default", readWrite: true)]
    let change = { (edit: (inout EffectiveProfile.Syscalls) throws -> Void) in
      var syscalls = sources[0].syscalls
      try edit(&syscalls)
      sources.append(PolicySource(syscalls, writesHost: false))
    }
    try change { $0.allow.removeLast() }
    try change { $0.listener = .none }
    try change { $0.answers["ptrace"] = .noEntry }
    try change { $0.conditions.removeLast() }
    try change { syscalls in
      let index = try #require(syscalls.conditions.firstIndex { $0.values.count > 1 })
      syscalls.conditions[index].values.removeLast()
    }
    try change { syscalls in
      let index = try #require(syscalls.conditions.firstIndex { $0.mask != nil })
      syscalls.conditions[index].mask = nil
    }
    #expect(Set(sources.map { FilterCache.key(for: $0) }).count == sources.count)
  }

  @Test func `a folder that cannot be written costs time only`() throws {
    let cache = FilterCache(folder: "/nonexistent", secret: Self.secret)
    #expect(try cache.filter(for: Shipped.source("strict")).instructionCount > 100)
  }

  @Test func `the filter of one policy is not believed in the place of another's`() throws {
    try withCache { cache, compilations, folder in
      let strict = try Shipped.source("strict"), open = try Shipped.source("default")
      let right = try cache.filter(for: strict)
      let place = "\(folder)/\(SHA256.hex(FilterCache.key(for: strict))).filter"
      let whole = try #require(CacheFile.read(place))
      let other = try cache.filter(for: open)
      let from = "\(folder)/\(SHA256.hex(FilterCache.key(for: open))).filter"
      let bytes = try #require(CacheFile.read(from))
      #expect(bytes != whole && other != right, "the control swaps nothing")
      CacheFile.write(bytes, to: place, in: folder)
      #expect(try cache.filter(for: strict) == right)
      // Nor with the name of the one inside, and nothing sealed anew.
      let key = FilterCache.key(for: open), wanted = FilterCache.key(for: strict)
      let start = try #require(bytes.indices.first { bytes[$0...].starts(with: key) })
      var renamed = bytes
      renamed.replaceSubrange(start..<(start + key.count), with: wanted)
      CacheFile.write(renamed, to: place, in: folder)
      #expect(try cache.filter(for: strict) == right)
      #expect(compilations.count == 4)
    }
  }

  /// What may have happened to the secret's file, as a line of shell in its folder.
  private static let damages = [
    "chmod 640 cache.key", "chmod 606 cache.key", "truncate -s 31 cache.key",
    "echo >> cache.key", ": > cache.key", "ln cache.key second",
    "mv cache.key kept; ln -s kept cache.key", "rm cache.key; mkfifo cache.key",
    "rm cache.key; mkdir cache.key", "chmod 770 .", "chmod 707 .",
  ]

  @Test(arguments: damages)
  func `a secret that others may know or have made is none`(damage: String) throws {
    let scratch = try Scratch("secret")
    let folders = OwnFolders(
      environment: Environment(entries: [Array("HOME=\(scratch.url.path)".utf8)]))
    let made = try #require(OwnSecret.read(folders))
    #expect(OwnSecret.read(folders) == made, "the control is not kept")
    let shell = try HostProcess.run(
      ["/bin/sh", "-ec", "cd \"$1\"; \(damage)", "sh", folders.data.description])
    #expect(shell.code == 0, "\(shell.errors)")
    #expect(OwnSecret.read(folders) == nil)
  }

  @Test func `first starts at the same time end with one secret`() async throws {
    let scratch = try Scratch("secret")
    let folders = OwnFolders(
      environment: Environment(entries: [Array("HOME=\(scratch.url.path)".utf8)]))
    let found = await withTaskGroup(of: [UInt8]?.self) { group in
      for _ in 0..<16 { group.addTask { OwnSecret.read(folders) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    // Whoever lost goes without a cache or with the other's secret, never with half of one.
    #expect(found.allSatisfy { $0 == nil || $0?.count == 32 })
    let kept = try #require(OwnSecret.read(folders))
    #expect(found.contains(kept))
  }
}

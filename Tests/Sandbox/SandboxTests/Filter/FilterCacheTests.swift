import Glibc
import Testing

@testable import Sandbox

@Suite struct FilterCacheTests {
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
    let cache = FilterCache(folder: folder) { policy throws(FilterError) in
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
    let cache = FilterCache(folder: "/nonexistent")
    #expect(try cache.filter(for: Shipped.source("strict")).instructionCount > 100)
  }
}

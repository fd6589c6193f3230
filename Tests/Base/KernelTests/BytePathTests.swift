import Kernel
import Testing
import Text

@Suite struct BytePathTests {
  @Test(arguments: [
    ("/a/b/../c", "/a/c"), ("a/./b", "a/b"), ("//a//b/", "/a/b"), ("/..", "/"), ("../a", "a"),
    ("", ""),
  ])
  func `normalising looks at no link`(path: String, normal: String) {
    #expect(BytePath(path).normalised == BytePath(normal))
  }

  @Test func `every short path is taken apart as its components say`() {
    var paths: [[UInt8]] = [[]]
    for length in 1...6 {
      for path in paths where path.count == length - 1 { paths += "/.a".utf8.map { path + [$0] } }
    }
    for bytes in paths {
      let path = BytePath(bytes)
      let parts = bytes.split(separator: UInt8(ascii: "/"))
      let root: [UInt8] = path.isAbsolute ? [UInt8(ascii: "/")] : []
      let before = root + parts.dropLast().joined(separator: [UInt8(ascii: "/")])
      #expect(path.components == parts && path.depth == parts.count, "\(path)")
      #expect(path.name.bytes == Array(parts.last ?? []), "\(path)")
      #expect(path.parent.bytes == before, "\(path)")
      var kept: [ArraySlice<UInt8>] = []
      for part in parts where !part.elementsEqual(".".utf8) {
        if part.elementsEqual("..".utf8) { _ = kept.popLast() } else { kept.append(part) }
      }
      #expect(
        path.normalised.bytes == root + kept.joined(separator: [UInt8(ascii: "/")]), "\(path)")
      for other in ["/", "/a", "a/", "/a/a", ""] as [BytePath] {
        let within = parts.starts(with: other.components) { $0.elementsEqual($1) }
        #expect(path.isWithin(other) == within, "\(path) in \(other)")
      }
    }
  }

  @Test func `what lies within is a matter of whole components`() {
    #expect(BytePath("/a/b").isWithin("/a"))
    #expect(BytePath("/a").isWithin("/a"))
    #expect(!BytePath("/ab").isWithin("/a"))
    #expect(BytePath("/a").isWithin("/"))
  }

  @Test func `an absolute path below another one replaces it`() {
    #expect(BytePath("/a").appending("b") == "/a/b")
    #expect(BytePath("/a/").appending("b") == "/a/b")
    #expect(BytePath("/a").appending(BytePath("/b")) == "/b")
  }

  @Test func `bytes end at a NUL`() {
    #expect(BytePath([97, 0, 98]).bytes == [97])
  }

  @Test(arguments: [
    ("plain ü", "plain ü"), ("\u{1B}[31m", "\\x1b[31m"), ("a\nb", "a\\x0ab"),
    ("\u{202E}evil", "\\u{202e}evil"), ("\u{9B}", "\\x9b"), ("\u{200B}", "\\u{200b}"),
  ])
  func `hostile text is made visible`(text: String, shown: String) {
    #expect(VisibleText.escaped(text) == shown)
  }

  @Test func `bytes that are not UTF-8 are shown one by one`() {
    #expect(VisibleText.escaped([0x61, 0xFF, 0xC3, 0xBC, 0xC3]) == "a\\xffü\\xc3")
  }
}

/// Reads text that any number of programs have written: each line is offered to every reader in turn.
enum TextLog {
  /// The order matters: what is long and unmistakable comes before what is short.
  private static var readers: [any TextReader] {
    [
      JSONLines(), Annotations(), TitledPlace(), PythonTraceback(), UnittestText(), PytestText(),
      GoTestText(), CargoTestText(), SwiftTestText(), GoogleTestText(), JUnitTree(), SurefireText(),
      RSpecText(), SpecList(), TAP(), AtStack(), GoPanic(), RustPanic(), NumberedStack(),
      SwiftCrash(),
      RubyStack(), RustcText(), ShellcheckText(), BanditText(), HeadedList(), BracketLine(),
      KeyedLine(), ProseLine(), CompilerLine(), BuildLog(),
    ]
  }

  /// Reads plain text; one that came out of another report holds no streams of JSON.
  static func read(_ text: String, into sink: inout Sink) {
    read(
      Page(TerminalText.plain(Array(text.utf8)), longest: sink.limits.line), readers.dropFirst(),
      into: &sink)
  }

  /// Reads a whole log.
  static func read(_ bytes: [UInt8], into sink: inout Sink) {
    let page = LogPrefixes.stripped(
      Page(TerminalText.plain(bytes), longest: sink.limits.line, most: sink.limits.lines))
    if page.lines.count >= sink.limits.lines {
      sink.cut(.lines, "only the first \(sink.limits.lines) lines were read")
    }
    if let longest = page.lines.max(by: { $0.count < $1.count }), longest.count > sink.limits.line {
      sink.cut(
        .lines, "of a line of \(longest.count) bytes only \(sink.limits.line) were looked at")
    }
    read(page, readers[...], into: &sink)
  }

  private static func read(
    _ page: Page, _ readers: ArraySlice<any TextReader>, into sink: inout Sink
  ) {
    var page = page
    var readers = Array(readers)
    while !page.isAtEnd, !sink.isFull {
      let start = page.index
      if !page.line().isAtEnd {
        for index in readers.indices where readers[index].read(&page, into: &sink) { break }
      }
      if page.index == start { page.index += 1 }
    }
    for index in readers.indices { readers[index].finish(into: &sink) }
  }
}

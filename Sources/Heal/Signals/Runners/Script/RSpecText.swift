/// The failures that RSpec, Minitest and PHPUnit list by number.
struct RSpecText: TextReader {
  private var isActive = false

  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    if page.line().rest == "Failures:" || page.line().starts(with: "There was ")
      || page.line().starts(with: "There were ")
    {
      isActive = true
      return false
    }
    if let result = rerun(page.line()) {
      // Named again at the end; a list without details above has nothing else.
      if !sink.reading.tests.contains(where: { $0.id.name == result.id.name }) {
        sink.add(result, .rspec)
      }
      page.index += 1
      return true
    }
    guard isActive else { return false }
    var line = page.line()
    line.skipBlanks()
    guard line.takeNumber() != nil, line.take(") ") else { return false }
    let title = line.trimmed
    let isPHP = title.utf8.contains(UInt8(ascii: ":")) && title.contains("::")
    let isRSpec = page.line(1).contains("Failure/Error:")
    guard isPHP || isRSpec else { return false }
    page.index += 1
    body(title, isPHP: isPHP, &page, into: &sink)
    return true
  }

  private func body(_ title: String, isPHP: Bool, _ page: inout Page, into sink: inout Sink) {
    var lines: [String] = []
    var place: Place?
    var frames: [Frame] = []
    while !page.isAtEnd, lines.count < 400 {
      var line = ByteCursor(page.line().trimmed)
      if line.takeNumber() != nil, line.take(") ") { break }
      line = ByteCursor(page.line().trimmed)
      if line.starts(with: "Finished in ") || line.starts(with: "FAILURES!")
        || line.starts(with: "ERRORS!")
      {
        break
      }
      let hasMark = line.take("# ")
      if hasMark || isPHP, let found = DiagnosticPlace.read(line),
        found.rest.isAtEnd || found.hasColon
      {
        place = place ?? found.place
        frames.append(Frame(function: "", place: found.place))
      } else {
        lines.append(page.line().trimmed)
      }
      page.index += 1
    }
    var name = ByteCursor(title)
    let group = isPHP ? name.take(upTo: "::") : nil
    var result = TestResult(
      TestID(group: group, name: name.rest), .failed, tool: isPHP ? "phpunit" : "rspec",
      place: place,
      detail: lines.joined(separator: "\n"), frames: frames.reversed())
    result.message = lines.first { !$0.isEmpty && !$0.hasPrefix("Failure/Error:") } ?? lines.first
    sink.add(result, .rspec)
  }

  /// `rspec ./spec/x_spec.rb:3 # A does b`.
  private func rerun(_ text: ByteCursor) -> TestResult? {
    var line = text
    guard line.take("rspec "), let found = DiagnosticPlace.read(line) else { return nil }
    var rest = ByteCursor(found.rest.trimmed)
    guard rest.take("# ") else { return nil }
    return TestResult(TestID(name: rest.rest), .failed, tool: "rspec", place: found.place)
  }
}

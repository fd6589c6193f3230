/// What a collector of logs puts in front of each line: times, names of jobs, of services and workers.
///
/// Lines of several services are put together again, each service's in its own order.
enum LogPrefixes {
  private static let sample = 400

  /// Gives the lines of a page without what stands in front of them.
  static func stripped(_ page: Page) -> Page {
    let lines = page.lines
    guard !lines.isEmpty else { return page }
    var ranges = lines
    if isCommon(lines, where: { time(page.bytes[$0]) != nil }) {
      for (index, range) in lines.enumerated() {
        if let length = time(page.bytes[range]) {
          ranges[index] = range.lowerBound + length..<range.upperBound
        }
      }
    }
    guard isCommon(ranges, where: { service(page.bytes[$0]) != nil }) else {
      return page.with(ranges)
    }
    var order: [ArraySlice<UInt8>] = []
    var groups: [ArraySlice<UInt8>: [Range<Int>]] = [:]
    var current: ArraySlice<UInt8> = []
    for range in ranges {
      let found = service(page.bytes[range])
      let name = found?.name ?? current
      if groups[name] == nil { order.append(name) }
      groups[name, default: []].append(range.lowerBound + (found?.length ?? 0)..<range.upperBound)
      current = name
    }
    guard order.count <= 256 else { return page.with(ranges) }
    return page.with(order.flatMap { groups[$0] ?? [] })
  }

  /// Whether most of the first lines that say something have it.
  private static func isCommon(_ lines: [Range<Int>], where holds: (Range<Int>) -> Bool) -> Bool {
    let some = lines.lazy.filter { !$0.isEmpty }.prefix(sample)
    var count = 0
    var held = 0
    for line in some {
      count += 1
      if holds(line) { held += 1 }
    }
    return count > 0 && held * 10 >= count * 7
  }

  /// The length of a time in front, and of the job and step of `gh run view --log` before it.
  private static func time(_ line: ArraySlice<UInt8>) -> Int? {
    let prefix = line.prefix(400)
    let tabs = prefix.indices.filter { prefix[$0] == 0x09 }
    if tabs.count >= 2, let length = stamp(line[(tabs[1] + 1)...]) {
      return tabs[1] + 1 - line.startIndex + length
    }
    return stamp(line)
  }

  /// `2024-01-02T03:04:05.678Z `, `[2024-01-02 03:04:05,678] `, `[03:04:05] `, with GitLab's stream behind.
  private static func stamp(_ line: ArraySlice<UInt8>) -> Int? {
    var text = ByteCursor(line)
    _ = text.take("\u{FEFF}")
    let isBracketed = text.take("[")
    if let year = fixed(&text, 4), year > 1_900, text.take("-") {
      guard fixed(&text, 2) != nil, text.take("-"), fixed(&text, 2) != nil,
        text.take("T") || text.take(" ")
      else { return nil }
    } else {
      text = ByteCursor(line)
      _ = text.take("[")
    }
    guard fixed(&text, 2) != nil, text.take(":"), fixed(&text, 2) != nil, text.take(":"),
      fixed(&text, 2) != nil
    else { return nil }
    if text.take(".") || text.take(",") { guard text.takeNumber() != nil else { return nil } }
    if !text.take("Z"), text.starts(with: "+") || text.starts(with: "-") {
      _ = text.take { $0.isDigit || "+-:".utf8.contains($0) }
    }
    if isBracketed { guard text.take("]") else { return nil } }
    guard text.isAtEnd || text.take(" ") else { return nil }
    // GitLab: the stream and whether the line goes on, `00O ` or `01E+`.
    var stream = text
    if fixed(&stream, 2) != nil, stream.take("O") || stream.take("E"),
      stream.take(" ") || stream.take("+") || stream.isAtEnd
    {
      text = stream
    }
    return line.count - text.bytes.count
  }

  private static func fixed(_ text: inout ByteCursor, _ digits: Int) -> Int? {
    var copy = text
    let part = copy.bytes.prefix(digits)
    guard part.count == digits, part.allSatisfy(\.isDigit),
      let value = Int(String(decoding: part, as: UTF8.self))
    else { return nil }
    copy = ByteCursor(copy.bytes.dropFirst(digits))
    text = copy
    return value
  }

  /// `web_1  | ` of Compose, `[worker-1] ` of process managers.
  private static func service(_ line: ArraySlice<UInt8>) -> (name: ArraySlice<UInt8>, length: Int)?
  {
    guard let first = line.first, first.isLetter else { return nil }
    let name = line.prefix(64).prefix { $0.isWord || "-.".utf8.contains($0) }
    var rest = ByteCursor(line[name.endIndex...])
    guard name.count > 1, rest.skipBlanks() > 0, rest.take("|") else { return nil }
    guard rest.isAtEnd || rest.take(" ") else { return nil }
    return (name, line.count - rest.bytes.count)
  }
}

internal import Patches

/// How much a fix may change, by how many places the signal names.
struct ScopeCheck: Check {
  private let lines: Int
  private let linesEach: Int
  private let files: Int
  private let outside: Int
  private let most: Int

  init(_ fields: inout ArticleFields) {
    lines = fields.number("lines")
    linesEach = fields.number("lines-each")
    files = fields.number("files")
    outside = fields.number("outside")
    most = fields.number("most")
  }

  func breaches(in input: JudgeInput) -> [Observation] {
    if input.isExactRevert { return [] }
    let changed = input.files.filter { $0.role == .production || $0.role == .other }
    let places = input.signal?.places ?? []
    // A line of several hundred characters is not one line of reading.
    let size = changed.reduce(0) { $0 + Self.size($1) }
    let budget = lines + linesEach * places.count
    if size > budget {
      return [
        Observation(
          "", 0, "\(size) lines changed, \(budget) are in proportion",
          verdict: size > most + linesEach * places.count ? .reject : nil)
      ]
    }
    let named = Set(places.map(\.path))
    if changed.count > files + named.count {
      return [Observation("", 0, "\(changed.count) files changed")]
    }
    let foreign = changed.filter { $0.isModified && !named.contains($0.change.path) }
    if input.signal?.kind == .finding, !named.isEmpty, foreign.count > outside {
      return foreign.map { Observation($0.path, 0, "the signal does not name this file") }
    }
    return []
  }

  private static func size(_ file: FileCase) -> Int {
    let added = file.blocks.flatMap { file.newLines[$0.new] }
    let removed = file.blocks.flatMap { file.oldLines[$0.old] }
    // What is only taken away is read faster.
    return added.reduce(0) { $0 + 1 + $1.count / 200 } + removed.count / 4
  }
}

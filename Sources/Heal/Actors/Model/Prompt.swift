internal import Connectors
internal import Healing
internal import Patches
internal import Signals
internal import Text

/// One question to a model: the case, the files that it is about, what was tried, what is remembered.
///
/// Held-back checks cannot be in it: nothing of what a request holds knows them. Secrets of the
/// caller's environment are struck from every block.
struct Prompt: Equatable, Sendable {
  /// The data of the question.
  let data: PromptData
  /// The files that are shown.
  let paths: [PatchPath]

  private static let mostReflections = 8
  private static let mostPrecedents = 3
  /// The largest file that is shown anything of, in bytes.
  private static let mostFileBytes = 1 << 20

  /// Makes a question.
  ///
  /// - Parameters:
  ///   - request: the case and what is known of it.
  ///   - mask: strikes secrets.
  ///   - fileBytes: the most bytes of all files together.
  init(_ request: ActorRequest, mask: SecretMask, fileBytes: Int) {
    let facts = PromptFacts(mask: mask)
    let found = Localisation(of: request.healingCase, in: request.tree)
    var blocks = [
      PromptData.Block(title: "incident", text: Self.text(facts.incident(request.healingCase)))
    ]
    var left = fileBytes
    var paths: [PatchPath] = []
    for (number, file) in found.files.enumerated() {
      guard let bytes = request.tree.entry(at: file.path)?.content, left > 512,
        bytes.count <= Self.mostFileBytes
      else { continue }
      // Before the lines are numbered, for a secret may have several.
      let text = Array(mask.masked(String(decoding: bytes, as: UTF8.self)).utf8)
      // The first files are the most telling; what follows shares what they leave.
      let share = number == 0 ? left * 2 / 3 : left / 2
      let window = FileWindow(of: text, around: file.lines, limit: max(512, share))
      if window.ranges.isEmpty { continue }
      left -= window.text.utf8.count
      paths.append(file.path)
      let title = "file \(PromptData.line(file.path.text)), \(window.description)"
      blocks.append(PromptData.Block(title: title, text: window.text))
    }
    let reflections = request.reflections.suffix(Self.mostReflections)
    if !reflections.isEmpty {
      let list = JSONValue.array(reflections.map(facts.reflection))
      blocks.append(PromptData.Block(title: "earlier attempts, all failed", text: Self.text(list)))
    }
    let recalled = request.recalled.prefix(Self.mostPrecedents)
    if !recalled.isEmpty {
      let list = JSONValue.array(recalled.map(facts.precedent))
      blocks.append(
        PromptData.Block(title: "repairs of similar incidents that held", text: Self.text(list)))
    }
    data = PromptData(
      blocks: blocks.map {
        PromptData.Block(title: mask.masked($0.title), text: mask.masked($0.text))
      })
    self.paths = paths
  }

  /// The user's turn, with a word for the marks.
  func text(word: String) -> String {
    PromptText.introduction(word: word) + "\n" + data.marked(by: word) + "\n"
      + PromptText.conclusion
  }

  private static func text(_ value: JSONValue) -> String {
    String(decoding: value.serialized(), as: UTF8.self)
  }

  /// The identity of the question: everything but the random word.
  var digest: String { SHA256.hex(of: Array(text(word: "\u{0}").utf8)) }
}

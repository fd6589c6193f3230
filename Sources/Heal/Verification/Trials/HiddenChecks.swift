internal import Judging
package import Kernel
internal import Patches
internal import Text

/// A folder of held-back checks that cannot be used.
package struct HiddenChecksMistake: Error, Equatable, CustomStringConvertible {
  /// Every mistake, a line each.
  package var messages: [String]
  /// The mistakes.
  package var description: String { messages.joined(separator: "\n") }
}

/// Checks that no author of a candidate ever sees: not by name, not by text, not by their output.
///
/// A folder holds files, which are laid over the tree: tests, and modules that help to call what takes
/// more than plain values. `cases.json` is a list of
/// `{call: "module:function", arguments: […], named: {…}?, expected: …}` or, in place of `expected`,
/// `raises: "ValueError"`. Of such a case the sandbox learns the call and returns the value; it is
/// compared outside, so that nothing in the process can make it come out right but the right value.
package struct HiddenChecks: Sendable {
  /// One case.
  struct Case: Sendable {
    /// The call: module, function, arguments.
    let request: JSONValue
    /// The value that has to come back; nil when something has to be raised.
    let expected: JSONValue?
    /// The class of the exception that has to be raised.
    let raises: String?
  }

  /// The files that are laid over the tree.
  let files: [PatchPath: [UInt8]]
  /// The cases.
  let cases: [Case]

  /// Reads a folder.
  ///
  /// - Parameter folder: where it is; outside of the tree under test.
  /// - Throws: every mistake in it, or that it holds nothing.
  package init(folder: BytePath) throws {
    let tree: FolderTree
    do { tree = try FolderTree(folder) } catch {
      throw HiddenChecksMistake(messages: ["\(folder): \(error)"])
    }
    var files: [PatchPath: [UInt8]] = [:]
    var cases: [Case] = []
    var messages: [String] = []
    for path in tree.paths {
      guard let content = tree.entry(at: path)?.content else {
        messages.append("\(path): is not a regular file of at most 4 MiB")
        continue
      }
      guard path.text == "cases.json" else {
        files[path] = content
        continue
      }
      do {
        for (index, value) in try JSONValue(parsing: content).elements.enumerated() {
          let place = "cases.json, case \(index + 1)"
          switch Self.read(value) {
          case .success(let found): cases.append(found)
          case .failure(let mistake): messages.append("\(place): \(mistake.description)")
          }
        }
      } catch {
        messages.append("cases.json: \(error)")
      }
    }
    if files.isEmpty && cases.isEmpty && messages.isEmpty {
      messages.append("\(folder): holds neither tests nor cases.json with cases")
    }
    if !messages.isEmpty { throw HiddenChecksMistake(messages: messages) }
    self.files = files
    self.cases = cases
  }

  private init(files: [PatchPath: [UInt8]], cases: [Case]) {
    self.files = files
    self.cases = cases
  }

  /// These and others together; of two files with one path the other's counts.
  package func adding(_ other: HiddenChecks) -> HiddenChecks {
    HiddenChecks(files: files.merging(other.files) { $1 }, cases: cases + other.cases)
  }

  private static func read(_ value: JSONValue) -> Result<Case, HiddenChecksMistake> {
    var messages: [String] = []
    let members = value.members
    let known: Set<String> = ["call", "arguments", "named", "expected", "raises"]
    for key in members.keys.sorted() where !known.contains(key) {
      messages.append("unknown key \(VisibleText.line(key))")
    }
    let call = (value["call"]?.string ?? "").split(
      separator: ":", omittingEmptySubsequences: false)
    if call.count != 2 || call.contains(where: { !isDotted($0) }) {
      messages.append("write call as \"module:function\"")
    }
    guard case .array(let arguments)? = members["arguments"] ?? .array([]) else {
      return .failure(HiddenChecksMistake(messages: messages + ["arguments is not a list"]))
    }
    guard case .object(let named)? = members["named"] ?? .object([:]) else {
      return .failure(HiddenChecksMistake(messages: messages + ["named is not an object"]))
    }
    let raises = members["raises"]?.string
    if (members["expected"] == nil) == (raises == nil) {
      messages.append("write either expected or raises")
    }
    guard messages.isEmpty else { return .failure(HiddenChecksMistake(messages: messages)) }
    let request = JSONValue.object([
      "module": .string(String(call[0])), "function": .string(String(call[1])),
      "arguments": .array(arguments), "named": .object(named),
    ])
    return .success(Case(request: request, expected: members["expected"], raises: raises))
  }

  private static func isDotted(_ text: Substring) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      !part.isEmpty && part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
  }

  /// Whether some of them need the command that runs tests.
  package var needsCommand: Bool {
    files.keys.contains { FileRole($0) == .test } || (cases.isEmpty && !files.isEmpty)
  }

  /// The test files among the files, by the names that Python's runners collect.
  var testFiles: [PatchPath] {
    files.keys.filter(CanaryTests.isCollected).sorted()
  }
}

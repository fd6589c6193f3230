internal import FoundationEssentials
internal import Text

/// The folders of the repository whose files are built into the binary.
struct ProductTree {
  /// A text with the name it is looked up by.
  struct Document: Equatable {
    var name: String
    var text: String
  }

  /// The repository.
  let root: String

  /// The files of a folder with an extension, by name without it, sorted.
  ///
  /// A folder that does not exist holds none.
  func documents(in folder: String, extension suffix: String = ".yaml") throws -> [Document] {
    try names(in: folder).filter { $0.hasSuffix(suffix) }.map { name in
      Document(name: String(name.dropLast(suffix.count)), text: try read("\(folder)/\(name)"))
    }
  }

  /// The files with an extension in a folder and below, by path from there, sorted.
  func files(below folder: String, extension suffix: String) throws -> [Document] {
    try names(in: folder).flatMap { name in
      if name.hasSuffix(suffix) {
        return [Document(name: name, text: try read("\(folder)/\(name)"))]
      }
      return try files(below: "\(folder)/\(name)", extension: suffix).map {
        Document(name: "\(name)/\($0.name)", text: $0.text)
      }
    }
  }

  /// One scanner rule pack for each language folder of `rules/`, as JSON.
  ///
  /// Ids begin with the language, as in `go.weak-hash`: a scanner that is given several packs keeps one
  /// rule of each id.
  func rulePacks() throws -> [Document] {
    try names(in: "rules").filter { $0 != Self.judgeFolder }.compactMap { language in
      let folder = "rules/\(language)"
      let rules = try documents(in: folder).flatMap { document in
        try ruleList(of: document, path: "\(folder)/\(document.name).yaml").map {
          Self.rule($0, of: language)
        }
      }
      guard !rules.isEmpty else { return nil }
      return Document(name: language, text: JSONValue.object(["rules": .array(rules)]).compactText)
    }
  }

  /// The articles of the judge as one JSON document; none where the folder holds none.
  func constitution() throws -> [Document] {
    let folder = "rules/\(Self.judgeFolder)"
    let articles = try documents(in: folder).map { document in
      let path = "\(folder)/\(document.name).yaml"
      let article = try YAMLReader.read(document.text, path: path)
      guard case .object(let members) = article, members["id"] == .string(document.name) else {
        throw SourceError(
          path: path, line: 1, message: "must be an article with id: \(document.name)")
      }
      return article
    }
    if articles.isEmpty { return [] }
    let text = JSONValue.object(["articles": .array(articles)]).compactText
    return [Document(name: "constitution", text: text)]
  }

  /// The folder of `rules/` that holds no scanner rules.
  private static let judgeFolder = "judge"

  private static func rule(_ rule: JSONValue, of language: String) -> JSONValue {
    guard case .object(var members) = rule, let id = rule["id"]?.string else { return rule }
    members["id"] = .string("\(language).\(id)")
    return .object(members)
  }

  private func ruleList(of document: Document, path: String) throws -> [JSONValue] {
    guard case .object(let members) = try YAMLReader.read(document.text, path: path),
      members.count == 1, case .array(let rules) = members["rules"]
    else {
      throw SourceError(path: path, line: 1, message: "must hold 'rules:' and nothing else")
    }
    return rules
  }

  private func names(in folder: String) throws -> [String] {
    let path = "\(root)/\(folder)"
    var isFolder = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder else {
      return []
    }
    return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  private func read(_ path: String) throws -> String {
    let bytes = try Data(contentsOf: URL(filePath: "\(root)/\(path)"))
    guard let text = String(bytes: bytes, encoding: .utf8) else {
      throw SourceError(path: path, message: "is not UTF-8")
    }
    // A literal turns CR LF into LF and cannot hold other control characters.
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A || $0 == 0x09 }
    guard isPlain else {
      throw SourceError(path: path, message: "holds a control character; use LF line ends")
    }
    return text
  }
}

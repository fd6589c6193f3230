internal import Text

/// A value of a report with the way that leads to it.
struct ReportNode {
  /// The value itself.
  let value: JSONValue
  /// The name under which its parent holds it; empty for the document and for elements of lists.
  let key: String
  private let isXML: Bool
  private let parents: [JSONValue]
  private let keys: [String]

  /// The whole document.
  init(document: JSONValue, isXML: Bool = false) {
    value = document
    key = ""
    self.isXML = isXML
    parents = []
    keys = []
  }

  private init(_ value: JSONValue, _ key: String, below node: ReportNode) {
    self.value = value
    self.key = key
    isXML = node.isXML
    parents = node.parents + [node.value]
    keys = node.keys + [node.key]
  }

  private init(parents: [JSONValue], keys: [String], isXML: Bool) {
    self.isXML = isXML
    value = parents[parents.count - 1]
    key = keys[keys.count - 1]
    self.parents = parents.dropLast()
    self.keys = keys.dropLast()
  }

  /// What holds this value; nil for the document.
  var parent: ReportNode? {
    parents.isEmpty ? nil : ReportNode(parents: parents, keys: keys, isXML: isXML)
  }

  /// The nodes that one step of a path leads to.
  func nodes(_ step: ReportPath.Step) -> [ReportNode] {
    switch step {
    case .parent: return parent.map { [$0] } ?? []
    case .all:
      if case .object(let members) = value {
        return members.sorted { $0.key < $1.key }.map { ReportNode($0.value, $0.key, below: self) }
      }
      return value.elements.map { ReportNode($0, "", below: self) }
    case .key: return key.isEmpty ? [] : [ReportNode(.string(key), key, below: self)]
    case .member(let name):
      if let member = value.members[name] { return [ReportNode(member, name, below: self)] }
      if let index = Int(name) {
        return value[index].map { [ReportNode($0, "", below: self)] } ?? []
      }
      // Every child of XML is in a list, mostly alone.
      guard isXML, let first = value[0] else { return [] }
      return ReportNode(first, "", below: self).nodes(step)
    }
  }

  /// Whether it is a list or an object without anything in it, or the word `null`.
  var isEmpty: Bool { value == .null || value == .array([]) || value == .object([:]) }

  /// The value as text: numbers as they are written, elements of XML by their text.
  var text: String? {
    switch value {
    case .string(let text): text.isEmpty ? nil : text
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .bool(let flag): flag ? "true" : "false"
    case .array: value[0].flatMap { ReportNode($0, "", below: self).text }
    case .object(let members):
      if case .string(let text)? = members[ReportDocument.textKey], !text.isEmpty {
        text
      } else {
        nil
      }
    case .null: nil
    }
  }
}

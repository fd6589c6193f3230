internal import Text

/// Reads the values of one article strictly: what nobody asked for is a mistake.
struct ArticleFields {
  private let members: [String: JSONValue]
  private let prefix: String
  private var read: Set<String> = []
  private(set) var messages: [String] = []

  init(_ value: JSONValue, prefix: String? = nil) {
    members = value.members
    self.prefix = prefix ?? "rules/judge/\(value["id"]?.string ?? "?").yaml"
  }

  mutating func problem(_ message: String) { messages.append("\(prefix): \(message)") }

  private mutating func take(_ key: String) -> JSONValue? {
    read.insert(key)
    return members[key]
  }

  mutating func text(_ key: String) -> String {
    if let text = take(key)?.string, !text.isEmpty { return text }
    problem("needs a text \(key)")
    return ""
  }

  mutating func number(_ key: String) -> Int {
    if let number = take(key)?.integer { return number }
    problem("needs a whole number \(key)")
    return 0
  }

  mutating func verdict(_ key: String = "verdict") -> Verdict {
    if let verdict = Verdict(rawValue: take(key)?.string ?? ""), verdict != .accept {
      return verdict
    }
    problem("\(key) must be reject or escalate")
    return .reject
  }

  /// A list of texts; a missing one is empty.
  mutating func texts(_ key: String) -> [String] {
    guard let value = take(key) else { return [] }
    let texts = value.elements.compactMap(\.string)
    if texts.count != value.elements.count || texts.isEmpty || texts.contains("") {
      problem("\(key) must be a list of texts")
    }
    return texts
  }

  /// Lists of texts by name; a missing mapping is empty.
  mutating func lists(_ key: String) -> [String: [String]] {
    guard let value = take(key) else { return [:] }
    var lists: [String: [String]] = [:]
    for (name, list) in value.members {
      let texts = list.elements.compactMap(\.string)
      if texts.isEmpty || texts.count != list.elements.count || texts.contains("") {
        problem("\(key).\(name) must be a list of texts")
      }
      lists[name] = texts
    }
    if lists.isEmpty { problem("\(key) must name lists of texts") }
    return lists
  }

  /// What is wrong, unknown keys included.
  mutating func finish() -> [String] {
    for key in members.keys.sorted() where !read.contains(key) {
      problem("unknown key \(key)")
    }
    if members.isEmpty { problem("is not a mapping") }
    return messages
  }
}

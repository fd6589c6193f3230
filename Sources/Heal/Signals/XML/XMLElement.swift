/// An element of a document; names are without their namespace's prefix.
struct XMLElement {
  var name: String
  /// As they were written; few enough to be searched one by one.
  var attributes: [(name: String, value: String)] = []
  var children: [XMLElement] = []
  /// The text directly in it, without that of its children; of a long one the start.
  var text = ""
  /// What has come behind a long start; its end is added when the element is closed.
  var rest: [UInt8] = []
  /// Whether its end tag was seen.
  var isClosed = false

  init(name: String) { self.name = name }

  /// An attribute that says something.
  subscript(_ name: String) -> String? {
    attributes.first { $0.name == name && !$0.value.isEmpty }?.value
  }

  /// The first of the attributes that says something.
  func first(of names: [String]) -> String? {
    for name in names {
      if let value = self[name] { return value }
    }
    return nil
  }

  func number(_ name: String) -> Int? { self[name].flatMap { Int($0) } }

  func child(_ name: String) -> XMLElement? { children.first { $0.name == name } }

  /// The text behind a path of children, without blanks around it.
  func text(_ path: String...) -> String? {
    var element = self
    for name in path {
      guard let next = element.child(name) else { return nil }
      element = next
    }
    let text = ByteCursor(element.text).trimmedLines
    return text.isEmpty ? nil : text
  }

  /// Calls for this element and all below it, outermost first.
  func visit(_ body: (XMLElement) -> Void) {
    body(self)
    for child in children { child.visit(body) }
  }
}

extension ByteCursor {
  /// What is left without white space at both ends.
  var trimmedLines: String {
    let isSpace = { (byte: UInt8) in byte.isBlank || byte == 0x0A || byte == 0x0D }
    var part = bytes
    while let byte = part.first, isSpace(byte) { part.removeFirst() }
    while let byte = part.last, isSpace(byte) { part.removeLast() }
    return String(decoding: part, as: UTF8.self)
  }
}

/// An element of a document; names are without their namespace's prefix.
package struct XMLElement {
  /// Its name, without a prefix.
  package var name: String
  /// As they were written; few enough to be searched one by one.
  package var attributes: [(name: String, value: String)] = []
  /// In their order.
  package var children: [XMLElement] = []
  /// The text directly in it, without that of its children; of a long one the start.
  package var text = ""
  /// What has come behind a long start; its end is added when the element is closed.
  var rest: [UInt8] = []
  /// Whether its end tag was seen.
  package var isClosed = false

  /// Makes an empty element.
  package init(name: String) { self.name = name }

  /// An attribute that says something.
  package subscript(_ name: String) -> String? {
    attributes.first { $0.name == name && !$0.value.isEmpty }?.value
  }

  /// The first of the attributes that says something.
  package func first(of names: [String]) -> String? {
    for name in names {
      if let value = self[name] { return value }
    }
    return nil
  }

  /// An attribute that is a whole number.
  package func number(_ name: String) -> Int? { self[name].flatMap { Int($0) } }

  /// The first child of a name.
  package func child(_ name: String) -> XMLElement? { children.first { $0.name == name } }

  /// The text behind a path of children, without blanks around it.
  package func text(_ path: String...) -> String? {
    var element = self
    for name in path {
      guard let next = element.child(name) else { return nil }
      element = next
    }
    let text = element.trimmedText
    return text.isEmpty ? nil : text
  }

  /// The text directly in it, without white space at both ends.
  package var trimmedText: String {
    let isSpace = { (byte: UInt8) in [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
    var part = Array(text.utf8)[...]
    while let byte = part.first, isSpace(byte) { part.removeFirst() }
    while let byte = part.last, isSpace(byte) { part.removeLast() }
    return String(decoding: part, as: UTF8.self)
  }

  /// Calls for this element and all below it, outermost first.
  package func visit(_ body: (XMLElement) -> Void) {
    body(self)
    for child in children { child.visit(body) }
  }
}

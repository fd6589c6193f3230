/// Any JSON value, for documents whose shape is not ours to trust.
package enum JSONValue: Equatable, Sendable {
  /// The word `null`.
  case null
  /// The words `true` and `false`.
  case bool(Bool)
  /// A number that was written without fraction and exponent and fits.
  case integer(Int)
  /// Any other number.
  case number(Double)
  /// A text.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// A set of named values.
  case object([String: JSONValue])

  /// Gives the member of an object; `nil` where there is none, or it is null, or this is no object.
  package subscript(_ key: String) -> JSONValue? {
    guard case .object(let members) = self, let value = members[key], value != .null else {
      return nil
    }
    return value
  }

  /// Gives the element of an array; `nil` outside its bounds or where this is no array.
  package subscript(_ index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The text of a string.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The value of a whole number, also one written with a fraction of zero.
  package var integer: Int? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int(exactly: value)
    default: nil
    }
  }

  /// The value of a number, also one that was written as a string.
  package var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .string(let text): Double(text)
    default: nil
    }
  }

  /// The value of a Boolean.
  package var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The elements of an array; none where this is no array.
  package var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// The members of an object; none where this is no object.
  package var members: [String: JSONValue] {
    if case .object(let members) = self { members } else { [:] }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Makes a string of a literal.
  package init(stringLiteral value: String) { self = .string(value) }
  /// Makes `true` or `false` of a literal.
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Makes a whole number of a literal.
  package init(integerLiteral value: Int) { self = .integer(value) }
  /// Makes an array of a literal, in its order.
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Makes an object; of equal keys the last counts.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}

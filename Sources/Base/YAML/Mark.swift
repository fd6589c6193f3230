/// A place in a text that somebody wrote: where a mistake is, or where a rule comes from.
package struct Mark: Hashable, Sendable, CustomStringConvertible {
  /// The file as messages name it.
  package var file: String

  /// The line, counted from 1.
  package var line: Int

  /// The column in bytes of UTF-8, counted from 1.
  package var column: Int

  /// Names a place by file, line and column.
  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// The form that editors and terminals turn into a link.
  package var description: String { "\(file):\(line)" }
}

/// A value together with the place where it was written.
package struct Located<Value> {
  /// The value as it was read, units and escapes resolved.
  package var value: Value

  /// Where its first character stands.
  package var mark: Mark

  /// Ties a value to its place.
  package init(_ value: Value, at mark: Mark) {
    self.value = value
    self.mark = mark
  }
}

extension Located: Sendable where Value: Sendable {}
extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}

/// One line of a stack that begins with `at`: of JavaScript, the JVM or .NET.
struct AtFrame {
  /// Whose stack it is.
  enum Kind { case v8, java, dotnet }

  let kind: Kind
  let frame: Frame

  /// Reads a line; `nil` when it is none.
  init?(_ line: ByteCursor) {
    var line = line
    guard line.skipBlanks() > 0 || line.starts(with: "at "), line.take("at ") else { return nil }
    line.dropTrailingBlanks()
    // Properties of the error follow the last call of Node.
    _ = line.take(suffix: " {")
    guard let found = Self.dotnet(line) ?? Self.java(line) ?? Self.v8(line) else {
      return nil
    }
    self = found
  }

  private init(_ kind: Kind, _ frame: Frame) {
    self.kind = kind
    self.frame = frame
  }

  /// `Name.Space.Type.Method(Type arg) in C:\path\File.cs:line 19`.
  private static func dotnet(_ line: ByteCursor) -> AtFrame? {
    var line = line
    guard let function = line.take(upToLast: " in ") else { return nil }
    if let path = line.take(upToLast: ":line "), let number = line.takeNumber() {
      return AtFrame(
        .dotnet, Frame(function: signature(function), place: Place(path: path, line: number)))
    }
    // Mono: `[0x00000] in /path/File.cs:121`.
    guard function.contains("["), let path = line.take(upToLast: ":"),
      let number = line.takeNumber()
    else { return nil }
    return AtFrame(
      .dotnet, Frame(function: signature(function), place: Place(path: path, line: number)))
  }

  /// `module/package.Type.method(File.java:12)`.
  private static func java(_ line: ByteCursor) -> AtFrame? {
    var line = line
    guard let call = line.take(upTo: "("), !call.utf8.contains(0x20),
      call.utf8.contains(UInt8(ascii: "."))
    else {
      return nil
    }
    guard var inside = line.take(upTo: ")").map({ ByteCursor($0) }) else { return nil }
    var names = ByteCursor(call)
    // A class loader or module stands in front of slashes.
    _ = names.take(upToLast: "/")
    let function = names.rest
    if inside.starts(with: "Native Method") || inside.starts(with: "Unknown Source")
      || inside.isAtEnd
    {
      return AtFrame(.java, Frame(function: function))
    }
    let whole = inside.rest
    guard let file = inside.take(upToLast: ":"), let number = inside.takeNumber(), inside.isAtEnd
    else {
      let isFile = [".java", ".kt", ".scala", ".groovy", ".clj"].contains { whole.hasSuffix($0) }
      return isFile
        ? AtFrame(
          .java, Frame(function: function, place: Place(path: folder(of: function) + whole))) : nil
    }
    guard !file.utf8.contains(UInt8(ascii: "/")), !file.utf8.contains(UInt8(ascii: ":")),
      [".java", ".kt", ".kts", ".scala", ".groovy", ".clj"].contains(where: { file.hasSuffix($0) })
    else { return nil }
    return AtFrame(
      .java,
      Frame(function: function, place: Place(path: folder(of: function) + file, line: number)))
  }

  /// The folders that a package stands for: all parts of a function's name but class and method.
  private static func folder(of function: String) -> String {
    var parts = function.utf8.split(separator: UInt8(ascii: ".")).map {
      String(decoding: $0, as: UTF8.self)
    }
    parts.removeLast(min(2, parts.count))
    return parts.isEmpty ? "" : parts.joined(separator: "/") + "/"
  }

  /// `async Type.method [as name] (file:///path/x.js:3:5)` or the bare place.
  private static func v8(_ line: ByteCursor) -> AtFrame? {
    var line = line
    _ = line.take("async ")
    if line.hasSuffix(")"), line.contains("(") {
      var inside = line
      guard let name = inside.take(upToLast: "("), inside.take(suffix: ")") else { return nil }
      let function = ByteCursor(name).trimmed
      if inside.starts(with: "native") || inside.starts(with: "<anonymous>")
        || inside.starts(with: "index ")
      {
        return AtFrame(.v8, Frame(function: function))
      }
      if let place = place(inside) { return AtFrame(.v8, Frame(function: function, place: place)) }
      // A signature of .NET without a file, such as `System.Convert.ToInt32(String value)`.
      return function.utf8.contains(UInt8(ascii: ".")) && !inside.contains("/")
        ? AtFrame(.dotnet, Frame(function: function)) : nil
    }
    return place(line).map { AtFrame(.v8, Frame(function: "", place: $0)) }
  }

  /// `path:line:column`, with `eval at` and a query removed.
  private static func place(_ text: ByteCursor) -> Place? {
    var line = text
    if line.starts(with: "eval at "), let inner = line.take(upToLast: "("), !inner.isEmpty {
      _ = line.take(suffix: ")")
    }
    guard let head = line.take(upToLast: ":"), let last = line.takeNumber(), line.isAtEnd else {
      return nil
    }
    var front = ByteCursor(head)
    if let path = front.take(upToLast: ":"), let number = front.takeNumber(), front.isAtEnd,
      !path.isEmpty
    {
      return Place(path: path, line: number, column: last)
    }
    return head.isEmpty ? nil : Place(path: head, line: last)
  }

  private static func signature(_ text: String) -> String {
    var line = ByteCursor(text)
    return ByteCursor(line.take(upTo: "(") ?? text).trimmed
  }
}

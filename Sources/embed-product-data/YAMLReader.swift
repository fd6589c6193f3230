internal import CYAML

/// Reads one YAML document into a JSON value.
///
/// Only the part of YAML on which every reader agrees is accepted: a rule must mean the same to
/// the scanner whether it reads the file or the pack. Anchors, tags, and plain scalars that one
/// version of YAML takes for a boolean, date or number and another does not are refused.
@safe struct YAMLReader: ~Copyable {
  private let path: String
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeMutableBufferPointer<UInt8>
  private var event = unsafe yaml_event_t()

  /// Reads the only document of a text.
  static func read(_ text: String, path: String) throws -> JSONValue {
    var reader = try YAMLReader(text, path: path)
    return try reader.document()
  }

  private init(_ text: String, path: String) throws {
    self.path = path
    unsafe input = .allocate(capacity: text.utf8.count)
    _ = unsafe input.initialize(from: text.utf8)
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      throw SourceError(path: path, message: "out of memory")
    }
    unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe input.deallocate()
  }

  private mutating func document() throws -> JSONValue {
    try advance()  // start of the stream
    try advance()
    guard unsafe event.type == YAML_DOCUMENT_START_EVENT else { throw mistake("is empty") }
    try advance()
    let value = try node()
    try advance()  // end of the document
    try advance()
    guard unsafe event.type == YAML_STREAM_END_EVENT else {
      throw mistake("holds a second document; split the file")
    }
    return value
  }

  /// Converts the node that starts at the current event; its last event is then the current one.
  private mutating func node() throws -> JSONValue {
    switch unsafe event.type {
    case YAML_SCALAR_EVENT: return try scalar()
    case YAML_SEQUENCE_START_EVENT: return try sequence()
    case YAML_MAPPING_START_EVENT: return try mapping()
    default: throw mistake("has an alias; write the value out")
    }
  }

  private mutating func sequence() throws -> JSONValue {
    guard unsafe event.data.sequence_start.anchor == nil else { throw mistake(Self.noAnchors) }
    var items: [JSONValue] = []
    try advance()
    while unsafe event.type != YAML_SEQUENCE_END_EVENT {
      items.append(try node())
      try advance()
    }
    return .array(items)
  }

  private mutating func mapping() throws -> JSONValue {
    guard unsafe event.data.mapping_start.anchor == nil else { throw mistake(Self.noAnchors) }
    var members: [String: JSONValue] = [:]
    try advance()
    while unsafe event.type != YAML_MAPPING_END_EVENT {
      guard case .string(let key) = try node() else { throw mistake("has a key that is no text") }
      guard members[key] == nil else { throw mistake("has the key '\(key)' twice") }
      try advance()
      members[key] = try node()
      try advance()
    }
    return .object(members)
  }

  private func scalar() throws -> JSONValue {
    let scalar = unsafe event.data.scalar
    guard unsafe scalar.anchor == nil else { throw mistake(Self.noAnchors) }
    guard unsafe scalar.tag == nil else { throw mistake("has a tag; remove it") }
    let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    let text = unsafe String(decoding: bytes, as: UTF8.self)
    guard unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE else { return .string(text) }
    guard let value = PlainScalar.value(of: text) else {
      throw mistake("'\(text)' means different things in different versions of YAML; quote it")
    }
    return value
  }

  private mutating func advance() throws {
    unsafe yaml_event_delete(&event)
    guard unsafe yaml_parser_parse(parser, &event) == 1 else {
      let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) }
      let line = unsafe Int(parser.pointee.problem_mark.line) + 1
      throw SourceError(path: path, line: line, message: problem ?? "is not YAML")
    }
  }

  private func mistake(_ message: String) -> SourceError {
    SourceError(path: path, line: unsafe Int(event.start_mark.line) + 1, message: message)
  }

  private static let noAnchors = "has an anchor; write the value out where it is used"
}

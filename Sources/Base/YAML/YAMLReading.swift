internal import CYAML

/// One pass of the library over one text.
final class YAMLReading {
  private let file: String
  private let log = ProblemLog()
  private var events: [YAMLEvent] = []
  private var next = 0

  init(file: String) { self.file = file }

  /// Reads the only document of the text.
  func document(_ bytes: [UInt8]) throws(Problems) -> YAMLNode {
    events = try readEvents(bytes)
    var root: YAMLNode?
    while next < events.count {
      let event = events[next]
      next += 1
      guard case .documentStart = event.kind else { continue }
      if root != nil {
        log.report(event.mark, "a second document", remedy: "write one document per file")
        break
      }
      root = node(depth: 1)
    }
    try log.throwIfAny()
    guard let root else {
      throw Problems([
        Problem(
          Mark(file: file, line: 1, column: 1), "the file is empty",
          remedy: "write at least its schema line")
      ])
    }
    return root
  }

  private func node(depth: Int) -> YAMLNode {
    let event = events[next]
    next += 1
    refuseExtras(of: event)
    switch event.kind {
    case .scalar(let text, let plain):
      return YAMLNode(content: .scalar(text, plain: plain), mark: event.mark)
    case .sequenceStart: return sequence(from: event, depth: depth)
    case .mappingStart: return mapping(from: event, depth: depth)
    default: return YAMLNode(content: .scalar("", plain: true), mark: event.mark)
    }
  }

  private func sequence(from event: YAMLEvent, depth: Int) -> YAMLNode {
    var elements: [YAMLNode] = []
    while true {
      if case .sequenceEnd = events[next].kind { break }
      elements.append(node(depth: depth + 1))
    }
    next += 1
    return YAMLNode(content: .sequence(elements), mark: event.mark)
  }

  private func mapping(from event: YAMLEvent, depth: Int) -> YAMLNode {
    var entries: [YAMLNode.Entry] = []
    var lines: [String: Int] = [:]
    while true {
      if case .mappingEnd = events[next].kind { break }
      let key = node(depth: depth + 1)
      let value = node(depth: depth + 1)
      guard case .scalar(let name, _) = key.content else {
        log.report(key.mark, "\(key.kind) as a key", remedy: "write a plain name as the key")
        continue
      }
      if let line = lines[name] {
        log.report(
          key.mark, "key \"\(name)\" is already set in line \(line)", remedy: "write it once")
        continue
      }
      lines[name] = key.mark.line
      entries.append(YAMLNode.Entry(key: key, name: name, value: value))
    }
    next += 1
    return YAMLNode(content: .mapping(entries), mark: event.mark)
  }

  private func refuseExtras(of event: YAMLEvent) {
    if case .alias = event.kind {
      log.report(event.mark, "an alias", remedy: "write the value itself instead")
    }
    if event.hasAnchor {
      log.report(event.mark, "an anchor", remedy: "remove it: aliases are not read")
    }
    if event.hasTag {
      log.report(event.mark, "a tag", remedy: "remove it: types come from the schema")
    }
  }

  // MARK: Events

  private func readEvents(_ bytes: [UInt8]) throws(Problems) -> [YAMLEvent] {
    let result = unsafe bytes.withUnsafeBufferPointer {
      buffer -> Result<[YAMLEvent], Problems> in
      var parser = unsafe yaml_parser_t()
      guard unsafe yaml_parser_initialize(&parser) == 1 else {
        return .failure(failure(line: 1, column: 1, "the reader is out of memory"))
      }
      defer { unsafe yaml_parser_delete(&parser) }
      unsafe yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
      unsafe yaml_parser_set_input_string(&parser, buffer.baseAddress, buffer.count)
      return unsafe collect(&parser)
    }
    return try result.get()
  }

  private func collect(_ parser: inout yaml_parser_t) -> Result<[YAMLEvent], Problems> {
    var events: [YAMLEvent] = []
    var depth = 0
    while true {
      var raw = unsafe yaml_event_t()
      guard unsafe yaml_parser_parse(&parser, &raw) == 1 else {
        return unsafe .failure(syntaxFailure(parser))
      }
      let event = unsafe copy(raw)
      unsafe yaml_event_delete(&raw)
      events.append(event)
      switch event.kind {
      case .sequenceStart, .mappingStart: depth += 1
      case .sequenceEnd, .mappingEnd: depth -= 1
      case .streamEnd: return .success(events)
      default: break
      }
      if events.count > YAMLParser.eventLimit {
        let message = "more than \(YAMLParser.eventLimit) values"
        return .failure(failure(line: event.mark.line, column: event.mark.column, message))
      }
      if depth > YAMLParser.depthLimit {
        let message = "nested deeper than \(YAMLParser.depthLimit) levels"
        return .failure(failure(line: event.mark.line, column: event.mark.column, message))
      }
    }
  }

  private func copy(_ raw: yaml_event_t) -> YAMLEvent {
    let start = unsafe raw.start_mark
    let mark = Mark(file: file, line: start.line + 1, column: start.column + 1)
    var event = YAMLEvent(kind: .other, mark: mark)
    switch unsafe raw.type {
    case YAML_SCALAR_EVENT:
      let scalar = unsafe raw.data.scalar
      let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      let text = unsafe String(decoding: bytes, as: UTF8.self)
      let plain = unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE
      event.kind = .scalar(text, plain: plain)
      event.hasAnchor = unsafe scalar.anchor != nil
      event.hasTag = unsafe scalar.tag != nil
    case YAML_SEQUENCE_START_EVENT:
      event.kind = .sequenceStart
      event.hasAnchor = unsafe raw.data.sequence_start.anchor != nil
      event.hasTag = unsafe raw.data.sequence_start.tag != nil
    case YAML_MAPPING_START_EVENT:
      event.kind = .mappingStart
      event.hasAnchor = unsafe raw.data.mapping_start.anchor != nil
      event.hasTag = unsafe raw.data.mapping_start.tag != nil
    case YAML_SEQUENCE_END_EVENT: event.kind = .sequenceEnd
    case YAML_MAPPING_END_EVENT: event.kind = .mappingEnd
    case YAML_DOCUMENT_START_EVENT: event.kind = .documentStart
    case YAML_ALIAS_EVENT: event.kind = .alias
    case YAML_STREAM_END_EVENT: event.kind = .streamEnd
    default: break
    }
    return event
  }

  private func syntaxFailure(_ parser: yaml_parser_t) -> Problems {
    let mark = unsafe parser.problem_mark
    let text = unsafe parser.problem.map { unsafe String(cString: $0) } ?? "not readable as YAML"
    return failure(line: mark.line + 1, column: mark.column + 1, text)
  }

  private func failure(line: Int, column: Int, _ message: String) -> Problems {
    Problems([
      Problem(
        Mark(file: file, line: line, column: column), message,
        remedy: "check indentation, quotes and brackets here")
    ])
  }
}

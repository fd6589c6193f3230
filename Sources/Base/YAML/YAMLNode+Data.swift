package import Text

extension DataNode {
  /// Takes over a YAML node; a named value gets the line of its name.
  package init(_ node: YAMLNode) {
    let content: Content =
      switch node.content {
      case .scalar(let text, _): node.isNothing ? .nothing : .text(text)
      case .sequence(let nodes): .list(nodes.map { DataNode($0) })
      case .mapping(let entries):
        .mapping(
          entries.reduce(into: Mapping()) { mapping, entry in
            var value = DataNode(entry.value)
            value.line = entry.key.mark.line
            mapping.append(entry.name, value)
          })
      }
    self.init(content, line: node.mark.line)
  }
}

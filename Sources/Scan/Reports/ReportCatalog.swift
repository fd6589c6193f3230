internal import Findings

/// The mappings of all known tools, and SARIF, which needs none.
package struct ReportCatalog: Sendable {
  /// The mappings, by name.
  package let mappings: [ReportMapping]

  /// The name under which SARIF files are read, whichever tool wrote them.
  package static let sarif = "sarif"

  /// Makes a catalog; a later mapping replaces an earlier one of its name.
  package init(_ mappings: [ReportMapping]) {
    let named = Dictionary(mappings.map { ($0.name, $0) }) { $1 }
    self.mappings = named.values.sorted { $0.name < $1.name }
  }

  /// Every name that can be asked for.
  package var names: [String] { (mappings.map(\.name) + [Self.sarif]).sorted() }

  /// What a report says, and who wrote it.
  package struct Reading: Sendable {
    /// The tool, as its mapping or its SARIF file names it.
    package var tool: String
    /// What it says.
    package var report: ReportMapping.Reading
  }

  /// Reads a report of a named tool, or of the one whose reports look like it.
  ///
  /// - Parameters:
  ///   - bytes: The whole report; hostile.
  ///   - tool: One of ``names``; nil to find out.
  ///   - root: The scanned folder as the tool saw it; paths below become relative to it.
  /// - Returns: What the report says, and the tool that it is of.
  /// - Throws: Why it is no report of that tool, or of none or several.
  package func read(
    _ bytes: [UInt8], tool: String?, root: String = ""
  ) throws(ReportFailure) -> Reading {
    if bytes.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
      throw ReportFailure("is empty")
    }
    if tool == Self.sarif { return try sarif(bytes, root) }
    if let tool {
      guard let mapping = mappings.first(where: { $0.name == tool }) else {
        throw ReportFailure("cannot be read: no tool \"\(tool)\" is known")
      }
      // Many tools write SARIF too, and are the better named for it.
      if let reading = try? sarif(bytes, root) { return reading }
      return Reading(tool: tool, report: try mapping.read(bytes, root: root))
    }
    return try recognised(bytes, root)
  }

  private func recognised(_ bytes: [UInt8], _ root: String) throws(ReportFailure) -> Reading {
    if let reading = try? sarif(bytes, root) { return reading }
    var best: [(mapping: ReportMapping, document: ReportNode)] = []
    var likeness = 0
    for form in [ReportDocument.Form.json, .jsonStream, .xml, .csv] {
      let readers = mappings.filter { $0.form == form }
      guard !readers.isEmpty, let value = try? ReportDocument.read(bytes, form, line: nil) else {
        continue
      }
      let document = ReportNode(document: value, isXML: form == .xml)
      for mapping in readers {
        let found = mapping.likeness(document)
        if found == 0 || found < likeness { continue }
        if found > likeness { best = [] }
        likeness = found
        best.append((mapping, document))
      }
    }
    guard let first = best.first else {
      throw ReportFailure("looks like the report of no known tool; name it with --tool")
    }
    if best.count > 1 {
      let names = best.map(\.mapping.name).joined(separator: " and ")
      throw ReportFailure("looks like reports of \(names); name the tool with --tool")
    }
    return Reading(tool: first.mapping.name, report: try first.mapping.read(first.document, root))
  }

  private func sarif(_ bytes: [UInt8], _ root: String) throws(ReportFailure) -> Reading {
    let reading: SARIFReading
    do throws(SARIFFailure) {
      reading = try SARIFReader(root: root.isEmpty ? nil : root).read(bytes)
    } catch {
      throw ReportFailure("is \(error.description)")
    }
    var report = ReportMapping.Reading(findings: reading.findings)
    for run in reading.runs {
      report.gaps += run.errors.map(\.message)
      if !run.succeeded { report.gaps.append("\(run.tool) says that it failed") }
    }
    let tools = Set(reading.runs.map(\.tool)).sorted().joined(separator: ", ")
    return Reading(tool: tools.isEmpty ? Self.sarif : tools, report: report)
  }
}

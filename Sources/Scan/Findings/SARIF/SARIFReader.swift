package import Text

/// What a tool's SARIF file says.
package struct SARIFReading: Equatable, Sendable {
  /// The findings of all runs in the file's order; one for each location of a result.
  package var findings: [ToolFinding] = []
  /// The runs, whose notices decide whether the tool can be believed.
  package var runs: [Run] = []

  /// One run of a tool.
  package struct Run: Equatable, Sendable {
    /// The driver's name.
    package var tool: String
    /// The driver's version, when it says so.
    package var version: String?
    /// Whether no invocation says that it failed.
    package var succeeded: Bool
    /// Notices of level error: rules that crashed, files that could not be read.
    package var errors: [Notice]
    /// Notices of lesser level.
    package var notices: [Notice]
    /// Results that report no failure, such as `pass` and `notApplicable`.
    package var passed: Int
  }

  /// Something a tool says about its own run.
  package struct Notice: Equatable, Sendable {
    /// What it says; untrusted text.
    package var message: String
    /// The file it is about.
    package var path: String?
  }
}

/// Why a file is not a SARIF file that can be read.
package struct SARIFFailure: Error, Equatable, CustomStringConvertible {
  /// What is wrong, as a clause; untrusted text in it is escaped by whoever shows it.
  package var message: String

  /// One sentence for a report.
  package var description: String { "not a SARIF file: \(message)" }
}

/// Reads SARIF 2.1.0 as tools really write it.
///
/// Tolerant inside (missing rules, zeros in regions, absolute addresses, unknown members), strict at
/// the frame: a text that is not JSON, cut off, or without `runs` is a failure, never an empty
/// answer.
package struct SARIFReader: Sendable {
  private let tool: String?
  private let root: String?

  /// Makes a reader.
  ///
  /// `tool` replaces the driver's name in the findings. `root` is the scanned tree as the tool saw
  /// it, an absolute path; addresses below it become relative to it.
  package init(tool: String? = nil, root: String? = nil) {
    self.tool = tool
    self.root = root
  }

  /// Reads the bytes of a whole file; throws where the frame is broken, never gives part of an
  /// answer.
  package func read(_ bytes: [UInt8]) throws(SARIFFailure) -> SARIFReading {
    let document: JSONValue
    do {
      document = try JSONValue(parsing: bytes)
    } catch {
      throw SARIFFailure(message: error.description)
    }
    return try read(document)
  }

  /// Reads a parsed file.
  package func read(_ document: JSONValue) throws(SARIFFailure) -> SARIFReading {
    guard case .array(let runs)? = document["runs"] else {
      throw SARIFFailure(message: "there is no list \"runs\"")
    }
    if let version = document["version"]?.string, !version.hasPrefix("2.") {
      throw SARIFFailure(message: "version \(VisibleText.line(version)) is unknown")
    }
    var reading = SARIFReading()
    for value in runs {
      let run = SARIFRun(value: value, tool: tool, root: root)
      let results = value["results"]?.elements ?? []
      reading.findings += results.flatMap { run.findings(of: $0) }
      reading.runs.append(run.summary(passed: results.count { run.isPassed($0) }))
    }
    return reading
  }
}

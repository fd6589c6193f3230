/// What a tool's SARIF file says.
public struct SARIFReading: Equatable, Sendable {
  /// The findings of all runs in the file's order; one for each location of a result.
  public var findings: [ToolFinding] = []
  /// The runs, whose notices decide whether the tool can be believed.
  public var runs: [Run] = []

  /// One run of a tool.
  public struct Run: Equatable, Sendable {
    /// The driver's name.
    public var tool: String
    /// The driver's version, when it says so.
    public var version: String?
    /// Whether no invocation says that it failed.
    public var succeeded: Bool
    /// Notices of level error: rules that crashed, files that could not be read.
    public var errors: [Notice]
    /// Notices of lesser level.
    public var notices: [Notice]
    /// Results that report no failure, such as `pass` and `notApplicable`.
    public var passed: Int
  }

  /// Something a tool says about its own run.
  public struct Notice: Equatable, Sendable {
    /// What it says; untrusted text.
    public var message: String
    /// The file it is about.
    public var path: String?
  }
}

/// Why a file is not a SARIF file that can be read.
public struct SARIFFailure: Error, Equatable, CustomStringConvertible {
  /// What is wrong.
  public var message: String

  /// One sentence for a report.
  public var description: String { "not a SARIF file: \(message)" }
}

/// Reads SARIF 2.1.0 as tools really write it.
///
/// Tolerant inside (missing rules, zeros in regions, absolute addresses, unknown members), strict at
/// the frame: a text that is not JSON, cut off, or without `runs` is a failure, never an empty
/// answer.
public struct SARIFReader: Sendable {
  private let tool: String?
  private let root: String?

  /// Makes a reader.
  ///
  /// `tool` replaces the driver's name in the findings. `root` is the scanned tree as the tool saw
  /// it, an absolute path; addresses below it become relative to it.
  public init(tool: String? = nil, root: String? = nil) {
    self.tool = tool
    self.root = root
  }

  /// Reads a file.
  public func read(_ bytes: [UInt8]) throws(SARIFFailure) -> SARIFReading {
    let document: JSONValue
    do {
      document = try JSONValue(parsing: bytes)
    } catch {
      throw SARIFFailure(message: error.description)
    }
    return try read(document)
  }

  /// Reads a parsed file.
  public func read(_ document: JSONValue) throws(SARIFFailure) -> SARIFReading {
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

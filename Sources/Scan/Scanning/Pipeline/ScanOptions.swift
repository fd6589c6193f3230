package import Findings

/// What the caller wants of one scan.
package struct ScanOptions: Sendable {
  /// How many processes run at once.
  package var parallelism: Int
  /// A time limit per process that replaces those of the descriptors.
  package var wallMilliseconds: Int?
  /// Whether files that a tool could not examine leave the scan complete, with a note.
  package var toleratesUnexamined: Bool
  /// Files that need not be examined by a tool that cannot.
  package var gaps: [ScanPolicy.Exception]
  /// What is asked about the packages that the tree names; nil where nobody wants to know.
  package var packages: PackageAudit?
  /// The folder in which scratch folders are made; they are removed in the end.
  package var workFolder: [UInt8]

  /// Makes options; work happens below `/tmp` and strictly.
  package init(
    parallelism: Int, wallMilliseconds: Int? = nil, toleratesUnexamined: Bool = false,
    gaps: [ScanPolicy.Exception] = [], packages: PackageAudit? = nil,
    workFolder: [UInt8] = Array("/tmp".utf8)
  ) {
    self.parallelism = max(1, parallelism)
    self.wallMilliseconds = wallMilliseconds
    self.toleratesUnexamined = toleratesUnexamined
    self.gaps = gaps
    self.packages = packages
    self.workFolder = workFolder
  }
}

/// What happens while a scan runs, for a live display.
package enum ScanEvent: Equatable, Sendable {
  /// The tool has input and is queued: so many files in so many batches.
  case queued(tool: String, files: Int, batches: Int)
  /// A first process of the tool starts.
  case started(tool: String)
  /// A batch ended; the findings are those of the tool so far.
  case progress(tool: String, batchesDone: Int, batches: Int, findings: Int)
  /// The tool is done, or never had to start.
  case finished(ToolRun)
}

/// A tool chosen for a scan, with what is known about its installation.
package struct ChosenTool: Sendable {
  /// The tool as its descriptor describes it.
  package let tool: ToolSet.Tool
  /// The installation, or why there is none.
  package let installation: Result<InstalledTool, ScanError>

  /// Makes a choice; a tool that is not installed is chosen too, and reported as missing.
  package init(_ tool: ToolSet.Tool, _ installation: Result<InstalledTool, ScanError>) {
    self.tool = tool
    self.installation = installation
  }
}

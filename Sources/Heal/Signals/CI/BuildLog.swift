/// What a log says about its end when nothing more telling stands in it: failed jobs, killed
/// programs, package managers and version control that gave up.
struct BuildLog: TextReader {
  /// Lines that are the cause themselves.
  private static let causes: [(lead: String, tool: String)] = [
    ("npm ERR! ", "npm"), ("npm error ", "npm"), ("ERROR: Could not find a version ", "pip"),
    ("ERROR: No matching distribution ", "pip"), ("E: Unable to locate package ", "apt"),
    ("E: Failed to fetch ", "apt"),
    ("error: failed to select a version ", "cargo"), ("error: no matching package ", "cargo"),
    ("error: linking with ", "rustc"),
    ("error: linker ", "rustc"), ("error: could not compile ", "cargo"), ("go: ", "go"),
    ("FAIL\t", "go"),
    ("fatal: ", "git"), ("curl: (", "curl"), ("docker: ", "docker"),
    ("ERROR: failed to solve: ", "docker"),
    ("[ERROR] Failed to execute goal ", "maven"), ("ld: ", "ld"), ("collect2: error: ", "ld"),
    ("error: ", ""),
    ("ERROR: ", ""), ("Error: ", ""), ("FATAL: ", ""),
  ]
  /// Lines that only say that something above went wrong.
  private static let ends = [
    "Process completed with exit code ", "Error: Process completed with exit code ",
    "ERROR: Job failed",
    "BUILD FAILED", "FAILURE: Build failed", "Build step ", "exit status ", "Killed",
    "Segmentation fault", "Aborted",
    "make: ***", "Command failed with exit code ", "error: Recipe ", "The command ",
    "[INFO] BUILD FAILURE",
  ]
  private static let most = 200
  private var causes: [Signal] = []
  private var ends: [Signal] = []

  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    let line = ByteCursor(page.line().trimmed)
    for end in Self.ends where line.starts(with: end) {
      if line.starts(with: "Build step "), !line.contains("FAILURE") && !line.contains("failure") {
        continue
      }
      if line.starts(with: "The command "),
        !line.contains("exited with ") && !line.contains("non-zero code")
      {
        continue
      }
      note(Signal(.ciFailure, message: line.rest), in: &ends)
      page.index += 1
      return true
    }
    guard page.line().first?.isBlank == false else { return false }
    for cause in Self.causes where line.starts(with: cause.lead) {
      var rest = line
      if !["", "git", "go", "ld"].contains(cause.tool) || cause.lead.hasPrefix("npm") {
        _ = rest.take(anyOf: ["npm ERR! ", "npm error ", "ERROR: ", "E: ", "error: ", "[ERROR] "])
      } else {
        _ = rest.take(cause.lead)
      }
      let message = rest.trimmed
      guard !message.isEmpty, !Self.isSummary(message),
        !RustcJSON.isSummary(message) || cause.tool == "cargo"
      else { return false }
      if cause.tool == "go", !message.contains(": "), !message.contains(" failed]") { return false }
      note(Signal(.ciFailure, tool: cause.tool, message: message), in: &causes)
      page.index += 1
      return true
    }
    return false
  }

  /// Only what no better signal says is said.
  mutating func finish(into sink: inout Sink) {
    if !sink.reading.signals.contains(where: { $0.level == .error }) {
      for signal in causes { sink.add(signal, .buildLog) }
    }
    if sink.reading.signals.isEmpty, let last = ends.last { sink.add(last, .buildLog) }
    causes = []
    ends = []
  }

  private func note(_ signal: Signal, in list: inout [Signal]) {
    guard list.count < Self.most, !list.contains(where: { $0.message == signal.message }) else {
      return
    }
    list.append(signal)
  }

  /// Whether a text only counts or names an exit code.
  static func isSummary(_ text: String) -> Bool {
    ends.contains { text.hasPrefix($0) } || text.hasPrefix("The process '")
  }
}

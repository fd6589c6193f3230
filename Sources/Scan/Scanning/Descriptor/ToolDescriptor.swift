package import Findings
package import Text

/// Everything Sentinel knows about one scanner, read from `tools/<name>.yaml`.
///
/// The scanned tree has no say in any of it: tools are told to ignore their own settings files
/// and the comments by which code asks not to be reported. A suppression is a decision of the
/// people who scan, not of the text that is scanned.
package struct ToolDescriptor: Equatable, Sendable {
  /// The name in commands and reports.
  package var name: String
  /// What it is for: `sast`, `secrets`, `quality` and so on; `fix` for what fixers run on.
  package var categories: [String]
  /// Where it is documented.
  package var homepage: String
  /// Its licence, as an SPDX expression.
  package var licence: String
  /// What it reads; several kinds where it has rules of ours for each.
  package var inputs: [InputKind]
  /// How it treats what it is given.
  package var detection: Detection
  /// How it is installed.
  package var installation: Installation
  /// How it is run.
  package var command: Command
  /// What it may reach while it works; nothing unless it says so.
  package var network: ToolNetwork
  /// How its answer is read.
  package var output: Output
  /// What its own words for gravity mean.
  package var severities: [String: Severity]
  /// What is known about single rules.
  package var rules: [String: Rule]
  /// What a maintainer has to know; shown by `tools show`.
  package var traps: [String]
  /// The SHA-256 of the descriptor's text.
  package var digest: String

  /// Whether a scan runs it; what is installed for fixes alone is no scanner.
  package var isScanner: Bool { categories != ["fix"] }
}

extension ToolDescriptor {
  /// Files of one language or format, and the proof that the tool reads them.
  package struct InputKind: Equatable, Sendable {
    /// The rule pack of ours for them, a folder of `rules/`; nil where the tool brings its rules.
    package var rulePack: String?
    /// Patterns for file names.
    package var globs: [PathPattern]
    /// Patterns for the program of the `#!` line, for files that no pattern matches.
    package var interpreters: [PathPattern]
    /// The extension a copy gets when the tool looks at extensions only.
    package var extensionForScripts: String?
    /// The input that must fire in every run that is given such files.
    package var canary: Canary
  }

  /// What a tool needs to be spared, and what it does with names.
  package struct Detection: Equatable, Sendable {
    /// Whether every text file is input.
    package var allText: Bool
    /// Patterns of file names that the tool leaves out by itself, whatever it is given.
    package var ignoredByTool: [PathPattern]
    /// Whether the tool reads UTF-8 only: files in other encodings go as converted copies.
    package var needsUTF8: Bool
    /// Whether the tool is given copies only, because it drops what lies outside its folder.
    package var copiesEverything: Bool
    /// Whether comments that silence the tool can only be blanked in a copy.
    package var blanksShellDirectives: Bool
    /// Whether minified files are left out, which take the tool minutes and tell a reader nothing.
    package var leavesMinifiedOut: Bool
  }

  /// How the exact tool comes to this machine.
  package struct Installation: Equatable, Sendable {
    /// The name in the package index.
    package var package: String
    /// The one version that this descriptor is written for; the lock must pin the same.
    package var version: String
    /// The file beside the descriptor that pins the whole closure by digests.
    package var lock: String
    /// Interpreter versions for which the lock holds every wheel.
    package var interpreters: [String]
    /// Machine architectures for which the lock holds every wheel.
    package var architectures: [String]
  }

  /// How one run is started.
  package struct Command: Equatable, Sendable {
    /// The program, relative to the installation.
    package var executable: String
    /// Whether the installation's interpreter is given the program, rather than the kernel.
    package var needsInterpreter: Bool
    /// The arguments after the program; see ``ArgumentTemplate``.
    package var arguments: [ArgumentTemplate]
    /// The arguments that make it tell its version; used for replaced executables only.
    package var versionArguments: [String]
    /// The whole environment; values may hold placeholders.
    package var environment: [String: ArgumentTemplate]
    /// Files written into the scratch folder before the run.
    package var files: [String: String]
    /// Whether it starts in the scratch folder instead of the tree.
    package var startsInScratch: Bool
    /// System calls that it tries, is refused and does without.
    package var expectedDenials: Set<String>
    /// The name of the profile that each run is confined by.
    package var profile: String
    /// How long a batch may take.
    package var wallMilliseconds: Int
    /// How much memory its processes may use together.
    package var memoryBytes: Int
    /// What a run usually costs: longest runs start first.
    package var expectedMilliseconds: Int
    /// The most files that one process is given.
    package var batchFiles: Int
  }

  /// How an answer is read.
  package struct Output: Equatable, Sendable {
    /// What an exit code says by itself.
    package enum Meaning: String, CaseIterable, Sendable {
      /// The run was complete; the report says what was found.
      case complete
      /// The code also stands for failures: report and coverage decide.
      case ambiguous
      /// The run failed, whatever the report says.
      case failed
    }

    /// Where the tool says what it examined.
    package enum Coverage: String, CaseIterable, Sendable {
      /// The report lists the files.
      case report
      /// The log names each file.
      case log
      /// Nowhere: the files it was given count when the exit code and the canary are right.
      case given
    }

    /// The reader of the report.
    package var parser: ParserID
    /// What exit codes say; a code that is not listed is a failure.
    package var exits: [Int32: Meaning]
    /// Where the tool says what it examined.
    package var coverage: Coverage
  }

  /// What is known about one rule.
  package struct Rule: Equatable, Sendable {
    /// The kind of defect, in words that all tools share.
    package var weaknessClass: String?
    /// Weakness numbers, where the tool gives none.
    package var cwe: [Int]
    /// The gravity, where the tool's own says nothing.
    package var severity: Severity?
    /// The certainty, where the tool gives none.
    package var confidence: Confidence?
    /// Whether the tool's message quotes what must not be kept, such as a password.
    package var hidesMessage: Bool
  }

  /// A tiny vulnerable file that goes along in every run: silence about it is a failure.
  package struct Canary: Equatable, Sendable {
    /// The file's name.
    package var name: String
    /// The file's content.
    package var text: String
    /// The rules that must fire on it; empty when any rule will do.
    package var fires: [String]
  }

  /// Whether a scan gives it rules of ours.
  package var hasRulePacks: Bool { inputs.contains { $0.rulePack != nil } }

  /// The knowledge about a rule; the longest entry that ends in `*` and matches stands in.
  func rule(_ id: String) -> Rule? {
    if let rule = rules[id] { return rule }
    let family = rules.keys.filter { $0.hasSuffix("*") && id.hasPrefix($0.dropLast()) }
    return family.max { $0.utf8.count < $1.utf8.count }.flatMap { rules[$0] }
  }
}

public import Findings

/// Everything Sentinel knows about one scanner, read from `tools/<name>.yaml`.
///
/// The scanned tree has no say in any of it: tools are told to ignore their own settings files
/// and the comments by which code asks not to be reported. A suppression is a decision of the
/// people who scan, not of the text that is scanned.
public struct ToolDescriptor: Equatable, Sendable {
  /// The name in commands and reports.
  public var name: String
  /// What it is for: `sast`, `secrets`, `quality` and so on; `fix` for what fixers run on.
  public var categories: [String]
  /// Where it is documented.
  public var homepage: String
  /// Its licence, as an SPDX expression.
  public var licence: String
  /// Which files it wants.
  public var detection: Detection
  /// How it is installed.
  public var installation: Installation
  /// How it is run.
  public var command: Command
  /// What it may reach while it works; nothing unless it says so.
  public var network: ToolNetwork
  /// How its answer is read.
  public var output: Output
  /// What its own words for gravity mean.
  public var severities: [String: Severity]
  /// What is known about single rules.
  public var rules: [String: Rule]
  /// The input that must fire in every run.
  public var canary: Canary
  /// What a maintainer has to know; shown by `tools show`.
  public var traps: [String]
  /// The SHA-256 of the descriptor's text.
  public var digest: String

  /// Whether a scan runs it; what is installed for fixes alone is no scanner.
  public var isScanner: Bool { categories != ["fix"] }
}

extension ToolDescriptor {
  /// Which files of a tree are a tool's input.
  public struct Detection: Equatable, Sendable {
    /// Patterns for file names; `*` stands for any bytes.
    public var globs: [String]
    /// Patterns for the program of the `#!` line, for files that no pattern matches.
    public var interpreters: [String]
    /// Whether every text file is input.
    public var allText: Bool
    /// Patterns of file names that the tool leaves out by itself, whatever it is given.
    public var ignoredByTool: [String]
    /// Whether the tool reads UTF-8 only: files in other encodings go as converted copies.
    public var needsUTF8: Bool
    /// Whether the tool is given copies only, because it drops what lies outside its folder.
    public var copiesEverything: Bool
    /// The extension a copy gets when the tool looks at extensions only.
    public var extensionForScripts: String?
    /// Whether comments that silence the tool can only be blanked in a copy.
    public var blanksShellDirectives: Bool
  }

  /// How the exact tool comes to this machine.
  public struct Installation: Equatable, Sendable {
    /// The name in the package index.
    public var package: String
    /// The pinned version.
    public var version: String
    /// The file beside the descriptor that pins the whole closure by digests.
    public var lock: String
    /// Interpreter versions for which the lock holds every wheel.
    public var interpreters: [String]
    /// Machine architectures for which the lock holds every wheel.
    public var architectures: [String]
  }

  /// How one run is started.
  public struct Command: Equatable, Sendable {
    /// The program, relative to the installation.
    public var executable: String
    /// Whether the installation's interpreter is given the program, rather than the kernel.
    public var needsInterpreter: Bool
    /// The arguments after the program; see ``ArgumentTemplate``.
    public var arguments: [ArgumentTemplate]
    /// The arguments that make it tell its version; used for replaced executables only.
    public var versionArguments: [String]
    /// The whole environment; values may hold placeholders.
    public var environment: [String: ArgumentTemplate]
    /// Files written into the scratch folder before the run.
    public var files: [String: String]
    /// Whether it starts in the scratch folder instead of the tree.
    public var startsInScratch: Bool
    /// System calls that it tries, is refused and does without.
    public var expectedDenials: Set<String>
    /// The sandbox profile.
    public var profile: String
    /// How long a batch may take.
    public var wallMilliseconds: Int
    /// How much memory its processes may use together.
    public var memoryBytes: Int
    /// What a run usually costs: longest runs start first.
    public var expectedMilliseconds: Int
    /// The most files that one process is given.
    public var batchFiles: Int
  }

  /// How an answer is read.
  public struct Output: Equatable, Sendable {
    /// What an exit code says by itself.
    public enum Meaning: String, CaseIterable, Sendable {
      /// The run was complete; the report says what was found.
      case complete
      /// The code also stands for failures: report and coverage decide.
      case ambiguous
      /// The run failed, whatever the report says.
      case failed
    }

    /// Where the tool says what it examined.
    public enum Coverage: String, CaseIterable, Sendable {
      /// The report lists the files.
      case report
      /// The log names each file.
      case log
      /// Nowhere: the files it was given count when the exit code and the canary are right.
      case given
    }

    /// The reader of the report.
    public var parser: ParserID
    /// What exit codes say; a code that is not listed is a failure.
    public var exits: [Int32: Meaning]
    /// Where the tool says what it examined.
    public var coverage: Coverage
  }

  /// What is known about one rule.
  public struct Rule: Equatable, Sendable {
    /// The kind of defect, in words that all tools share.
    public var weaknessClass: String?
    /// Weakness numbers, where the tool gives none.
    public var cwe: [Int]
    /// The gravity, where the tool's own says nothing.
    public var severity: Severity?
    /// The certainty, where the tool gives none.
    public var confidence: Confidence?
    /// Whether the tool's message quotes what must not be kept, such as a password.
    public var hidesMessage: Bool
  }

  /// A tiny vulnerable file that goes along in every run: silence about it is a failure.
  public struct Canary: Equatable, Sendable {
    /// The file's name.
    public var name: String
    /// The file's content.
    public var text: String
    /// The rules that must fire on it; empty when any rule will do.
    public var fires: [String]
  }

  /// The knowledge about a rule; the longest entry that ends in `*` and matches stands in.
  func rule(_ id: String) -> Rule? {
    if let rule = rules[id] { return rule }
    let family = rules.keys.filter { $0.hasSuffix("*") && id.hasPrefix($0.dropLast()) }
    return family.max { $0.utf8.count < $1.utf8.count }.flatMap { rules[$0] }
  }
}

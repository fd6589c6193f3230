package import Kernel
package import Scanning

/// What a change is tried with.
package struct TrialOptions: Sendable {
  /// The command that runs the tests; without one nothing of the project is run.
  package var test: TestCommand?
  /// Checks that no author of a candidate may see.
  package var hidden: HiddenChecks?
  /// The scanners that look at changed files again; none is needed.
  package var scanners: Scanners?
  /// The most time of one run of the tests.
  package var testMilliseconds = 600_000
  /// How many mutants are tried of an accepted change; 0 for none.
  package var mutants = 8
  /// The most time that all mutants of a change may take, one after the other.
  package var mutantMilliseconds = 120_000

  /// Nothing but the judge and the grammar.
  package init() {}
}

/// Scanners with what runs them.
package struct Scanners: Sendable {
  /// The tools, installed or not.
  package var tools: [ChosenTool]
  /// The names of all tools that could be installed, for advice.
  package var installable: Set<String>
  /// What runs them.
  package var runner: any ToolRunner
  /// The folder in which scratch folders are made.
  package var place: BytePath
  /// Tools that look at a changed file again only when the case is one of theirs, since they start too
  /// slowly to be asked about every candidate.
  package var slow: Set<String> = []

  /// Those that look at the changes for a case of a tool: without slow ones, but never without every
  /// one that has seen the finding in the base.
  func looking(at tool: String, seenBy witnesses: Set<String>) -> Scanners {
    var scanners = self
    let needsSlow = witnesses.isSubset(of: slow)
    scanners.tools.removeAll { scanner in
      let name = scanner.tool.descriptor.name
      return slow.contains(name) && name != tool && !(needsSlow && witnesses.contains(name))
    }
    return scanners
  }

  /// Puts scanners together.
  package init(
    tools: [ChosenTool], installable: Set<String> = [], runner: any ToolRunner,
    place: BytePath = "/tmp"
  ) {
    self.tools = tools
    self.installable = installable
    self.runner = runner
    self.place = place
  }
}

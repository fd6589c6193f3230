internal import Findings
package import Healing
internal import Judging
package import Patches
internal import Signals

/// Proposes what the fixers of rules/fixers make of a finding: no model, no network, no guess.
package struct CodemodActor: FixActor {
  /// See ``/Healing/FixActor/name``.
  package let name = "codemod"
  /// The digest of the fixers and of what they run on.
  package var version: String { helper.version }
  private let helper: any FixerHelper
  /// The processor time for one request, in milliseconds, where the budget has that much.
  private static let usualMilliseconds = 120_000
  /// With less than that not even the interpreter and its parser are up.
  private static let leastMilliseconds = 3_000

  /// A folder of a hundred long files; reading it takes the fixers some hundredths of a second.
  private static let mostContextBytes = 4 << 20

  /// Makes an actor over what runs the fixers.
  package init(_ helper: any FixerHelper) { self.helper = helper }

  /// See ``/Healing/FixActor/propose(_:)``; everything comes in one candidate, on the first turn.
  package func propose(_ request: ActorRequest) async -> ActorAnswer {
    guard request.turn == 1 else {
      return .abstains(
        Abstention(reason: "The fixers have one repair, and it was tried.", inspected: []))
    }
    let broken = Self.findings(of: request.healingCase, in: request.tree)
    guard !broken.isEmpty else {
      return .abstains(
        Abstention(
          reason: "The fixers mend findings of scanners in Python files, and the case names none.",
          inspected: request.healingCase.signal.places.map { "\($0.path)" }))
    }
    let union: FixUnion
    do throws(FixersUnavailable) {
      union = try await self.union(of: broken, in: request.tree, budget: request.budget)
    } catch {
      switch error {
      case .environment(let text): return .unavailable(.environment, text)
      case .budget(let reason):
        return .unavailable(reason, "The processor time that is left cannot pay the fixers.")
      }
    }
    guard let changes = union.pieces.all else {
      return .abstains(
        Abstention(
          reason: union.left.first.map { "The fixers leave it: \($0.reason): \($0.text)" }
            ?? "The fixers find nothing to mend.",
          inspected: union.left.map(\.line)))
    }
    var rationale: [String] = []
    for fix in union.fixes where !rationale.contains(fix.explanation) {
      rationale.append(fix.explanation)
    }
    let dependencies = Set(union.fixes.flatMap(\.dependencies)).sorted()
    if !dependencies.isEmpty {
      rationale.append("The code needs then: \(dependencies.joined(separator: ", ")).")
    }
    if union.fixes.contains(where: \.changesBehaviour) {
      rationale.append("Working code may see a difference.")
    }
    return .candidates([
      ProposedText(
        text: changes.rendered(), rationale: rationale.joined(separator: " "),
        origin: Set(union.fixes.map(\.fixer)).sorted().joined(separator: "+"),
        highestLevel: union.fixes.map(\.level).min() ?? 2)
    ])
  }

  /// Has the fixers look at many findings, in one request.
  ///
  /// Files that are not there, are no text of at most 4 MiB, or whose names do not end in `.py` are
  /// left out without a word: no fixer reads them.
  ///
  /// - Parameters:
  ///   - broken: the findings of each file.
  ///   - tree: the tree that they were found in.
  ///   - budget: from which the processor time is reserved; nil takes the usual bound.
  /// - Returns: every repair as a piece of its own.
  /// - Throws: ``FixersUnavailable`` when there is no answer that can be used.
  package func union(
    of broken: [PatchPath: [FixRequest.Broken]], in tree: any SourceTree,
    budget: RunBudget? = nil
  ) async throws(FixersUnavailable) -> FixUnion {
    var files: [FixRequest.File] = []
    for (path, findings) in broken.sorted(by: { $0.key < $1.key }) where Self.isPython(path) {
      guard case .file(let bytes, let isExecutable) = tree.entry(at: path),
        bytes.count <= Candidate.mostFileBytes
      else { continue }
      files.append(
        FixRequest.File(
          path: path, bytes: bytes, isExecutable: isExecutable, findings: findings))
    }
    let milliseconds = Self.milliseconds(for: budget)
    var request = FixRequest(files: files, seconds: max(1, min(60, milliseconds / 1000)))
    request.context = Self.neighbours(of: files, in: tree)
    guard request.isBounded else {
      throw .environment("The files of the findings are too large for one request; name fewer.")
    }
    let end = try await ask(request, milliseconds, budget)
    switch end.result {
    case .missing(let text), .failed(let text): throw .environment(text)
    case .answered(let bytes):
      do {
        return FixUnion(try FixAnswer(reading: bytes, to: request), to: request)
      } catch {
        throw .environment("The fixers' answer cannot be used: \(error.description).")
      }
    }
  }

  private func ask(
    _ request: FixRequest, _ milliseconds: Int, _ budget: RunBudget?
  ) async throws(FixersUnavailable) -> HelperEnd {
    guard let budget else {
      return await helper.answer(request.document(), cpuMilliseconds: milliseconds)
    }
    let reservation: RunBudget.Reservation
    do throws(BudgetExhausted) {
      reservation = try budget.reserve(Spending(cpuMilliseconds: milliseconds))
    } catch {
      throw .budget(error.reason)
    }
    let end = await helper.answer(request.document(), cpuMilliseconds: milliseconds)
    budget.settle(reservation, Spending(cpuMilliseconds: end.cpuMilliseconds))
    return end
  }

  /// What one request may take: the usual, or what is left of the budget.
  private static func milliseconds(for budget: RunBudget?) -> Int {
    guard let budget, let most = budget.limits.cpuMilliseconds else { return usualMilliseconds }
    return max(leastMilliseconds, min(usualMilliseconds, most - budget.committed.cpuMilliseconds))
  }

  /// The other Python files of the folders that some files are in, the first ones of the alphabet.
  private static func neighbours(
    of files: [FixRequest.File], in tree: any SourceTree
  ) -> [FixRequest.File] {
    func folder(_ path: PatchPath) -> ArraySlice<UInt8> {
      path.bytes[..<(path.bytes.lastIndex(of: UInt8(ascii: "/")) ?? path.bytes.startIndex)]
    }
    let folders = Set(files.map { folder($0.path) })
    let asked = Set(files.map(\.path))
    var left = mostContextBytes
    return tree.paths.compactMap { path in
      guard isPython(path), folders.contains(folder(path)), !asked.contains(path),
        case .file(let bytes, let isExecutable) = tree.entry(at: path), bytes.count <= left
      else { return nil }
      left -= bytes.count
      return FixRequest.File(path: path, bytes: bytes, isExecutable: isExecutable, findings: [])
    }
  }

  private static func isPython(_ path: PatchPath) -> Bool {
    path.bytes.suffix(3) == Array(".py".utf8) || path.bytes.suffix(4) == Array(".pyi".utf8)
  }

  /// The rules that are broken and where, in Python files; nothing for cases that are no findings.
  ///
  /// Where several scanners report one place, each of their rules is asked for: fixers know the ids of
  /// some, and equal repairs are one.
  static func findings(
    of healingCase: HealingCase, in tree: any SourceTree
  ) -> [PatchPath: [FixRequest.Broken]] {
    let signal = healingCase.signal
    guard signal.kind == .finding else { return [:] }
    var found: [PatchPath: [FixRequest.Broken]] = [:]
    let add = { (path: PatchPath, broken: FixRequest.Broken) in
      guard isPython(path) else { return }
      if found[path]?.contains(where: { $0.rule == broken.rule && $0.line == broken.line }) ?? false
      {
        return
      }
      found[path, default: []].append(broken)
    }
    for place in signal.places {
      guard let line = place.line else { continue }
      let told = healingCase.incident.signals.filter { told in
        guard told.kind == .finding || told.kind == .lint else { return false }
        return told.place?.line == line && told.place?.path.hasSuffix(place.path.text) ?? false
      }
      let rule = place.rule ?? signal.rule
      let column = told.first { $0.rule == rule }?.place?.column
      if let rule { add(place.path, FixRequest.Broken(rule: rule, line: line, column: column)) }
      for other in told {
        guard let rule = other.rule else { continue }
        add(
          place.path, FixRequest.Broken(rule: rule, line: line, column: other.place?.column))
      }
    }
    return found
  }
}

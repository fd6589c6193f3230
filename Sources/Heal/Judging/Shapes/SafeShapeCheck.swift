internal import Patches

/// After a finding is fixed the code must have the rule's safe shape where the finding was.
///
/// Asked of the function around the place, and of changed functions that it calls. Fewer unsafe
/// places than before, and a safe one where the shape wants one: a finding that merely vanished, or
/// a function that does something else, is no fix.
struct SafeShapeCheck: Check {
  /// The rules of each shape, by its name.
  let shapes: [String: [String]]
  /// Rules that are known to have no safe form to look for.
  let unshaped: Set<String>

  init(_ fields: inout ArticleFields) {
    shapes = fields.lists("shapes")
    let unshaped = fields.texts("unshaped")
    self.unshaped = Set(unshaped)
    var seen: Set<String> = []
    for rule in shapes.values.flatMap({ $0 }) + unshaped where !seen.insert(rule).inserted {
      fields.problem("the rule \(rule) is there twice")
    }
    for name in shapes.keys.sorted() where SafeShape.all[name] == nil {
      fields.problem(
        "no shape \(name); one of \(SafeShape.all.keys.sorted().joined(separator: ", "))")
    }
    if shapes.isEmpty { fields.problem("needs shapes") }
  }

  func postCondition(of rule: String) -> PostCondition {
    if let name = shapes.first(where: { $0.value.contains(rule) })?.key { return .shape(name) }
    return unshaped.contains(rule) ? .scannerAndTestsOnly : .unknownRule
  }

  func breaches(in input: JudgeInput) -> [Observation] {
    guard let signal = input.signal, signal.kind == .finding else { return [] }
    let byRule = Dictionary(grouping: signal.places) { $0.rule ?? signal.rule ?? "" }
    return byRule.sorted { $0.key < $1.key }.flatMap { rule, places -> [Observation] in
      guard case .shape(let name) = postCondition(of: rule), let shape = SafeShape.all[name]
      else { return [] }
      let byPath = Dictionary(grouping: places) { $0.path }
      let found = judgePlaces(byPath, shape, rule: rule, name: name, input)
      guard found.isEmpty, let path = moved(shape, places: places, input) else { return found }
      return [Observation(path, 0, "\(rule) wants \(name), and the weak form is elsewhere")]
    }
  }

  /// A file that holds the weak form when the patch as a whole has not made it rarer.
  private func moved(
    _ shape: SafeShape, places: [JudgeSignal.Place], _ input: JudgeInput
  ) -> String? {
    var before = 0
    var after = 0
    var seen: String?
    for file in input.files where file.role == .production || file.oldRole == .production {
      before += unsafe(shape, file.oldModule, file.old)
      let new = unsafe(shape, file.newModule, file.new)
      if new > 0 { seen = file.path }
      after += new
    }
    return after > max(0, before - max(places.count, 1)) && before > 0 ? seen : nil
  }

  private func unsafe(_ shape: SafeShape, _ module: PythonModule?, _ code: CodeTokens) -> Int {
    module.map { module in
      let reading = shape.read(ShapeRegion(module.statements, module: module, tokens: code.tokens))
      return reading.unsafe + reading.assembled
    } ?? 0
  }

  private func judgePlaces(
    _ byPath: [PatchPath: [JudgeSignal.Place]], _ shape: SafeShape, rule: String, name: String,
    _ input: JudgeInput
  ) -> [Observation] {
    byPath.sorted { $0.key < $1.key }.flatMap { path, places -> [Observation] in
      guard let file = input.files.first(where: { ($0.change.oldPath ?? $0.change.path) == path })
      else {
        return [
          Observation(path.description, 0, "\(rule): the place is unchanged", verdict: .escalate)
        ]
      }
      guard let module = file.newModule, let old = file.oldModule else { return [] }
      return judge(places, in: file, old: old, new: module, shape, "\(rule) wants \(name)", input)
    }
  }

  private func judge(
    _ places: [JudgeSignal.Place], in file: FileCase, old: PythonModule, new: PythonModule,
    _ shape: SafeShape, _ detail: String, _ input: JudgeInput
  ) -> [Observation] {
    let byFunction = Dictionary(grouping: places) { place in
      place.line.flatMap { old.function(at: $0)?.name } ?? ""
    }
    return byFunction.sorted { $0.key < $1.key }.compactMap { name, places in
      let before = ShapeRegion(
        old.functions[name].map { [$0] } ?? old.statements, module: old, tokens: file.old.tokens)
      guard var region = region(name, in: new, file: file, input) else {
        return Observation(file.path, 0, "\(detail), but \(name) is gone", verdict: .escalate)
      }
      region.compare(with: before)
      let line = region.statements.first?.line ?? 0
      let was = shape.read(before)
      let `is` = shape.read(region)
      func remains(_ now: Int, of then: Int) -> Bool {
        now > max(0, then - max(places.count, 1))
      }
      if remains(`is`.unsafe, of: was.unsafe) || remains(`is`.assembled, of: was.assembled) {
        return Observation(file.path, line, detail)
      }
      if shape.isPositive && `is`.safe == 0 { return Observation(file.path, line, detail) }
      let doubt =
        `is`.doubts.first { !was.doubts.contains($0) }
        ?? SafeShape.changed(new: `is`, old: was, from: before)
        ?? SafeShape.exchanged(new: `is`, in: region, from: before)
      return doubt.map { Observation(file.path, line, $0, verdict: .escalate) }
    }
  }

  /// The function as it is now with the changed functions that it calls; the module for no name.
  private func region(
    _ name: String, in module: PythonModule, file: FileCase, _ input: JudgeInput
  ) -> ShapeRegion? {
    if name.isEmpty {
      return ShapeRegion(module.statements, module: module, tokens: file.new.tokens)
    }
    guard let function = module.functions[name] else { return nil }
    var region = ShapeRegion([function], module: module, tokens: file.new.tokens)
    let called = Set(region.calls.map(\.method))
    for other in input.production {
      guard let helpers = other.newModule else { continue }
      let before = other.oldModule?.functions ?? [:]
      for (helper, statement) in helpers.functions
      where called.contains(statement.name ?? "") && before[helper]?.key != statement.key
        && !(other.path == file.path && helper == name)
      {
        let more = ShapeRegion([statement], module: helpers, tokens: other.new.tokens)
        region.statements += more.statements
        region.calls += more.calls
        region.add(functions: more.functions)
        region.constants.merge(more.constants) { one, _ in one }
        region.merge(more.names)
      }
    }
    return region
  }
}

extension ShapeRegion {
  /// Adds the names of another region.
  mutating func merge(_ other: PythonNames) { names.add(other) }
}

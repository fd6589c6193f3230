internal import Kernel
internal import Patches
internal import Text

/// Carries the calls of held-back cases out in a sandbox and compares what comes back outside.
struct HiddenCaseRunner: Sendable {
  /// Calls functions and returns values; expects nothing and knows nothing of what is expected.
  ///
  /// Standard output is taken from the code under test first, and every line of ours carries a word
  /// that is new in each run: not for secrecy, but so that no other line is taken for one of ours.
  private static let program = """
    import importlib, json, os, sys, types
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    mark, path = sys.argv[1], sys.argv[2]
    with open(path) as file:
        cases = json.load(file)
    os.remove(path)
    sys.argv = [""]
    sys.path.insert(0, os.getcwd())
    def plain(value, depth=0):
        if depth > 50:
            raise ValueError("too deep")
        if value is None or isinstance(value, (bool, int, float, str)):
            return value
        if isinstance(value, (list, tuple)):
            return [plain(item, depth + 1) for item in value]
        if isinstance(value, (set, frozenset)):
            return sorted(plain(item, depth + 1) for item in value)
        if isinstance(value, dict):
            return {str(key): plain(item, depth + 1) for key, item in value.items()}
        if isinstance(value, types.GeneratorType) or hasattr(value, "__next__"):
            found = []
            for item in value:
                found.append(plain(item, depth + 1))
                if len(found) > 10000:
                    raise ValueError("too long")
            return found
        raise TypeError(type(value).__name__)
    for number, case in enumerate(cases):
        answer = {"case": number}
        target = None
        try:
            target = importlib.import_module(case["module"])
            for part in case["function"].split("."):
                target = getattr(target, part)
        except BaseException as error:
            answer["missing"] = type(error).__name__
        if "missing" not in answer:
            try:
                answer["value"] = plain(target(*case["arguments"], **case["named"]))
            except BaseException as error:
                answer["raises"] = [kind.__name__ for kind in type(error).__mro__]
        print(mark, json.dumps(answer), file=out, flush=True)
    """

  let cases: [HiddenChecks.Case]
  /// Modules that the calls need, laid over the tree.
  let files: [PatchPath: [UInt8]]
  let interpreter: String

  /// What came of the cases.
  struct Answer: Equatable {
    /// How many came out right.
    var right = 0
    /// How many could not be called at all.
    var missing = 0
    /// How the run ended.
    var ending: RunRecord.Ending
    /// Processor time.
    var cpuMilliseconds = 0
  }

  /// Calls everything on a tree.
  func answer(
    _ changes: ChangeSet?, on runner: TrialRun, milliseconds: Int
  ) async -> Answer {
    let mark = WorkFolder.nonce()
    let path = PatchPath(ofWalk: Array(".calls-\(mark).json".utf8))
    let words = [interpreter, "-c", Self.program, mark, path.text]
    var request = TrialRun.Request(
      words.map { Array($0.utf8) }, changes: changes, milliseconds: milliseconds)
    request.additions = files
    request.additions[path] = Array(JSONValue.array(cases.map(\.request)).serialized())
    request.variables = ["PYTHONDONTWRITEBYTECODE=1"]
    let record = await runner.run(request)
    var answer = Answer(ending: record.ending, cpuMilliseconds: record.cpuMilliseconds)
    var seen: Set<Int> = []
    let prefix = Array("\(mark) ".utf8)
    for line in record.output.split(separator: 0x0A) where line.starts(with: prefix) {
      guard let value = try? JSONValue(parsing: Array(line.dropFirst(prefix.count))),
        let number = value["case"]?.integer, cases.indices.contains(number),
        seen.insert(number).inserted
      else { continue }
      if value["missing"] != nil { answer.missing += 1 }
      if Self.isRight(value, cases[number]) { answer.right += 1 }
    }
    return answer
  }

  private static func isRight(_ answer: JSONValue, _ wanted: HiddenChecks.Case) -> Bool {
    if let raises = wanted.raises {
      return answer["raises"]?.elements.contains(.string(raises)) ?? false
    }
    guard let value = answer.members["value"], let expected = wanted.expected else { return false }
    return isEqual(value, expected)
  }

  /// Whether two values are the same; numbers with a fraction to one part in a thousand million.
  static func isEqual(_ one: JSONValue, _ other: JSONValue) -> Bool {
    switch (one, other) {
    case (.integer(let one), .integer(let other)): return one == other
    case (.integer, .number), (.number, .integer), (.number, .number):
      guard let one = one.double, let other = other.double else { return false }
      return one == other || abs(one - other) <= 1e-9 * max(abs(one), abs(other))
    case (.array(let one), .array(let other)):
      return one.count == other.count && zip(one, other).allSatisfy { isEqual($0, $1) }
    case (.object(let one), .object(let other)):
      return one.keys == other.keys
        && one.allSatisfy { key, value in other[key].map { isEqual(value, $0) } ?? false }
    default: return one == other
    }
  }
}

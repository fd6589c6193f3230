internal import Patches

/// New files that are loaded in place of a module of the base: a package beside a file of its name.
struct TwinCheck: Check {
  init(_ fields: inout ArticleFields) {}

  func breaches(in input: JudgeInput) -> [Observation] {
    let base = Set(input.basePaths.map(\.text))
    let gone = Set(
      input.files.filter { $0.change.new == nil }.map(\.change.path.text)
        + input.files.compactMap { $0.change.oldPath?.text })
    return input.files.compactMap { file in
      guard file.change.old == nil || file.change.oldPath != nil, file.change.new != nil else {
        return nil
      }
      let twins = Self.twins(of: file.change.path.text).filter {
        base.contains($0) && !gone.contains($0)
      }
      return twins.first.map { Observation(file.path, 0, "beside \($0)") }
    }
  }

  private static func twins(of path: String) -> [String] {
    let endings = [".py", ".js", ".ts", ".mjs", ".cjs", ".jsx", ".tsx"]
    for ending in endings {
      let index = ending == ".py" ? "/__init__.py" : "/index" + ending
      if path.hasSuffix(index) {
        let stem = String(path.dropLast(index.count))
        return ending == ".py" ? [stem + ".py"] : endings.map { stem + $0 }
      }
      if path.hasSuffix(ending) {
        let stem = String(path.dropLast(ending.count))
        if ending == ".py" { return [stem + "/__init__.py"] }
        // Resolvers try endings in an order of their own.
        return endings.map { stem + $0 }.filter { $0 != path } + [stem + "/index" + ending]
      }
    }
    return []
  }
}

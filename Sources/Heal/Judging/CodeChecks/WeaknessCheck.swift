internal import Patches

/// Weak forms that scanners know, brought in by whatever patch: more of one than before.
struct WeaknessCheck: Check {
  private let shapes: [String]

  init(_ fields: inout ArticleFields) {
    shapes = fields.texts("shapes")
    for name in shapes where SafeShape.all[name] == nil { fields.problem("no shape \(name)") }
    if shapes.isEmpty { fields.problem("needs shapes") }
  }

  func breaches(in input: JudgeInput) -> [Observation] {
    if input.isExactRevert { return [] }
    let files = input.files.filter { $0.role == .production || $0.oldRole == .production }
      .map { file in
        (
          file: file, old: Self.region(file.oldModule, file.old),
          new: Self.region(file.newModule, file.new)
        )
      }
    return shapes.compactMap { name in
      guard let shape = SafeShape.all[name] else { return nil }
      var growth = 0
      var seen: FileCase?
      for side in files {
        let more =
          (side.new.map { shape.read($0).unsafe } ?? 0)
          - (side.old.map { shape.read($0).unsafe } ?? 0)
        growth += more
        if more > 0 { seen = side.file }
      }
      return growth > 0 ? seen.map { Observation($0.path, 0, "not \(name)") } : nil
    }
  }

  private static func region(_ module: PythonModule?, _ code: CodeTokens) -> ShapeRegion? {
    module.map { ShapeRegion($0.statements, module: $0, tokens: code.tokens) }
  }
}

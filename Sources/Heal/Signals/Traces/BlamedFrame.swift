/// Which frame of a stack a project's own fault most probably lies in.
enum BlamedFrame {
  private static let paths = ProjectPaths()

  /// The innermost place that is not of a library or of the language; the innermost of all where
  /// every one is.
  static func of(_ frames: [Frame]) -> Place? {
    let own = frames.last { frame in
      guard let path = frame.place?.path else { return false }
      return paths.relative(path) != nil
    }
    return own?.place ?? frames.last { $0.place != nil }?.place
  }
}

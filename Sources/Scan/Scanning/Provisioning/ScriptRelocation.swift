/// Lets the scripts of a virtual environment follow it to its final place.
enum ScriptRelocation {
  /// The largest file that is taken for a script, in bytes.
  private static let sizeLimit = 64 << 10

  /// Replaces the folder's path in every script of its `bin`; false when one cannot be written.
  static func move(scriptsOf folder: [UInt8], to place: [UInt8]) -> Bool {
    let path = folder + Array("/bin".utf8)
    guard let programs = Folder(absolute: path), let names = programs.names() else { return false }
    for name in names where programs.kind(of: name) == .file {
      guard case .content(let script) = programs.read(name, limit: sizeLimit),
        script.starts(with: "#!".utf8)
      else { continue }
      let moved = replacing(folder, by: place, in: script)
      if moved == script { continue }
      let file = path + [UInt8(ascii: "/")] + name
      let copy = file + Array(".moved".utf8)
      guard Posix.writeNew(copy, moved, mode: 0o755), Posix.rename(copy, to: file) else {
        return false
      }
    }
    return true
  }

  /// The bytes with every occurrence of a part replaced.
  static func replacing(_ part: [UInt8], by other: [UInt8], in bytes: [UInt8]) -> [UInt8] {
    guard let first = part.first, bytes.count >= part.count else { return bytes }
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == first, bytes[index...].starts(with: part) {
        result += other
        index += part.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }
}

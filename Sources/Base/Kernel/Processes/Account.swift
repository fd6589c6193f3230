/// A user of this machine, as /etc/passwd has it.
///
/// The C library's own search would load modules into a static program, which it must not; users of a
/// directory service are therefore unknown.
package struct Account {
  /// The name for logging in.
  package let name: String
  /// The home folder.
  package let home: BytePath

  /// The account of a user number; nil where the file has none.
  package static func of(_ number: UInt32) -> Account? {
    let lines = (try? FileSystem.read("/etc/passwd", limit: 1 << 24))?.split(separator: 10) ?? []
    for line in lines {
      let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      if fields.count == 7, fields[2].elementsEqual("\(number)".utf8) {
        return Account(
          name: String(decoding: fields[0], as: UTF8.self), home: BytePath(fields[5]))
      }
    }
    return nil
  }
}

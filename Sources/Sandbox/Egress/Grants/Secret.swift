/// A credential; nothing that prints, mirrors or compares values shows it.
package struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The bytes; only for what goes to the server, and for looking for them.
  let bytes: [UInt8]

  /// What a credential must be, for messages.
  package static let form = "write 8 to 8192 bytes without control bytes and spaces at the ends"

  /// Takes a credential of 8 to 8192 bytes without spaces at its ends and control bytes; else nil.
  ///
  /// Shorter ones would be found in harmless responses all the time.
  package init?(_ bytes: some Collection<UInt8>) {
    guard (8...8192).contains(bytes.count), bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
      return nil
    }
    self.bytes = Array(bytes)
    guard ASCII.trimmed(self.bytes[...]).count == self.bytes.count else { return nil }
  }

  /// The same words for every credential.
  package var description: String { "[secret]" }
  /// The same words for every credential.
  package var debugDescription: String { "[secret]" }
  /// No children, so that `dump` and reflection show nothing.
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Answers of a service, kept before they are used, so that a resumed run asks again at most once.
package protocol ReplyCassette: Sendable {
  /// The reply that was kept for a request.
  ///
  /// - Parameter digest: of everything that the request holds, 64 hexadecimal digits.
  /// - Returns: the reply byte by byte; nil when the request was never answered.
  func reply(for digest: String) -> [UInt8]?

  /// Keeps a reply; on return it is on the disk. Keeping the same reply twice is keeping it once.
  ///
  /// - Parameters:
  ///   - reply: what the service answered, its use of tokens included.
  ///   - digest: of everything that the request holds, 64 hexadecimal digits.
  /// - Throws: what keeps it from the disk; the reply must then not be used.
  func keep(_ reply: [UInt8], for digest: String) throws
}

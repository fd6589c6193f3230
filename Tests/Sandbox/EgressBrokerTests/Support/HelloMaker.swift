/// Hellos of TLS clients, as far as the broker reads them.
enum HelloMaker {
  /// A hello that asks for a server, in one record.
  static func hello(for name: String?) -> [UInt8] {
    var extensions: [UInt8] = []
    if let name {
      let entry = [0] + vector(Array(name.utf8))
      extensions += [0, 0] + vector(vector(entry))
    }
    extensions += [0, 43] + vector([2, 3, 4])
    let body =
      [3, 3] + [UInt8](repeating: 7, count: 32) + [0] + vector([0x13, 0x01]) + [1, 0]
      + vector(extensions)
    let message = [1, 0] + vector(body)
    return [22, 3, 1] + vector(message)
  }

  private static func vector(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xff)] + bytes
  }
}

/// Builds TLS hellos, well formed or not.
package struct HelloBytes {
  package var version: UInt16 = 0x0303
  package var session: [UInt8] = Array(repeating: 5, count: 32)
  package var suites: [UInt8] = [0x13, 0x01, 0x13, 0x02]
  package var compressions: [UInt8] = [0]
  package var extensions: [(type: UInt16, data: [UInt8])]

  package init(_ name: String? = "allowed.test") {
    extensions = []
    if let name { extensions.append((0, Self.serverName(Array(name.utf8)))) }
    extensions.append((43, [4, 3, 4, 3, 3]))
    extensions.append(
      (16, Self.vector16(Self.vector8(Array("h2".utf8)) + Self.vector8(Array("http/1.1".utf8)))))
    extensions.append((51, Self.vector16([0, 29] + Self.vector16(Array(repeating: 9, count: 32)))))
  }

  package static func vector8(_ bytes: [UInt8]) -> [UInt8] { [UInt8(bytes.count)] + bytes }

  package static func vector16(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8(bytes.count >> 8 & 0xff), UInt8(bytes.count & 0xff)] + bytes
  }

  package static func serverName(_ name: [UInt8], type: UInt8 = 0) -> [UInt8] {
    vector16([type] + vector16(name))
  }

  /// The message: type, length, body.
  package var message: [UInt8] {
    let list = extensions.flatMap {
      [UInt8($0.type >> 8), UInt8($0.type & 0xff)] + Self.vector16($0.data)
    }
    let body =
      [UInt8(version >> 8), UInt8(version & 0xff)] + Array(repeating: 7, count: 32)
      + Self.vector8(session) + Self.vector16(suites) + Self.vector8(compressions)
      + Self.vector16(list)
    return [1, UInt8(body.count >> 16), UInt8(body.count >> 8 & 0xff), UInt8(body.count & 0xff)]
      + body
  }

  /// The message in records of at most so many bytes.
  package func records(of size: Int = 1 << 14) -> [UInt8] { Self.records(message, of: size) }

  package static func records(_ message: [UInt8], of size: Int) -> [UInt8] {
    stride(from: 0, to: message.count, by: size).flatMap { start in
      [22, 3, 1] + vector16(Array(message[start..<min(start + size, message.count)]))
    }
  }
}

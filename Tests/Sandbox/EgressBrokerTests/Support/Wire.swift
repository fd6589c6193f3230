import CKernel
import Egress
import Glibc
import Kernel

/// A blocking socket of a test, with a limit on every wait.
final class Wire: Sendable {
  let number: Int32

  init(_ descriptor: consuming Descriptor, seconds: Int = 10) {
    number = descriptor.take()
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    unsafe setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    unsafe setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    let flags = fcntl(number, F_GETFL)
    _ = fcntl(number, F_SETFL, flags & ~O_NONBLOCK)
  }

  deinit { close(number) }

  func connect(to address: String, _ port: UInt16) throws {
    guard let parsed = IPAddress(parsing: address) else {
      throw KernelFailure(call: "parse", object: address, number: EINVAL)
    }
    var endpoint = sentinel_endpoint()
    endpoint.port = port
    endpoint.is_ipv6 = parsed.family == .v6 ? 1 : 0
    unsafe withUnsafeMutableBytes(of: &endpoint.bytes) { unsafe $0.copyBytes(from: parsed.bytes) }
    guard unsafe sentinel_connect(number, &endpoint) == 0 else {
      throw KernelFailure.last("connect", "\(address):\(port)")
    }
  }

  /// Sends all of it, in pieces of a size.
  func send(_ bytes: some Collection<UInt8>, pieces: Int = .max) throws {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let piece = rest.prefix(pieces)
      let count = unsafe piece.withUnsafeBytes {
        unsafe Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw KernelFailure.last("send") }
      rest = rest.dropFirst(count)
    }
  }

  func send(_ text: String) throws { try send(text.utf8) }

  /// The next bytes; empty at the end.
  func receive(_ most: Int = 1 << 16) throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: most)
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe recv(number, $0.baseAddress, $0.count, 0)
    }
    guard count >= 0 else { throw KernelFailure.last("recv") }
    return Array(buffer.prefix(count))
  }

  /// Everything to the end.
  func receiveAll() throws -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let more = try receive()
      if more.isEmpty { return bytes }
      bytes += more
    }
  }

  /// Everything until a text was seen, or the end.
  func receive(until text: String) throws -> String {
    var found = ""
    while !found.contains(text) {
      let more = try receive()
      if more.isEmpty { break }
      found += String(decoding: more, as: UTF8.self)
    }
    return found
  }

  /// The head of a message, byte by byte, so that nothing behind it is taken.
  func receiveHead() throws -> String {
    var bytes: [UInt8] = []
    while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      let byte = try receive(1)
      if byte.isEmpty { break }
      bytes += byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The error with which a read ends; 0 for an orderly end, nil when bytes came.
  func ending() -> Int32? {
    do {
      return try receive().isEmpty ? 0 : nil
    } catch let failure as KernelFailure {
      return failure.number
    } catch {
      return -1
    }
  }

  func endWriting() { _ = shutdown(number, Int32(SHUT_WR)) }
}

import CCurl
import Synchronization

/// Sends calls by libcurl, each on a connection of its own.
///
/// Redirects are not followed, for a request may hold a secret that is meant for one host. Proxies
/// come from the caller's environment, as libcurl reads it.
package struct CurlTransport: HTTPTransport {
  private static let start = Mutex(false)

  /// A transport; libcurl is set up once.
  package init() {
    Self.start.withLock { isReady in
      if !isReady { isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK }
    }
  }

  /// See ``HTTPTransport/send(_:isCancelled:receive:)``.
  package func send(
    _ call: HTTPCall, isCancelled: @escaping @Sendable () -> Bool,
    receive: ((HTTPAnswer, [UInt8]) -> Void)? = nil
  ) throws(TransportFailure) -> HTTPAnswer {
    try call.check()
    guard let handle = unsafe curl_easy_init() else { throw .unreachable("libcurl did not start") }
    defer { unsafe curl_easy_cleanup(handle) }
    let transfer = Transfer(limit: call.limitBytes, isCancelled: isCancelled, receive: receive)
    let code = unsafe Self.perform(call, handle: handle, transfer: transfer)
    return try transfer.finish(code: code, reason: unsafe String(cString: curl_easy_strerror(code)))
  }

  private static func perform(
    _ call: HTTPCall, handle: UnsafeMutableRawPointer, transfer: Transfer
  ) -> CURLcode {
    var list: UnsafeMutablePointer<curl_slist>?
    defer { unsafe curl_slist_free_all(list) }
    // An empty Expect keeps libcurl from waiting a second before a long body.
    for header in call.headers + [("Expect", "")] {
      let line = header.value.isEmpty ? "\(header.name):" : "\(header.name): \(header.value)"
      unsafe list = curl_slist_append(list, line)
    }
    unsafe set(handle, CURLOPT_URL, call.url)
    unsafe set(handle, CURLOPT_CUSTOMREQUEST, call.method)
    unsafe set(handle, CURLOPT_PROTOCOLS_STR, "http,https")
    unsafe set(handle, CURLOPT_USERAGENT, "sentinel")
    unsafe curl_set_number(handle, CURLOPT_NOSIGNAL, 1)
    unsafe curl_set_number(handle, CURLOPT_CONNECTTIMEOUT_MS, call.connectMilliseconds)
    unsafe curl_set_number(handle, CURLOPT_TIMEOUT_MS, call.totalMilliseconds)
    unsafe curl_set_number(handle, CURLOPT_NOPROGRESS, 0)
    unsafe curl_set_pointer(handle, CURLOPT_HTTPHEADER, list)
    let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
    unsafe curl_set_pointer(handle, CURLOPT_WRITEDATA, context)
    unsafe curl_set_pointer(handle, CURLOPT_HEADERDATA, context)
    unsafe curl_set_pointer(handle, CURLOPT_XFERINFODATA, context)
    unsafe curl_set_bytes_function(handle, CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
      unsafe Transfer.of(context).take(UnsafeRawBufferPointer(start: bytes, count: count))
        ? count : 0
    }
    unsafe curl_set_bytes_function(handle, CURLOPT_HEADERFUNCTION) { bytes, _, count, context in
      unsafe Transfer.of(context).takeHeader(UnsafeRawBufferPointer(start: bytes, count: count))
      return count
    }
    unsafe curl_set_progress_function(handle) { context, _, _, _, _ in
      unsafe Transfer.of(context).isCancelled() ? 1 : 0
    }
    return unsafe call.body.withUnsafeBufferPointer { body in
      if !body.isEmpty {
        unsafe curl_set_number(handle, CURLOPT_POSTFIELDSIZE, body.count)
        unsafe curl_set_pointer(handle, CURLOPT_POSTFIELDS, body.baseAddress)
      }
      return unsafe curl_easy_perform(handle)
    }
  }

  private static func set(_ handle: UnsafeMutableRawPointer, _ option: CURLoption, _ text: String) {
    _ = unsafe text.withCString { unsafe curl_set_pointer(handle, option, $0) }
  }
}

extension HTTPCall {
  /// Refuses what could end a line of the header early; the value is not named, for it may be secret.
  fileprivate func check() throws(TransportFailure) {
    for header in headers
    where (header.name + header.value).utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
      throw .invalid("the header \(header.name) holds a control character")
    }
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw .invalid("the address holds a space or a character that is not ASCII")
    }
  }
}

/// What libcurl's functions write to while a call is under way.
private final class Transfer {
  var answer = HTTPAnswer(status: 0)
  var received = 0
  var isTooLong = false
  let limit: Int
  let isCancelled: () -> Bool
  let receive: ((HTTPAnswer, [UInt8]) -> Void)?

  init(
    limit: Int, isCancelled: @escaping () -> Bool, receive: ((HTTPAnswer, [UInt8]) -> Void)?
  ) {
    self.limit = limit
    self.isCancelled = isCancelled
    self.receive = receive
  }

  static func of(_ context: UnsafeMutableRawPointer?) -> Transfer {
    guard let context = unsafe context else { preconditionFailure("libcurl lost its context") }
    return unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  }

  func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    received += bytes.count
    guard received <= limit else {
      isTooLong = true
      return false
    }
    if let receive, answer.status == 200 {
      receive(answer, unsafe Array(bytes))
    } else {
      unsafe answer.body.append(contentsOf: bytes)
    }
    return true
  }

  /// A status line begins a header anew: the last response counts, not one of a proxy before it.
  func takeHeader(_ bytes: UnsafeRawBufferPointer) {
    let line = unsafe String(decoding: bytes, as: UTF8.self)
    if line.hasPrefix("HTTP/") {
      let parts = line.split(separator: " ", maxSplits: 2)
      answer = HTTPAnswer(status: parts.count > 1 ? Int(parts[1].prefix(3)) ?? 0 : 0)
    } else if let colon = line.firstIndex(of: ":"), answer.headers.count < 200 {
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      answer.headers[line[..<colon].lowercased()] = String(value.prefix { !$0.isNewline })
    }
  }

  func finish(code: CURLcode, reason: String) throws(TransportFailure) -> HTTPAnswer {
    switch code {
    case CURLE_OK: return answer
    case CURLE_OPERATION_TIMEDOUT: throw .timedOut
    case CURLE_ABORTED_BY_CALLBACK: throw .cancelled
    case CURLE_WRITE_ERROR where isTooLong: throw .tooLong
    case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: throw .invalid(reason)
    default: throw answer.status == 0 ? .unreachable(reason) : .cut
    }
  }
}

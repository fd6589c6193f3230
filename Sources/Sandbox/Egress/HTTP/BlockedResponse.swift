/// The answer that tells a client, and whoever reads its log, that it was policy.
package enum BlockedResponse {
  /// A whole response with the refusal's line as its text; the connection ends after it.
  package static func bytes(_ refusal: EgressRefusal, status: UInt16 = 403) -> [UInt8] {
    let line = CappedText.visible(refusal.line.utf8, limit: 1000)
    let body = Array("sentinel: \(line)\n".utf8)
    let head =
      "HTTP/1.1 \(status) \(phrase(status))\r\n"
      + "Content-Type: text/plain; charset=utf-8\r\n"
      + "Content-Length: \(body.count)\r\n"
      + "X-Sentinel-Refusal: \(refusal.code.rawValue)\r\n"
      + "Cache-Control: no-store\r\n"
      + (status == 405 ? "Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n" : "")
      + "Connection: close\r\n\r\n"
    return Array(head.utf8) + body
  }

  private static func phrase(_ status: UInt16) -> String {
    switch status {
    case 400: "Bad Request"
    case 405: "Method Not Allowed"
    case 413: "Content Too Large"
    case 421: "Misdirected Request"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 501: "Not Implemented"
    case 502: "Bad Gateway"
    case 504: "Gateway Timeout"
    case 505: "HTTP Version Not Supported"
    default: "Forbidden"
    }
  }
}

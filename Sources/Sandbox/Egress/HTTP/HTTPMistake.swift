/// Why bytes are no HTTP/1 message that may pass; each has the status that tells the client.
package enum HTTPMistake: String, Error, Hashable, Sendable, CaseIterable {
  // Of lines.
  case bareLineFeed, bareCarriageReturn, controlByte, emptyLine, headTooLarge, tooManyFields
  // Of the request line.
  case requestLine, version, http2, targetForm, method
  // Of the status line.
  case statusLine, unexpectedResponse
  // Of fields.
  case foldedField, fieldName, fieldValue, hostMissing, hostRepeated, hostMalformed, connection
  // Of bodies.
  case contentLength, transferEncoding, framingConflict, chunkSize, chunkEnd, trailer, truncated

  /// The status of the answer (RFC 9110, section 15; 505 and 405 where they fit better than 400).
  package var status: UInt16 {
    switch self {
    case .headTooLarge, .tooManyFields: 431
    case .method: 405
    case .version, .http2: 505
    case .transferEncoding: 501
    default: 400
    }
  }

  /// The mistake as the end of a sentence about the sender.
  package var reason: String {
    switch self {
    case .bareLineFeed: "ended a line with LF alone"
    case .bareCarriageReturn: "sent CR without LF"
    case .controlByte: "sent a control byte in a head"
    case .emptyLine: "sent an empty line before a head"
    case .headTooLarge: "sent a head above the limit"
    case .tooManyFields: "sent more header fields than the limit"
    case .requestLine: "sent a malformed request line"
    case .version: "speaks another version of HTTP than 1.0 and 1.1"
    case .http2: "speaks HTTP/2 in clear text"
    case .targetForm: "sent a target that is not a path"
    case .method: "used a method that is never allowed"
    case .statusLine: "sent a malformed status line"
    case .unexpectedResponse: "answered what nobody asked"
    case .foldedField: "folded a header field"
    case .fieldName: "sent a malformed header field name"
    case .fieldValue: "sent a malformed header field"
    case .hostMissing: "sent no Host"
    case .hostRepeated: "sent more than one Host"
    case .hostMalformed: "sent a Host that is not a name and port"
    case .connection: "named a field in Connection that must not be dropped"
    case .contentLength: "sent a malformed or repeated Content-Length"
    case .transferEncoding: "used a transfer encoding other than chunked"
    case .framingConflict: "framed a body in two ways"
    case .chunkSize: "sent a malformed chunk size"
    case .chunkEnd: "did not end a chunk where it said"
    case .trailer: "sent trailer fields"
    case .truncated: "closed before the end of a message"
    }
  }

  /// The mistake as a refusal of a request to a host.
  package func refusal(host: String) -> EgressRefusal {
    let code: EgressRefusal.Code =
      switch self {
      case .headTooLarge, .tooManyFields: .requestTooLarge
      case .method: .methodNotAllowed
      default: .requestMalformed
      }
    let limit: EgressLimit? =
      switch self {
      case .headTooLarge: .headSize
      case .tooManyFields: .headFields
      default: nil
      }
    return EgressRefusal(
      code, "the client of \(CappedText.visible(host.utf8, limit: 253)) \(reason)", limit: limit)
  }
}

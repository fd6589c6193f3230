@testable import Egress

/// What a reader made of some bytes, independent of how a body was cut.
struct RequestReading: Equatable {
  struct Request: Equatable {
    var head: HTTPRequestHead
    var body: [UInt8] = []
    var isComplete = false
  }

  var requests: [Request] = []
  var mistake: HTTPMistake?

  /// Reads the bytes in pieces of at most so many.
  init(_ bytes: [UInt8], pieces: Int = .max, limits: EgressLimits = EgressLimits()) {
    var reader = HTTPRequestReader(limits: limits)
    let step = min(pieces, max(1, bytes.count))
    for start in stride(from: 0, to: bytes.count, by: step) {
      reader.append(bytes[start..<min(bytes.count, start + step)])
      drain(&reader)
      if mistake != nil { return }
    }
  }

  init(_ text: String, pieces: Int = .max) { self.init(Array(text.utf8), pieces: pieces) }

  private mutating func drain(_ reader: inout HTTPRequestReader) {
    do throws(HTTPMistake) {
      while true {
        switch try reader.next() {
        case .needMore: return
        case .head(let head): requests.append(Request(head: head))
        case .body(let bytes): requests[requests.count - 1].body += bytes
        case .end: requests[requests.count - 1].isComplete = true
        }
      }
    } catch {
      mistake = error
    }
  }
}

/// The same for responses.
struct ResponseReading: Equatable {
  struct Response: Equatable {
    var head: HTTPResponseHead
    var body: [UInt8] = []
    var isComplete = false
  }

  var responses: [Response] = []
  var mistake: HTTPMistake?
  var endMistake: HTTPMistake?

  init(_ bytes: [UInt8], methods: [String] = ["GET"], mayUpgrade: Bool = false, pieces: Int = .max)
  {
    var reader = HTTPResponseReader()
    for method in methods { reader.expect(method: method, mayUpgrade: mayUpgrade) }
    let step = min(pieces, max(1, bytes.count))
    for start in stride(from: 0, to: bytes.count, by: step) {
      reader.append(bytes[start..<min(bytes.count, start + step)])
      drain(&reader)
      if mistake != nil { return }
    }
    do throws(HTTPMistake) { try reader.close() } catch { endMistake = error }
  }

  init(_ text: String, methods: [String] = ["GET"], mayUpgrade: Bool = false, pieces: Int = .max) {
    self.init(Array(text.utf8), methods: methods, mayUpgrade: mayUpgrade, pieces: pieces)
  }

  private mutating func drain(_ reader: inout HTTPResponseReader) {
    do throws(HTTPMistake) {
      while true {
        switch try reader.next() {
        case .needMore: return
        case .head(let head): responses.append(Response(head: head))
        case .body(let bytes): responses[responses.count - 1].body += bytes
        case .end: responses[responses.count - 1].isComplete = true
        }
      }
    } catch {
      mistake = error
    }
  }
}

package import Egress

/// What a reader made of some bytes, independent of how a body was cut.
package struct RequestReading: Equatable {
  /// One request.
  package struct Request: Equatable {
    package var head: HTTPRequestHead
    package var body: [UInt8] = []
    package var isComplete = false
  }

  package var requests: [Request] = []
  package var mistake: HTTPMistake?

  /// Reads pieces one after the other.
  package init(pieces: [ArraySlice<UInt8>]) {
    var reader = HTTPRequestReader()
    for piece in pieces {
      reader.append(piece)
      drain(&reader)
      if mistake != nil { return }
    }
  }

  /// Reads the bytes in pieces of at most so many.
  package init(_ bytes: [UInt8], pieces: Int = .max) { self.init(pieces: bytes.pieces(of: pieces)) }

  /// The same for text.
  package init(_ text: String, pieces: Int = .max) { self.init(Array(text.utf8), pieces: pieces) }

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
package struct ResponseReading: Equatable {
  /// One response, interim ones too.
  package struct Response: Equatable {
    package var head: HTTPResponseHead
    package var body: [UInt8] = []
    package var isComplete = false
  }

  package var responses: [Response] = []
  package var mistake: HTTPMistake?
  package var endMistake: HTTPMistake?

  /// Reads pieces one after the other, as answers to requests of these methods.
  package init(pieces: [ArraySlice<UInt8>], methods: [String], mayUpgrade: Bool) {
    var reader = HTTPResponseReader()
    for method in methods { reader.expect(method: method, mayUpgrade: mayUpgrade) }
    for piece in pieces {
      reader.append(piece)
      drain(&reader)
      if mistake != nil { return }
    }
    do throws(HTTPMistake) { try reader.close() } catch { endMistake = error }
  }

  /// Reads the bytes in pieces of at most so many.
  package init(
    _ bytes: [UInt8], methods: [String] = ["GET"], mayUpgrade: Bool = false, pieces: Int = .max
  ) {
    self.init(pieces: bytes.pieces(of: pieces), methods: methods, mayUpgrade: mayUpgrade)
  }

  /// The same for text.
  package init(
    _ text: String, methods: [String] = ["GET"], mayUpgrade: Bool = false, pieces: Int = .max
  ) {
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

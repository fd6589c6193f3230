internal import Egress
internal import Kernel
internal import NIOCore
internal import NIOEmbedded
internal import NIOSSL
internal import NIOTLS

/// What the broker's side of a TLS connection is judged by: loaded before the broker confines itself,
/// since no file can be read afterwards.
struct TrustRoots {
  /// Why there are none.
  struct Mistake: Error {
    var reason: String
  }

  fileprivate let context: NIOSSLContext

  /// Reads certificates in PEM; one that is none is a mistake.
  init(pem: String) throws(Mistake) {
    do {
      let certificates = try NIOSSLCertificate.fromPEMBytes(Array(pem.utf8))
      guard !certificates.isEmpty else { throw Mistake(reason: "there is no certificate in it") }
      var configuration = TLSConfiguration.makeClientConfiguration()
      configuration.trustRoots = .certificates(certificates)
      configuration.certificateVerification = .fullVerification
      configuration.minimumTLSVersion = .tlsv12
      configuration.applicationProtocols = ["http/1.1"]
      configuration.renegotiationSupport = .none
      context = try NIOSSLContext(configuration: configuration)
    } catch let mistake as Mistake {
      throw mistake
    } catch {
      throw Mistake(reason: "the certificates cannot be read: \(error)")
    }
  }
}

/// One end of a TLS connection, without input or output of its own: bytes of the socket go in and come
/// out, and plain bytes on the other side.
final class TLSEngine {
  /// How far it came.
  enum State: Equatable {
    case shaking
    case ready
    /// The server has ended in order.
    case ended
    case failed(String)
  }

  private let channel: EmbeddedChannel
  private let inbox = Inbox()

  private(set) var state = State.shaking

  /// Begins with a server, whose certificate is judged; ``takeOutput()`` has the hello then.
  ///
  /// It is judged by the name that it is made with and by no address: whoever could turn a name to his
  /// own address could have a certificate for that.
  convenience init(_ roots: TrustRoots, name: HostName) throws {
    try self.init {
      try NIOSSLClientHandler._makeSSLClientHandler(
        context: roots.context, serverHostname: name.text
      ) { certificate, channel in
        // Without alternative names the common name was taken, which nobody who signs has to check.
        certificate._subjectAlternativeNames().contains { $0.nameType == .dnsName }
          ? channel.eventLoop.makeSucceededVoidFuture()
          : channel.eventLoop.makeFailedFuture(NoAlternativeName())
      }
    }
  }

  /// Waits for a client's hello, which it answers with a certificate.
  convenience init(answering identity: ServerIdentity) throws {
    try self.init { NIOSSLServerHandler(context: identity.context) }
  }

  private init(_ handler: () throws -> some NIOSSLHandler) throws {
    channel = EmbeddedChannel()
    channel.allowRemoteHalfClosure = true
    // Checking names takes an address that certificates may hold too: this one none can.
    let address = try SocketAddress(unixDomainSocketPath: "/")
    channel.remoteAddress = address
    do {
      try channel.pipeline.syncOperations.addHandler(handler())
      try channel.pipeline.syncOperations.addHandler(inbox)
    } catch {
      close()
      throw error
    }
    channel.connect(to: address, promise: nil)
    settle()
  }

  deinit { close() }

  /// Takes bytes of the socket; gives what they say, in plain.
  func receive(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard state == .shaking || state == .ready else { return [] }
    channel.pipeline.fireChannelRead(ByteBuffer(bytes: bytes))
    channel.pipeline.fireChannelReadComplete()
    settle()
    defer { inbox.plain = [] }
    return inbox.plain
  }

  /// Takes plain bytes for the server.
  func send(_ bytes: [UInt8]) {
    guard state == .shaking || state == .ready, !bytes.isEmpty else { return }
    channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
    settle()
  }

  /// Says that nothing more comes.
  func finish() {
    guard state == .ready else { return }
    channel.close(promise: nil)
    channel.embeddedEventLoop.run()
  }

  /// Hears that the socket has ended; without the server's word that nothing was cut off.
  func receiveEnd() {
    if state == .shaking || state == .ready { state = .failed("the server closed without a word") }
  }

  /// What is to be written to the socket.
  func takeOutput() -> [UInt8] {
    var bytes: [UInt8] = []
    while let buffer = try? channel.readOutbound(as: ByteBuffer.self) {
      bytes += buffer.readableBytesView
    }
    return bytes
  }

  private func settle() {
    channel.embeddedEventLoop.run()
    guard state == .shaking || state == .ready else { return }
    if let error = inbox.error {
      state = .failed(Self.reason(error))
    } else if inbox.hasEnded {
      state = .ended
    } else if inbox.isReady {
      state = .ready
    }
  }

  /// Ends everything within, however far it came; the words of farewell are not sent.
  private func close() {
    channel.pipeline.fireChannelInactive()
    channel.close(promise: nil)
    // What the handler may have put off falls due, since a loop must not end before.
    channel.embeddedEventLoop.advanceTime(by: .hours(1))
  }

  /// The certificate names a server in its subject alone (RFC 9110, section 4.3.4).
  private struct NoAlternativeName: Error {}

  private static func reason(_ error: any Error) -> String {
    if error is NoAlternativeName { return "its certificate has no alternative name" }
    let text = "\(error)"
    if text.contains("CERTIFICATE_VERIFY_FAILED") {
      return "its certificate is not signed by anybody that is trusted, or is not valid now"
    }
    if text.contains("failedToValidateHostname") || text.contains("serverHostnameImpossible") {
      return "its certificate is for another name"
    }
    if text.contains("WRONG_VERSION_NUMBER") || text.contains("HTTP_REQUEST") {
      return "it speaks no TLS"
    }
    return CappedText.visible(text.utf8, limit: 300)
  }

  /// Keeps what comes out of the handler of TLS.
  private final class Inbox: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    var plain: [UInt8] = []
    var isReady = false
    var hasEnded = false
    var error: (any Error)?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      plain += unwrapInboundIn(data).readableBytesView
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if case .handshakeCompleted = event as? TLSUserEvent { isReady = true }
      if case .inputClosed = event as? ChannelEvent { hasEnded = true }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      if self.error == nil { self.error = error }
    }
  }
}

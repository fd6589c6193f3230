package import Connectors

/// A repository on GitHub, and how to get in.
package struct GitHubSettings: Sendable {
  /// What proves who we are.
  package enum Credential: Sendable {
    /// A token: fine-grained, with pull requests and contents to write.
    case token(String)
    /// An App: its id, its private key as PEM, and its installation where that is known.
    case app(id: String, key: String, installation: Int?)
  }

  /// Why there are no settings; one sentence that names the variable.
  package struct Mistake: Error, Equatable {
    /// What is wrong, and what to write.
    package var message: String
  }

  /// Where the service is, without a slash at its end.
  package var service: String
  /// `OWNER/NAME`.
  package var repository: String
  /// What proves who we are.
  package var credential: Credential
  /// What pull requests are labelled with.
  package var labels = ["sentinel"]
  /// What carries requests.
  package var transport: any HTTPTransport

  /// Settings that are known.
  package init(
    service: String, repository: String, credential: Credential,
    transport: any HTTPTransport = CurlTransport()
  ) {
    self.service = service
    self.repository = repository
    self.credential = credential
    self.transport = transport
  }

  /// Reads the settings of an environment.
  ///
  /// - Parameters:
  ///   - environment: `SENTINEL_GITHUB_TOKEN`, or `SENTINEL_GITHUB_APP_ID` and `_APP_KEY` (a file) with
  ///     `_INSTALLATION` where it is known; `SENTINEL_GITHUB_REPOSITORY` and `SENTINEL_GITHUB_API`
  ///     in place of what the remote's address says.
  ///   - remote: the remote's address, without a password.
  ///   - readFile: reads the key's file.
  /// - Throws: ``Mistake``.
  package init(
    environment: [String: String], remote: String, readFile: (String) throws -> [UInt8]
  ) throws(Mistake) {
    let place = Self.place(of: remote)
    guard let repository = environment["SENTINEL_GITHUB_REPOSITORY"] ?? place?.repository,
      Self.isRepository(repository)
    else {
      throw Mistake(
        message: "the remote names no repository on GitHub; set SENTINEL_GITHUB_REPOSITORY to "
          + "OWNER/NAME")
    }
    var service = environment["SENTINEL_GITHUB_API"] ?? place?.service ?? "https://api.github.com"
    while service.hasSuffix("/") { service.removeLast() }
    let isLocal = service.hasPrefix("http://127.0.0.1:") || service.hasPrefix("http://[::1]:")
    guard service.hasPrefix("https://") || isLocal, !service.contains("@") else {
      throw Mistake(message: "SENTINEL_GITHUB_API must begin with https://")
    }
    self.init(
      service: service, repository: repository,
      credential: try Self.credential(environment, readFile))
  }

  private static func credential(
    _ environment: [String: String], _ readFile: (String) throws -> [UInt8]
  ) throws(Mistake) -> Credential {
    if let token = environment["SENTINEL_GITHUB_TOKEN"], !token.isEmpty { return .token(token) }
    guard let id = environment["SENTINEL_GITHUB_APP_ID"], !id.isEmpty,
      let file = environment["SENTINEL_GITHUB_APP_KEY"], !file.isEmpty
    else {
      throw Mistake(
        message: "set SENTINEL_GITHUB_TOKEN, or SENTINEL_GITHUB_APP_ID and SENTINEL_GITHUB_APP_KEY")
    }
    guard let bytes = try? readFile(file) else {
      throw Mistake(message: "the file that SENTINEL_GITHUB_APP_KEY names cannot be read")
    }
    let installation = environment["SENTINEL_GITHUB_INSTALLATION"]
    if let installation, Int(installation) == nil {
      throw Mistake(message: "SENTINEL_GITHUB_INSTALLATION is not a number")
    }
    return .app(
      id: id, key: String(decoding: bytes, as: UTF8.self),
      installation: installation.flatMap { Int($0) })
  }

  /// The service and repository of an address; nil for one that is no web host's.
  private static func place(of remote: String) -> (service: String, repository: String)? {
    var rest = remote[...]
    if let scheme = rest.firstRange(of: "://") {
      guard !remote.hasPrefix("file:") else { return nil }
      rest = rest[scheme.upperBound...]
    } else if rest.hasPrefix("/") {
      return nil
    }
    if let at = rest.firstIndex(of: "@") { rest = rest[rest.index(after: at)...] }
    guard let end = rest.firstIndex(where: { $0 == ":" || $0 == "/" }) else { return nil }
    let host = rest[..<end].lowercased()
    var path = rest[end...].drop { $0 == ":" || $0 == "/" }
    // A port in front of the path.
    if let slash = path.firstIndex(of: "/"), path[..<slash].allSatisfy(\.isNumber) {
      path = path[path.index(after: slash)...]
    }
    if path.hasSuffix("/") { path.removeLast() }
    if path.hasSuffix(".git") { path.removeLast(4) }
    let service = host == "github.com" ? "https://api.github.com" : "https://\(host)/api/v3"
    return isRepository(String(path)) ? (service, String(path)) : nil
  }

  private static func isRepository(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { part in
        !part.isEmpty && part.utf8.count <= 100 && part != "." && part != ".."
          && part.unicodeScalars.allSatisfy {
            $0.isASCII
              && ($0.properties.isAlphabetic || $0.properties.numericType != nil
                || "-_.".unicodeScalars.contains($0))
          }
      }
  }
}

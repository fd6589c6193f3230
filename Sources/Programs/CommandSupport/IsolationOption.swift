package import ArgumentParser
internal import Kernel
package import Sandbox

extension ArgumentHelp {
  /// The help of every `--isolation`.
  package static let isolation: ArgumentHelp = """
    full: refuse to run if a protection is missing; contained: run where something weaker keeps the \
    same promise; available: run without. The result names each difference.
    """
}

extension RunRequest.Isolation {
  private static let variable = "SENTINEL_ISOLATION"

  /// What `--isolation` is when it is not given: what SENTINEL_ISOLATION says, else full.
  package static var preset: RunRequest.Isolation { (try? readPreset()) ?? .full }

  /// Refuses a value of SENTINEL_ISOLATION that means nothing, before any command begins.
  package static func checkPreset() throws { _ = try readPreset() }

  private static func readPreset() throws(ExitFailure) -> RunRequest.Isolation? {
    guard let bytes = Environment.current().bytes(of: variable), !bytes.isEmpty else { return nil }
    let word = String(decoding: bytes, as: UTF8.self)
    guard let isolation = RunRequest.Isolation(rawValue: word) else {
      let words = RunRequest.Isolation.allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage("\(variable) is \"\(word)\"; write one of \(words)")
    }
    return isolation
  }
}

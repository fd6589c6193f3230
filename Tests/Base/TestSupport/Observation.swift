package import FoundationEssentials

/// One attempt of the hostile payload, as it saw the outcome.
package struct Observation: Decodable, Sendable, CustomStringConvertible {
  /// What became of an attempt.
  package enum Outcome: String, Decodable, Sendable {
    /// Refused, or not there.
    case blocked
    /// The kernel looked at it.
    case reached
    /// It succeeded.
    case worked
    /// The probe itself failed.
    case error
    /// Of a scan over numbers: an error number, a signal, no answer.
    case answered, killed, silent
  }

  package var row: String
  package var attempt: String
  package var result: Outcome
  package var errno: Int32
  package var detail: String

  /// The line as a failure message shows it.
  package var description: String {
    "\(row) \(attempt): \(result.rawValue) errno \(errno) \(detail)"
  }

  /// Reads the probe's lines; others are skipped.
  package static func parse(_ output: Data) -> [Observation] {
    output.split(separator: UInt8(ascii: "\n")).compactMap {
      try? JSONDecoder().decode(Observation.self, from: Data($0))
    }
  }
}

/// The same attempts outside any sandbox, in their harmless form: they show that an attempt means
/// something on this machine.
package enum Control {
  /// The observations of a row outside.
  package static func observe(_ arguments: [String]) throws -> [Observation] {
    Observation.parse(try run(arguments).output)
  }

  /// Runs a helper of the probe outside.
  package static func run(_ arguments: [String]) throws -> HostProcess.Finished {
    try HostProcess.run([Executables.shared.probe.path] + arguments)
  }

  /// Attempts of `observations` that this kernel refuses even outside, so that they prove nothing.
  ///
  /// They are printed, for a report to name them.
  package static func missing(
    _ row: String, for observations: [Observation], outside: [Observation]
  ) -> [String] {
    let positive = Set(
      outside.filter { $0.result == .reached || $0.result == .worked }.map(\.attempt))
    let missing = observations.map(\.attempt).filter { !positive.contains($0) }
    if !missing.isEmpty {
      print("control missing: \(row): \(missing.joined(separator: ", "))")
    }
    return missing
  }
}

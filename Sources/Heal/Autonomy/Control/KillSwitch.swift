/// Whether everything must stop: decided by what was read of the switches, never by reading them.
///
/// Whatever cannot be understood means stop: a switch that fails open is none.
package enum KillSwitch {
  /// What was found of a file whose presence means stop.
  package enum File: Sendable, Equatable {
    /// It is not there.
    case absent
    /// It is there, whatever it holds.
    case present
    /// It cannot be told whether it is there.
    case unreadable
  }

  /// What was found of a flag that somebody signs elsewhere.
  package enum Flag: Sendable, Equatable {
    /// No flag is configured.
    case none
    /// A valid signature; `halts` is what it says, until `expires`.
    case signed(halts: Bool, expires: Moment)
    /// A flag is configured, but cannot be fetched or its signature is not valid.
    case invalid
  }

  /// What stops everything: a person's switch, or doubt about one.
  package enum Reason: String, Sendable, Codable {
    case environment, file, unreadableFile, flag, invalidFlag, expiredFlag
  }

  /// The reason to stop, the first that holds; nil to go on.
  ///
  /// `environment` is the variable's value at the start of the process: empty, `0` and absent mean
  /// nothing, anything else means stop.
  package static func verdict(
    environment: String?, file: File, flag: Flag, at now: Moment
  ) -> Reason? {
    if let environment, !environment.isEmpty, environment != "0" { return .environment }
    switch file {
    case .absent: break
    case .present: return .file
    case .unreadable: return .unreadableFile
    }
    switch flag {
    case .none: return nil
    case .invalid: return .invalidFlag
    case .signed(let halts, let expires):
      if halts { return .flag }
      return now < expires ? nil : .expiredFlag
    }
  }
}

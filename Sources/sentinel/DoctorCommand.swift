import ArgumentParser

/// `sentinel doctor`.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "doctor")
}

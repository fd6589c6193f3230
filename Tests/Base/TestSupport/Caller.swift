internal import FoundationEssentials
internal import Glibc

/// Who starts the command line.
package enum Caller: String, Sendable, CaseIterable, CustomStringConvertible {
  case root, user

  /// The callers that this process can play.
  package static let available: [Caller] = geteuid() == 0 ? [.root, .user] : [.user]

  /// Whether this process is root.
  package static let isRoot = geteuid() == 0

  /// The user id; a fresh high one when root plays a user.
  package var uid: UInt32 {
    switch self {
    case .root: 0
    case .user: geteuid() == 0 ? 2_345_678 : geteuid()
    }
  }

  /// The owner for folders that the caller should own.
  package var owner: UInt32? { geteuid() == 0 ? uid : nil }

  /// The name.
  package var description: String { rawValue }

  /// Arguments that start a command as this caller, in the delegated group if there is one.
  package func prefix(group: DelegatedGroup?) -> [String] {
    guard geteuid() == 0, self == .user || group != nil else { return [] }
    let enter = "n=$1; shift; while [ $n -gt 0 ]; do echo $$ > \"$1\"; shift; n=$((n-1)); done; "
    let entries = (group?.entries ?? []).map(\.path)
    let start = ["/bin/sh", "-c", enter + "exec \"$@\"", "sh", String(entries.count)] + entries
    guard self == .user else { return start }
    return start + [
      "setpriv", "--reuid", String(uid), "--regid", String(uid), "--clear-groups",
      "--inh-caps=-all", "--",
    ]
  }
}

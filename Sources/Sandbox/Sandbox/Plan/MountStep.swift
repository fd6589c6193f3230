internal import Kernel

/// One step of building the sandbox's view of the file system.
struct MountStep {
  /// What the launcher makes; the raw value is the plan's word for it.
  enum Kind: String {
    case bind, tmpfs, overlay, proc, devices, mask, link, file, copy, directory, tree
  }

  var kind: Kind
  var target: BytePath
  var source: BytePath = ""
  var content: [UInt8] = []
  var upper: BytePath = ""
  /// The target of the tree that a read-only overlay is a part of; `content` is its way in there.
  var tree: BytePath = ""
  var sizeBytes: UInt64 = 0
  var inodes: UInt64 = 0
  /// Of a memory file system or a folder that is made.
  var mode: UInt32 = 0
  var isReadOnly = true
  var execute = false
  var isOptional = false
  var mapOwner = false
  /// Whether what is written to a layer gets to the source when the run has ended.
  var isTakenOver = false

  /// Whether what the payload writes there gets to the host, at once or later.
  var reachesSource: Bool { !isReadOnly && (kind == .bind || isTakenOver) }

  /// Whether the payload may write there.
  var isWritable: Bool {
    switch kind {
    case .tmpfs, .devices: true
    case .bind, .overlay: !isReadOnly
    default: false
    }
  }

  private static func relative(_ path: BytePath) -> [UInt8] {
    path.components.joined(separator: [UInt8(ascii: "/")]).map { $0 }
  }

  /// What is empty, zero or false is left out.
  var json: PlanJSON.Value {
    var members: [(String, PlanJSON.Value)] = [
      ("kind", .text(kind.rawValue)),
      ("target", .text(Self.relative(target))),
    ]
    for (key, text) in [
      ("source", source.bytes), ("content", content), ("upper", upper.bytes),
      ("tree", Self.relative(tree)),
    ]
    where !text.isEmpty { members.append((key, .text(text))) }
    for (key, number) in [("sizeBytes", sizeBytes), ("inodes", inodes), ("mode", UInt64(mode))]
    where number != 0 { members.append((key, .number(number))) }
    for (key, flag) in [
      ("readOnly", isReadOnly && [.bind, .overlay, .tree].contains(kind)), ("execute", execute),
      ("optional", isOptional), ("mapOwner", mapOwner),
    ] where flag { members.append((key, .flag(true))) }
    return .object(members)
  }
}

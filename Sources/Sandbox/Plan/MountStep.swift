internal import Kernel

/// One step of building the sandbox's view of the file system.
struct MountStep {
  /// What the launcher makes; the raw value is the plan's word for it.
  enum Kind: String {
    case bind, tmpfs, overlay, proc, devices, mask, link, file, directory
  }

  var kind: Kind
  var target: BytePath
  var source: BytePath = ""
  var content: [UInt8] = []
  var upper: BytePath = ""
  var sizeBytes: UInt64 = 0
  var inodes: UInt64 = 0
  var mode: UInt32 = 0o755
  var isReadOnly = true
  var execute = false
  var isOptional = false
  var mapOwner = false

  var json: PlanJSON.Value {
    .object([
      ("kind", .text(kind.rawValue)),
      ("target", .text(target.components.joined(separator: [UInt8(ascii: "/")]).map { $0 })),
      ("source", .text(source)), ("content", .text(content)), ("upper", .text(upper)),
      ("sizeBytes", .number(sizeBytes)), ("inodes", .number(inodes)),
      ("mode", .number(UInt64(mode))), ("readOnly", .flag(isReadOnly)),
      ("execute", .flag(execute)), ("optional", .flag(isOptional)),
      ("mapOwner", .flag(mapOwner)),
    ])
  }
}

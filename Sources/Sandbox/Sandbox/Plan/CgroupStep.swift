internal import Kernel
internal import Policy
internal import YAML

/// One group that the launcher makes for a run, with what it writes into it.
struct CgroupStep {
  var parent: CgroupTree.Parent
  var settings: [(file: String, value: String)]
  private var holdsIO = false

  /// The launcher's init is counted too, so the group holds one process more than the payload may have.
  ///
  /// `disks` are the device numbers that a limit of input and output is set for.
  init(parent: CgroupTree.Parent, limits: Limits, disks: [String] = []) {
    self.parent = parent
    settings = []
    for controller in parent.controllers {
      switch (controller, parent.version) {
      case (.memory, 2):
        add("memory.max", limits.memory.bytes)
        addIfPresent("memory.swap.max", 0)
        add("memory.oom.group", 1)
      case (.memory, _):
        add("memory.limit_in_bytes", limits.memory.bytes)
        addIfPresent("memory.memsw.limit_in_bytes", limits.memory.bytes)
      case (.pids, _): add("pids.max", UInt64(limits.pids) + 1)
      case (.cpu, 2): settings.append(("cpu.max", "\(Self.quota(limits)) \(Self.period)"))
      case (.cpu, _):
        add("cpu.cfs_period_us", Self.period)
        add("cpu.cfs_quota_us", Self.quota(limits))
      case (.io, let version):
        guard let bytes = limits.io?.bytes else { continue }
        holdsIO = !disks.isEmpty
        for disk in disks { limit(disk, to: bytes, version) }
      }
    }
  }

  /// A line for each disk (Documentation/admin-guide/cgroup-v2.rst, "IO Interface Files", and
  /// cgroup-v1/blkio-controller.rst).
  private mutating func limit(_ disk: String, to bytes: UInt64, _ version: Int) {
    if version == 2 {
      settings.append(("io.max", "\(disk) rbps=\(bytes) wbps=\(bytes)"))
    } else {
      settings.append(("blkio.throttle.read_bps_device", "\(disk) \(bytes)"))
      settings.append(("blkio.throttle.write_bps_device", "\(disk) \(bytes)"))
    }
  }

  /// Microseconds; the kernel's default period of the CPU controller.
  private static let period: UInt64 = 100_000

  private static func quota(_ limits: Limits) -> UInt64 { UInt64(limits.milliCPUs) * period / 1000 }

  private mutating func add(_ file: String, _ value: UInt64) {
    settings.append((file, String(value)))
  }

  /// Files that depend on how the kernel was configured; the root group has none of version 2's.
  private mutating func addIfPresent(_ file: String, _ value: UInt64) {
    let known = parent.folder.appending(file)
    if FileSystem.exists(known) || (parent.version == 2 && Self.kernelAccountsSwap) {
      add(file, value)
    }
  }

  private static var kernelAccountsSwap: Bool { FileSystem.exists("/proc/swaps") }

  var json: PlanJSON.Value {
    .object([
      ("version", .number(UInt64(parent.version))), ("parent", .text(parent.folder)),
      ("memory", .flag(parent.controllers.contains(.memory))),
      ("processes", .flag(parent.controllers.contains(.pids))),
      ("cpu", .flag(parent.controllers.contains(.cpu))), ("io", .flag(holdsIO)),
      (
        "settings",
        .list(settings.map { .object([("file", .text($0.file)), ("value", .text($0.value))]) })
      ),
    ])
  }
}

extension EffectiveProfile.Syscalls {
  /// Takes out of these calls what Landlock leaves open (landlock(7), its own documentation of limits),
  /// for a sandbox that has no namespaces.
  ///
  /// - Parameters:
  ///   - keepsUser: Whether the payload has its caller's user id, so that it owns files outside: then the
  ///     changes of modes, owners and times are left to the listener.
  ///   - listener: Whether there is one; without, those changes are refused.
  /// - Returns: What is left, with conditions that leave less open.
  package func withoutNamespaces(
    keepsUser: Bool, listener: ListenerMode = .record
  ) -> EffectiveProfile.Syscalls {
    var section = self
    let withheld = Set(Self.withheldWithoutNamespaces + (keepsUser ? Self.ofOwners : []))
    section.allow.removeAll { withheld.contains($0) }
    section.conditions.removeAll { withheld.contains($0.call) }
    if listener == .none { section.conditions.removeAll { $0.call == "setsockopt" } }
    let added =
      Self.conditionsWithoutNamespaces + (listener == .none ? Self.optionsOfPairs : Self.options)
      + (keepsUser ? Self.readable : [])
    section.conditions += added.filter { section.allow.contains($0.call) }
    section.conditions.sort { ($0.call, $0.argument) < ($1.call, $1.argument) }
    section.listener = listener
    // The filter's own answer; any other would take a rule for every bit of an argument.
    if listener == .none {
      for condition in added { section.answers[condition.call] = .notImplemented }
    }
    return section
  }

  /// Whether a call is refused for want of namespaces, whatever the profile says.
  package static func isWithheldWithoutNamespaces(_ call: String) -> Bool {
    withheldWithoutNamespaces.contains(call)
      || ofOwners.contains(call)
      || (conditionsWithoutNamespaces + options + readable).contains { $0.call == call }
  }

  /// Sockets, which a namespace would keep in and which the listener may make and connect in the payload's
  /// place; objects, watches and limits of the whole machine.
  private static let withheldWithoutNamespaces = [
    "socket", "connect", "bind", "listen", "accept", "accept4", "sendmsg", "sendmmsg",
    "inotify_init", "inotify_init1", "inotify_add_watch", "inotify_rm_watch", "fanotify_init",
    "fanotify_mark",
    "shmget", "shmat", "shmctl", "shmdt", "semget", "semop", "semtimedop", "semctl", "msgget",
    "msgsnd", "msgrcv", "msgctl", "mq_open", "mq_unlink", "mq_timedsend", "mq_timedreceive",
    "mq_notify", "mq_getsetattr", "migrate_pages", "move_pages", "add_key", "request_key", "keyctl",
    "sync", "syncfs", "quotactl", "quotactl_fd", "name_to_handle_at", "open_by_handle_at",
    "unshare", "setns", "mount", "umount2", "io_uring_setup", "io_uring_enter", "io_uring_register",
    "file_setattr",
    // A set of rules keeps what was removed, where nobody counts it.
    "landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self",
  ]

  /// Changes that the kernel leaves to a file's owner, wherever the file lies.
  private static let ofOwners = [
    "chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat", "utime",
    "utimes", "futimesat", "utimensat", "setxattr", "lsetxattr", "fsetxattr", "setxattrat",
    "removexattr", "lremovexattr", "fremovexattr", "removexattrat",
  ]

  /// Pairs of connected sockets alone, which can be connected to nothing else; only oneself in the place
  /// of other processes; of a file's own requests those that change nothing but what may be written.
  private static let conditionsWithoutNamespaces: [ArgumentCondition] =
    [
      only("socketpair", 1, ["SOCK_STREAM": 1, "SOCK_SEQPACKET": 5], mask: ("0xf", 0xf)),
      only("sendto", 4, ["0": 0]), only("prlimit64", 0, ["0": 0]),
      only("setpriority", 0, ["PRIO_PROCESS": 0, "PRIO_PGRP": 1]), only("setpriority", 1, ["0": 0]),
      only("ioprio_set", 0, ["IOPRIO_WHO_PROCESS": 1, "IOPRIO_WHO_PGRP": 2]),
      only("ioprio_set", 1, ["0": 0]),
      // Who cannot be looked at cannot be counted.
      ArgumentCondition(
        call: "prctl", argument: 0, test: .noneOf,
        values: [ArgumentCondition.Constant(text: "PR_SET_DUMPABLE", value: 4)]),
      only(
        "ioctl", 1,
        [
          "TCGETS": 0x5401, "TCGETS2": 0x802c_542a, "TIOCGWINSZ": 0x5413, "TIOCGPGRP": 0x540f,
          "TIOCOUTQ": 0x5411, "FIONREAD": 0x541b, "FIONBIO": 0x5421, "FIONCLEX": 0x5450,
          "FIOCLEX": 0x5451, "FIOASYNC": 0x5452, "FIOQSIZE": 0x5460, "FIGETBSZ": 2,
          "FICLONE": 0x4004_9409,
          "FICLONERANGE": 0x4020_940d, "FIDEDUPERANGE": 0xc018_9436, "FS_IOC_FIEMAP": 0xc020_660b,
          "FS_IOC_GETFLAGS": 0x8008_6601, "FS_IOC_GETVERSION": 0x8008_7601,
          "RNDGETENTCNT": 0x8004_5200, "BLKGETSIZE64": 0x8008_1272,
        ]),
    ]
    + ["sched_setaffinity", "sched_setscheduler", "sched_setparam", "sched_setattr"].map {
      only($0, 0, ["0": 0])
    }

  /// Options of a socket that lead none of its packets elsewhere and let it be connected: no interface, no
  /// route (of IPv4 in its options, of IPv6 in a header), no key without which nobody answers, and no first
  /// bytes before the supervisor has connected it.
  private static let options: [ArgumentCondition] =
    [
      only("setsockopt", 1, ["SOL_IP": 0, "SOL_SOCKET": 1, "SOL_TCP": 6, "SOL_IPV6": 41]),
      option(
        1, "SOL_SOCKET", .noneOf,
        ["SO_BINDTODEVICE": 25, "SO_MARK": 36, "SO_BINDTOIFINDEX": 62]),
      option(
        6, "SOL_TCP", .oneOf,
        [
          "TCP_NODELAY": 1, "TCP_MAXSEG": 2, "TCP_CORK": 3, "TCP_KEEPIDLE": 4, "TCP_KEEPINTVL": 5,
          "TCP_KEEPCNT": 6, "TCP_SYNCNT": 7, "TCP_LINGER2": 8, "TCP_WINDOW_CLAMP": 10,
          "TCP_QUICKACK": 12, "TCP_CONGESTION": 13, "TCP_USER_TIMEOUT": 18, "TCP_TIMESTAMP": 24,
          "TCP_NOTSENT_LOWAT": 25, "TCP_INQ": 36,
        ]),
      option(
        0, "SOL_IP", .oneOf,
        [
          "IP_TOS": 1, "IP_TTL": 2, "IP_MTU_DISCOVER": 10, "IP_RECVERR": 11, "IP_RECVTTL": 12,
          "IP_RECVTOS": 13, "IP_BIND_ADDRESS_NO_PORT": 24,
        ]),
      option(
        41, "SOL_IPV6", .oneOf,
        [
          "IPV6_UNICAST_HOPS": 16, "IPV6_MTU_DISCOVER": 23, "IPV6_RECVERR": 25, "IPV6_V6ONLY": 26,
          "IPV6_RECVHOPLIMIT": 51, "IPV6_RECVTCLASS": 66, "IPV6_TCLASS": 67,
        ]),
    ]

  /// Where nobody makes sockets for the payload it has those of pairs alone.
  private static let optionsOfPairs = [
    only("setsockopt", 1, ["SOL_SOCKET": 1]),
    ArgumentCondition(
      call: "setsockopt", argument: 2, test: .noneOf,
      values: [
        ("SO_ATTACH_FILTER", 26), ("SO_LOCK_FILTER", 44), ("SO_ATTACH_BPF", 50),
        ("SO_ATTACH_REUSEPORT_CBPF", 51), ("SO_ATTACH_REUSEPORT_EBPF", 52),
      ].map { ArgumentCondition.Constant(text: $0.0, value: $0.1) }),
  ]

  private static func option(
    _ level: UInt64, _ name: String, _ test: ArgumentCondition.Test, _ values: [String: UInt64]
  ) -> ArgumentCondition {
    var condition = only("setsockopt", 2, values)
    condition.test = test
    condition.premise = ArgumentCondition.Premise(
      argument: 1, value: ArgumentCondition.Constant(text: name, value: level))
    return condition
  }

  /// What a payload makes its user can read: by the same id, what is in it is counted.
  private static let readable: [ArgumentCondition] =
    making + [
      readable("creat", 1, "0400", 0o400), readable("mknod", 1, "0400", 0o400),
      readable("mknodat", 2, "0400", 0o400), readable("mkdir", 1, "0700", 0o700),
      readable("mkdirat", 2, "0700", 0o700),
      ArgumentCondition(
        call: "umask", argument: 0, test: .bitsClear,
        values: [ArgumentCondition.Constant(text: "0700", value: 0o700)]),
    ]

  /// The same for opening, where that makes a file.
  private static let making: [ArgumentCondition] = [("open", 2), ("openat", 3)].flatMap {
    (call: String, mode: Int) -> [ArgumentCondition] in
    let bits = [("O_CREAT", UInt64(0o100)), ("__O_TMPFILE", UInt64(0o2000_0000))]
    return bits.map { name, bit in
      var condition = readable(call, mode, "0400", 0o400)
      let creates = ArgumentCondition.Constant(text: name, value: bit)
      condition.premise = ArgumentCondition.Premise(
        argument: mode - 1, mask: creates, value: creates)
      return condition
    }
  }

  private static func readable(
    _ call: String, _ argument: Int, _ text: String, _ bits: UInt64
  ) -> ArgumentCondition {
    let bits = ArgumentCondition.Constant(text: text, value: bits)
    return ArgumentCondition(
      call: call, argument: argument, mask: bits, test: .oneOf, values: [bits])
  }

  private static func only(
    _ call: String, _ argument: Int, _ values: [String: UInt64], mask: (String, UInt64)? = nil
  ) -> ArgumentCondition {
    ArgumentCondition(
      call: call, argument: argument,
      mask: mask.map { ArgumentCondition.Constant(text: $0.0, value: $0.1) }, test: .oneOf,
      values: values.sorted { $0.value < $1.value }.map {
        ArgumentCondition.Constant(text: $0.key, value: $0.value)
      })
  }
}

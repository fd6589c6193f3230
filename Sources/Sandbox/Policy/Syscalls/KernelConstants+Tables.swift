internal import Glibc

extension KernelConstants {
  /// The constants of every family, in the order in which flags are named.
  static let tables: [Family: [(String, UInt64)]] = [
    .addressFamily: addressFamilies,
    .socketType: [
      ("SOCK_STREAM", 1), ("SOCK_DGRAM", 2), ("SOCK_RAW", 3), ("SOCK_RDM", 4),
      ("SOCK_SEQPACKET", 5), ("SOCK_DCCP", 6), ("SOCK_PACKET", 10),
    ],
    .transport: [
      ("IPPROTO_IP", 0), ("IPPROTO_ICMP", 1), ("IPPROTO_TCP", 6), ("IPPROTO_UDP", 17),
      ("IPPROTO_DCCP", 33), ("IPPROTO_ICMPV6", 58), ("IPPROTO_SCTP", 132),
      ("IPPROTO_UDPLITE", 136), ("IPPROTO_RAW", 255), ("IPPROTO_MPTCP", 262),
    ],
    .clone: cloneFlags,
    .ioctl: ioctls,
    .prctl: prctlOptions,
    .seccompOperation: [
      ("SECCOMP_SET_MODE_STRICT", 0), ("SECCOMP_SET_MODE_FILTER", 1),
      ("SECCOMP_GET_ACTION_AVAIL", 2), ("SECCOMP_GET_NOTIF_SIZES", 3),
    ],
    .seccompFlag: [
      ("SECCOMP_FILTER_FLAG_TSYNC", 1), ("SECCOMP_FILTER_FLAG_LOG", 2),
      ("SECCOMP_FILTER_FLAG_SPEC_ALLOW", 4), ("SECCOMP_FILTER_FLAG_NEW_LISTENER", 8),
      ("SECCOMP_FILTER_FLAG_TSYNC_ESRCH", 16), ("SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV", 32),
    ],
    .personality: [
      ("PER_LINUX", 0), ("PER_LINUX32", 8), ("UNAME26", 0x0020000),
      ("ADDR_NO_RANDOMIZE", 0x0040000), ("READ_IMPLIES_EXEC", 0x0400000),
      ("PER_QUERY", 0xffff_ffff),
    ],
    .mode: [("S_ISUID", 0o4000), ("S_ISGID", 0o2000), ("S_ISVTX", 0o1000)],
    .fileType: [
      ("S_IFMT", 0o170000), ("S_IFIFO", 0o010000), ("S_IFCHR", 0o020000), ("S_IFDIR", 0o040000),
      ("S_IFBLK", 0o060000), ("S_IFREG", 0o100000), ("S_IFSOCK", 0o140000),
    ],
    .rename: [("RENAME_NOREPLACE", 1), ("RENAME_EXCHANGE", 2), ("RENAME_WHITEOUT", 4)],
    .ptrace: [
      ("PTRACE_TRACEME", 0), ("PTRACE_PEEKTEXT", 1), ("PTRACE_PEEKDATA", 2), ("PTRACE_CONT", 7),
      ("PTRACE_KILL", 8), ("PTRACE_ATTACH", 16), ("PTRACE_DETACH", 17), ("PTRACE_SYSCALL", 24),
      ("PTRACE_SETOPTIONS", 0x4200), ("PTRACE_SEIZE", 0x4206),
    ],
    .fileControl: [
      ("F_DUPFD", 0), ("F_GETFD", 1), ("F_SETFD", 2), ("F_GETFL", 3), ("F_SETFL", 4),
      ("F_GETLK", 5), ("F_SETLK", 6), ("F_SETLKW", 7), ("F_SETOWN", 8), ("F_GETOWN", 9),
      ("F_SETSIG", 10), ("F_GETSIG", 11), ("F_SETOWN_EX", 15), ("F_GETOWN_EX", 16),
      ("F_OFD_GETLK", 36), ("F_OFD_SETLK", 37), ("F_OFD_SETLKW", 38), ("F_SETLEASE", 1024),
      ("F_GETLEASE", 1025), ("F_NOTIFY", 1026), ("F_DUPFD_CLOEXEC", 1030),
      ("F_SETPIPE_SZ", 1031), ("F_GETPIPE_SZ", 1032), ("F_ADD_SEALS", 1033),
      ("F_GET_SEALS", 1034),
    ],
    .message: [
      ("MSG_OOB", 1), ("MSG_PEEK", 2), ("MSG_DONTROUTE", 4), ("MSG_CTRUNC", 8), ("MSG_TRUNC", 0x20),
      ("MSG_DONTWAIT", 0x40), ("MSG_EOR", 0x80), ("MSG_WAITALL", 0x100), ("MSG_CONFIRM", 0x800),
      ("MSG_ERRQUEUE", 0x2000), ("MSG_NOSIGNAL", 0x4000), ("MSG_MORE", 0x8000),
      ("MSG_WAITFORONE", 0x10000), ("MSG_ZEROCOPY", 0x400_0000), ("MSG_FASTOPEN", 0x2000_0000),
      ("MSG_CMSG_CLOEXEC", 0x4000_0000),
    ],
    .socketLevel: [
      ("SOL_IP", 0), ("SOL_SOCKET", 1), ("SOL_TCP", 6), ("SOL_UDP", 17), ("SOL_IPV6", 41),
      ("SOL_ICMPV6", 58), ("SOL_SCTP", 132), ("SOL_RAW", 255), ("SOL_PACKET", 263),
      ("SOL_NETLINK", 270), ("SOL_ALG", 279), ("SOL_TLS", 282), ("SOL_XDP", 283),
      ("SOL_MPTCP", 284), ("SOL_VSOCK", 287),
    ],
    .socketOption: [
      ("SO_ATTACH_FILTER", 26), ("SO_DETACH_FILTER", 27), ("SO_LOCK_FILTER", 44),
      ("SO_ATTACH_BPF", 50), ("SO_ATTACH_REUSEPORT_CBPF", 51), ("SO_ATTACH_REUSEPORT_EBPF", 52),
      ("SO_DETACH_REUSEPORT_BPF", 68), ("TCP_ULP", 31),
    ],
    .openFlag: [("O_CREAT", 0o100), ("O_TMPFILE", 0o20000000 | UInt64(O_DIRECTORY))],
  ]

  private static let addressFamilies: [(String, UInt64)] = [
    ("AF_UNSPEC", 0), ("AF_UNIX", 1), ("AF_INET", 2), ("AF_AX25", 3), ("AF_IPX", 4),
    ("AF_APPLETALK", 5), ("AF_NETROM", 6), ("AF_X25", 9), ("AF_INET6", 10), ("AF_ROSE", 11),
    ("AF_KEY", 15), ("AF_NETLINK", 16), ("AF_PACKET", 17), ("AF_RDS", 21), ("AF_LLC", 26),
    ("AF_IB", 27), ("AF_CAN", 29), ("AF_TIPC", 30), ("AF_BLUETOOTH", 31), ("AF_RXRPC", 33),
    ("AF_PHONET", 35), ("AF_IEEE802154", 36), ("AF_ALG", 38), ("AF_NFC", 39), ("AF_VSOCK", 40),
    ("AF_KCM", 41), ("AF_QIPCRTR", 42), ("AF_SMC", 43), ("AF_XDP", 44), ("AF_MCTP", 45),
  ]

  private static let cloneFlags: [(String, UInt64)] = [
    ("CLONE_NEWTIME", 0x80), ("CLONE_VM", 0x100), ("CLONE_FS", 0x200), ("CLONE_FILES", 0x400),
    ("CLONE_SIGHAND", 0x800), ("CLONE_PIDFD", 0x1000), ("CLONE_PTRACE", 0x2000),
    ("CLONE_VFORK", 0x4000), ("CLONE_PARENT", 0x8000), ("CLONE_THREAD", 0x10000),
    ("CLONE_NEWNS", 0x20000), ("CLONE_SYSVSEM", 0x40000), ("CLONE_SETTLS", 0x80000),
    ("CLONE_PARENT_SETTID", 0x100000), ("CLONE_CHILD_CLEARTID", 0x200000),
    ("CLONE_DETACHED", 0x400000), ("CLONE_UNTRACED", 0x800000), ("CLONE_CHILD_SETTID", 0x1000000),
    ("CLONE_NEWCGROUP", 0x2000000), ("CLONE_NEWUTS", 0x4000000), ("CLONE_NEWIPC", 0x8000000),
    ("CLONE_NEWUSER", 0x1000_0000), ("CLONE_NEWPID", 0x2000_0000), ("CLONE_NEWNET", 0x4000_0000),
    ("CLONE_IO", 0x8000_0000),
  ]

  private static let ioctls: [(String, UInt64)] = [
    ("TCGETS", 0x5401), ("TCSETS", 0x5402), ("TIOCEXCL", 0x540c), ("TIOCSCTTY", 0x540e),
    ("TIOCGPGRP", 0x540f), ("TIOCSPGRP", 0x5410), ("TIOCSTI", 0x5412), ("TIOCGWINSZ", 0x5413),
    ("TIOCSWINSZ", 0x5414), ("FIONREAD", 0x541b), ("TIOCLINUX", 0x541c), ("TIOCCONS", 0x541d),
    ("FIONBIO", 0x5421), ("TIOCNOTTY", 0x5422), ("TIOCSETD", 0x5423), ("TIOCVHANGUP", 0x5437),
    ("TIOCSLCKTRMIOS", 0x5457), ("SIOCSIFFLAGS", 0x8914), ("FICLONE", 0x4004_9409),
    ("FS_IOC_SETFLAGS", 0x4008_6602), ("FS_IOC_FSSETXATTR", 0x401c_5820),
  ]

  private static let prctlOptions: [(String, UInt64)] = [
    ("PR_SET_PDEATHSIG", 1), ("PR_GET_PDEATHSIG", 2), ("PR_GET_DUMPABLE", 3),
    ("PR_SET_DUMPABLE", 4), ("PR_GET_KEEPCAPS", 7), ("PR_SET_KEEPCAPS", 8), ("PR_GET_TIMING", 13),
    ("PR_SET_NAME", 15), ("PR_GET_NAME", 16), ("PR_GET_ENDIAN", 19), ("PR_GET_SECCOMP", 21),
    ("PR_SET_SECCOMP", 22), ("PR_CAPBSET_READ", 23), ("PR_CAPBSET_DROP", 24), ("PR_GET_TSC", 25),
    ("PR_SET_TSC", 26), ("PR_GET_SECUREBITS", 27), ("PR_SET_SECUREBITS", 28),
    ("PR_SET_TIMERSLACK", 29), ("PR_GET_TIMERSLACK", 30), ("PR_TASK_PERF_EVENTS_DISABLE", 31),
    ("PR_TASK_PERF_EVENTS_ENABLE", 32), ("PR_MCE_KILL", 33), ("PR_MCE_KILL_GET", 34),
    ("PR_SET_MM", 35), ("PR_SET_CHILD_SUBREAPER", 36), ("PR_GET_CHILD_SUBREAPER", 37),
    ("PR_SET_NO_NEW_PRIVS", 38), ("PR_GET_NO_NEW_PRIVS", 39), ("PR_GET_TID_ADDRESS", 40),
    ("PR_SET_THP_DISABLE", 41), ("PR_GET_THP_DISABLE", 42), ("PR_CAP_AMBIENT", 47),
    ("PR_SVE_SET_VL", 50), ("PR_SVE_GET_VL", 51), ("PR_GET_SPECULATION_CTRL", 52),
    ("PR_SET_SPECULATION_CTRL", 53), ("PR_PAC_RESET_KEYS", 54), ("PR_SET_TAGGED_ADDR_CTRL", 55),
    ("PR_GET_TAGGED_ADDR_CTRL", 56), ("PR_SET_IO_FLUSHER", 57), ("PR_GET_IO_FLUSHER", 58),
    ("PR_SET_SYSCALL_USER_DISPATCH", 59), ("PR_PAC_SET_ENABLED_KEYS", 60),
    ("PR_PAC_GET_ENABLED_KEYS", 61), ("PR_SCHED_CORE", 62), ("PR_SME_SET_VL", 63),
    ("PR_SME_GET_VL", 64), ("PR_SET_MDWE", 65), ("PR_GET_MDWE", 66), ("PR_SET_MEMORY_MERGE", 67),
    ("PR_GET_MEMORY_MERGE", 68), ("PR_FUTEX_HASH", 78), ("PR_SET_VMA", 0x5356_4d41),
    ("PR_GET_AUXV", 0x4155_5856), ("PR_SET_PTRACER", 0x5961_6d61),
  ]
}

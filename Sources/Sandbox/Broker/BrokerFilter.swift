/// The system calls of the broker itself, once it has read its configuration: sockets, pipes, clocks
/// and its own memory, and no file, no process and no program.
enum BrokerFilter {
  /// Compiles or finds the filter; it kills nothing and answers EPERM, which the broker reports.
  static func make(cache: FilterCache) throws(FilterError) -> CompiledFilter {
    try cache.filter(for: PolicySource(syscalls, writesHost: false))
  }

  private static let syscalls = EffectiveProfile.Syscalls(
    allow: (names + SyscallPolicy.launchMinimum).sorted(), denied: [], conditions: [], answers: [:],
    listener: .none)

  private static let names = [
    "accept4", "bind", "connect", "dup", "epoll_create1", "epoll_ctl", "epoll_wait",
    "epoll_pwait", "fcntl", "futex", "getpeername", "getrandom", "getsockname", "getsockopt",
    "listen", "recvfrom", "recvmsg", "sendmsg", "sendto", "setsockopt", "shutdown", "socket",
    "splice", "pipe2", "poll", "ppoll", "tee", "brk", "madvise", "mmap", "mprotect", "mremap",
    "munmap", "clock_gettime", "clock_nanosleep", "gettimeofday", "getpid", "gettid", "exit",
    "rt_sigaction", "rt_sigprocmask", "sched_yield", "sigaltstack", "restart_syscall", "tgkill",
    "readv", "writev", "fstat", "lseek", "prctl", "sched_getaffinity", "membarrier", "rseq",
    "set_robust_list", "timerfd_create", "timerfd_settime", "ioctl",
  ]
}

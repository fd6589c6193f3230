internal import Policy

/// The system calls of the broker once it has read its configuration: its own memory, sockets, pipes
/// and clocks, and no file, no process and no program.
enum BrokerFilter {
  /// Compiles or finds the filter; whatever else is called gets EPERM.
  static func make(cache: FilterCache) throws(FilterError) -> CompiledFilter {
    try cache.filter(for: PolicySource(syscalls, writesHost: false, startsProgram: false))
  }

  private static let syscalls = EffectiveProfile.Syscalls.only(memory + sockets + waiting + end)

  private static let memory = ["mmap", "mprotect", "munmap", "brk", "mremap", "madvise", "futex"]
  private static let sockets = [
    "close", "socket", "connect", "sendto", "recvfrom", "sendmsg", "recvmsg", "shutdown",
    "getsockname", "getpeername", "setsockopt", "getsockopt", "accept4",
  ]
  private static let waiting = ["epoll_wait", "epoll_ctl", "epoll_pwait", "splice", "pipe2"]
  private static let end = [
    "clock_gettime", "getrandom", "restart_syscall", "rt_sigreturn", "exit_group",
  ]
}

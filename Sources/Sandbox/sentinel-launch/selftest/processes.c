#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "selftest/selftest.h"

void processes_outside(void) {
  for (size_t i = 0; i < the_plan->self_test.process_count; i++) {
    const int process = the_plan->self_test.processes[i];
    if (process == getpid() || process <= 2) continue;
    if (kill(process, 0) == 0) leaks("process %d of the host can be signalled", process);
    if (ptrace(PTRACE_SEIZE, process, NULL, NULL) == 0)
      leaks("process %d of the host can be traced", process);
    int fd = (int)syscall(SYS_pidfd_open, process, 0);
    if (fd >= 0) leaks("process %d of the host can be opened", process);
    if (fd >= 0) close(fd);
  }
}

// What a command would find open: this process's own descriptors close when it executes one.
void inherited_descriptors(void) {
  for (int fd = 3; fd < 1024; fd++) {
    const int flags = fcntl(fd, F_GETFD);
    if (flags >= 0 && (flags & FD_CLOEXEC) == 0) leaks("descriptor %d is inherited", fd);
  }
}

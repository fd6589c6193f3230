#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "supervise.h"

// Signals of the terminal reach the caller too, which sends them on as orders; they must not end
// the supervisor, which cleans up. SIGTERM is left to end the run: the caller's order comes first.
static int sanitise(void) {
  const int ignored[] = {SIGPIPE, SIGINT, SIGQUIT, SIGHUP, SIGTERM, SIGTSTP, SIGTTOU, SIGTTIN};
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
    if (signal(ignored[i], SIG_IGN) == SIG_ERR) return failed(SENTINEL_STAGE_SUPERVISOR, "signals");
  if (signal(SIGCHLD, SIG_DFL) == SIG_ERR) return failed(SENTINEL_STAGE_SUPERVISOR, "signals");
  if (syscall(SYS_close_range, SENTINEL_FD_CALLER + 1, ~0U, 0) < 0)
    return failed(SENTINEL_STAGE_SUPERVISOR, "close_range");
  for (int fd = SENTINEL_FD_RESULT; fd <= SENTINEL_FD_CALLER; fd++)
    if (fcntl(fd, F_SETFD, FD_CLOEXEC) < 0)
      return failed(SENTINEL_STAGE_SUPERVISOR, "close on exec");
  umask(077);
  return clearenv() != 0 ? failed(SENTINEL_STAGE_SUPERVISOR, "environment") : 0;
}

// No code inside goes before everybody else's on this machine, whatever the caller's priority is; a
// v1 cpu group would not take such a process either.
static int keep_priority_outside(void) {
  struct sched_param param;
  const int policy = sched_getscheduler(0);
  if (policy < 0) return failed(SENTINEL_STAGE_SUPERVISOR, "scheduling policy");
  if (policy != SCHED_FIFO && policy != SCHED_RR) return 0;
  if (sched_getparam(0, &param) < 0 ||
      sched_setscheduler(0, policy | SCHED_RESET_ON_FORK, &param) < 0)
    return failed(SENTINEL_STAGE_SUPERVISOR, "scheduling policy");
  return 0;
}

static int prepare(struct plan *plan) {
  if (sanitise() < 0 || keep_priority_outside() < 0) return -1;
  if (chdir("/") < 0) return failed(SENTINEL_STAGE_SUPERVISOR, "/");
  return read_plan(plan);
}

int main(int argc, char *argv[]) {
  if (argc == 2 && strcmp(argv[1], "probe") == 0) return run_probes();
  struct stat status;
  const bool found = fstat(SENTINEL_FD_RESULT, &status) == 0;
  if (!found && errno != EBADF) return error_status(errno);
  if (!found || !S_ISSOCK(status.st_mode)) {
    static const char usage[] = "sentinel-launch: started by sentinel, not by hand\n";
    return write(2, usage, sizeof usage - 1) < 0 ? 3 : 2;
  }
  static struct plan plan;
  return supervise(&plan, prepare(&plan) == 0);
}

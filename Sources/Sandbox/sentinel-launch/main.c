#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "launch.h"

// Signals of the terminal reach the caller too, which sends them on as orders; they must not end
// the supervisor, which cleans up. SIGTERM is left to end the run: the caller's order comes first.
static void sanitise(void) {
  const int ignored[] = {SIGPIPE, SIGINT, SIGQUIT, SIGHUP, SIGTERM, SIGTSTP, SIGTTOU, SIGTTIN};
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) signal(ignored[i], SIG_IGN);
  signal(SIGCHLD, SIG_DFL);
  syscall(SYS_close_range, SENTINEL_FD_CALLER + 1, ~0U, 0);
  for (int fd = SENTINEL_FD_RESULT; fd <= SENTINEL_FD_CALLER; fd++) fcntl(fd, F_SETFD, FD_CLOEXEC);
  umask(077);
  clearenv();
}

// No code inside goes before everybody else's on this machine, whatever the caller's priority is; a
// v1 cpu group would not take such a process either.
static void keep_priority_outside(void) {
  struct sched_param param;
  const int policy = sched_getscheduler(0);
  if ((policy == SCHED_FIFO || policy == SCHED_RR) && sched_getparam(0, &param) == 0 &&
      sched_setscheduler(0, policy | SCHED_RESET_ON_FORK, &param) < 0)
    failed(SENTINEL_STAGE_SUPERVISOR, "scheduling policy");
}

int main(int argc, char *argv[]) {
  if (argc == 2 && strcmp(argv[1], "probe") == 0) return run_probes();
  struct stat status;
  if (fstat(SENTINEL_FD_RESULT, &status) < 0 || !S_ISSOCK(status.st_mode)) {
    static const char usage[] = "sentinel-launch: started by sentinel, not by hand\n";
    return write(2, usage, sizeof usage - 1) < 0 ? 3 : 2;
  }
  static struct plan plan;
  sanitise();
  keep_priority_outside();
  if (chdir("/") < 0) failed(SENTINEL_STAGE_SUPERVISOR, "/");
  if (failure.stage == SENTINEL_STAGE_NONE) read_plan(&plan);
  return supervise(&plan);
}

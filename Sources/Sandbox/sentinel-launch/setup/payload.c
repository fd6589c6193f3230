#include <errno.h>
#include <fcntl.h>
#include <linux/keyctl.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "launch.h"

extern char **environ;

static int lower_limit(__rlimit_resource_t resource, uint64_t value) {
  struct rlimit present, wanted = {.rlim_cur = value, .rlim_max = value};
  if (getrlimit(resource, &present) < 0) return -1;
  if (wanted.rlim_max > present.rlim_max) wanted.rlim_max = present.rlim_max;
  if (wanted.rlim_cur > wanted.rlim_max) wanted.rlim_cur = wanted.rlim_max;
  return setrlimit(resource, &wanted);
}

// A core limit of 1, not 0: only that also keeps the kernel from starting the host's core handler.
// One more process than asked: init is counted, and is ours, like the disk counter. A pids group
// holds exactly and counts its refusals, so there the resource limit stands well behind it. CPU
// time per process is the backstop of the supervisor's own count over the whole tree.
static int limit_resources(const struct plan *plan) {
  const struct limits *limits = &plan->limits;
  uint64_t seconds = limits->cpu_milliseconds / 1000 + 2;
  uint64_t processes = limits->processes + 1 + (limits->disk_bytes > 0);
  for (size_t i = 0; i < plan->cgroup_count; i++)
    if (plan->cgroups[i].holds_processes) processes = 2 * limits->processes + 64;
  bool lowered =
      lower_limit(RLIMIT_CORE, 1) == 0 && lower_limit(RLIMIT_NOFILE, limits->open_files) == 0 &&
      lower_limit(RLIMIT_FSIZE, limits->file_bytes) == 0 &&
      lower_limit(RLIMIT_NPROC, processes) == 0 && lower_limit(RLIMIT_MEMLOCK, 8 << 20) == 0 &&
      lower_limit(RLIMIT_MSGQUEUE, 819200) == 0 && lower_limit(RLIMIT_SIGPENDING, 4096) == 0;
  if (lowered && limits->cpu_milliseconds > 0) lowered = lower_limit(RLIMIT_CPU, seconds) == 0;
  return lowered ? 0 : failed(SENTINEL_STAGE_LIMITS, "resource limits");
}

// A session of its own: no terminal of the caller to steer, no session keyring to read. A full key
// quota leaves the caller's keyring in place, which the filter keeps out of reach.
static int begin_session(void) {
  struct sigaction defaults = {.sa_handler = SIG_DFL};
  sigset_t none;
  sigemptyset(&none);
  if (setsid() < 0) return failed(SENTINEL_STAGE_LIMITS, "session");
  syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL);
  for (int number = 1; number < 65; number++) sigaction(number, &defaults, NULL);
  sigprocmask(SIG_SETMASK, &none, NULL);
  return 0;
}

static int raise_loopback(void) {
  struct ifreq request = {.ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING};
  int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0 || ioctl(fd, SIOCSIFFLAGS, &request) < 0)
    return failed(SENTINEL_STAGE_NETWORK, "loopback");
  close(fd);
  return 0;
}

// The dearest of the namespaces, made while init builds the view; init joins it later.
static int leave_network(const struct plan *plan, int socket, int proc, struct message *ready) {
  int *network = &ready->network;
  if (plan->network == NETWORK_HOST) return 0;
  if (plan->network == NETWORK_EGRESS)
    return make_gateway(plan, socket, proc, network, &ready->layers);
  if (unshare(CLONE_NEWNET) < 0) return failed(SENTINEL_STAGE_NAMESPACES, "network namespace");
  *network = openat(proc, "thread-self/ns/net", O_RDONLY | O_CLOEXEC);
  if (*network < 0) return failed(SENTINEL_STAGE_NAMESPACES, "/proc/thread-self/ns/net");
  return plan->network == NETWORK_LOOPBACK ? raise_loopback() : 0;
}

// Descriptors 0 to 2 are the terminal only now.
static int take_terminal(const struct plan *plan) {
  int controlled = -1;
  if (!plan->terminal) return 0;
  for (int fd = 0; fd < 3 && controlled < 0; fd++) controlled = ioctl(fd, TIOCSCTTY, 0);
  return controlled < 0 ? failed(SENTINEL_STAGE_TERMINAL, "controlling terminal") : 0;
}

static int wait_for(int go) {
  char byte;
  return read(go, &byte, 1) == 1 ? 0 : failed(SENTINEL_STAGE_INIT, "go");
}

// What needs nothing of the view is done while init builds it.
static int confine(const struct plan *plan, int socket, const struct start *start,
                   struct message *ready) {
  const uint32_t expected = SENTINEL_LAYER_CAPABILITIES | SENTINEL_LAYER_NO_NEW_PRIVILEGES;
  if (leave_network(plan, socket, start->proc, ready) < 0) return -1;
  namespace_ids(start->proc, ready->namespaces);
  int status =
      openat(start->proc, "thread-self/status", O_RDONLY | O_CLOEXEC); // Landlock ends that
  if (begin_session() < 0 || limit_resources(plan) < 0) return -1;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
    return failed(SENTINEL_STAGE_CAPABILITIES, "no_new_privs");
  if (wait_for(start->go[GO_READ]) < 0 || take_terminal(plan) < 0 ||
      sched_setaffinity(0, sizeof start->processors, &start->processors) < 0 ||
      confine_paths(plan, start->root, &ready->landlock_abi) < 0 || drop_capabilities() < 0)
    return -1;
  if (ready->landlock_abi > 0) ready->layers |= SENTINEL_LAYER_LANDLOCK;
  if (status < 0) return 0; // without proc nothing is observed, and the result says so
  ready->layers |= observe_status(status);
  return (ready->layers & expected) == expected
             ? 0
             : failed_with(SENTINEL_STAGE_CHECK, EPERM, "capabilities");
}

// Looks the command up the way a shell does, inside the finished root.
static void execute(const struct plan *plan) {
  const char *name = plan->argv[0], *search = NULL;
  environ = plan->environment;
  search = getenv("PATH");
  if (strchr(name, '/') != NULL || search == NULL) {
    execve(name, plan->argv, plan->environment);
    return;
  }
  int kept = ENOENT;
  for (const char *part = search; *part != '\0';) {
    char path[4096];
    size_t length = strcspn(part, ":");
    if (length > 0 && length + strlen(name) + 2 < sizeof path) {
      snprintf(path, sizeof path, "%.*s/%s", (int)length, part, name);
      execve(path, plan->argv, plan->environment);
      if (errno != ENOENT && errno != ENOTDIR) kept = errno;
    }
    part += length + (part[length] == ':');
  }
  errno = kept;
}

_Noreturn void run_payload(const struct plan *plan, int socket, const struct start *start) {
  struct message ready = {.kind = MESSAGE_READY, .status = -1, .network = -1};
  if (confine(plan, socket, start, &ready) < 0 || install_filter(plan, &ready.status) < 0) {
    ready.kind = MESSAGE_FAILED;
    ready.failure = failure;
  }
  ready.layers |= SENTINEL_LAYER_SECCOMP;
  if (plan->listener && ready.status >= 0) ready.layers |= SENTINEL_LAYER_LISTENER;
  // Only read, write and execve are called under the filter.
  if (write(start->ready[GO_WRITE], &ready, sizeof ready) != (ssize_t)sizeof ready ||
      ready.kind != MESSAGE_READY || wait_for(start->go[GO_READ]) < 0)
    _exit(1);
  if (plan->self_test.wanted) run_self_test(plan);
  execute(plan);
  struct message refused = {.kind = MESSAGE_EXEC_FAILED};
  failed(SENTINEL_STAGE_EXECUTE, plan->argv[0]);
  refused.failure = failure;
  if (write(socket, &refused, sizeof refused) < 0) _exit(1);
  _exit(127);
}

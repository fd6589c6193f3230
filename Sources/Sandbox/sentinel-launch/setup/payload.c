#include <dirent.h>
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

// A sandbox of ours around this one refuses prlimit64 for cores, which reading is too, and leaves the
// older call.
static int lower_limit(__rlimit_resource_t resource, uint64_t value) {
  struct rlimit present, wanted = {.rlim_cur = value, .rlim_max = value};
  if (syscall(SYS_getrlimit, resource, &present) < 0) return -1;
  if (wanted.rlim_max > present.rlim_max) wanted.rlim_max = present.rlim_max;
  if (wanted.rlim_cur > wanted.rlim_max) wanted.rlim_cur = wanted.rlim_max;
  if (wanted.rlim_cur == present.rlim_cur && wanted.rlim_max == present.rlim_max) return 0;
  return setrlimit(resource, &wanted);
}

// The kernel counts the descriptors that all processes of a user have in flight over sockets, and
// refuses whoever sends more when they are more than the sender itself may have open
// (too_many_unix_fds in net/core/scm.c). With half of what this program may have, the payload meets
// its bound long before the user's next run does, whatever it holds and with how many processes.
static int limit_descriptors(uint64_t wanted) {
  struct rlimit own;
  if (getrlimit(RLIMIT_NOFILE, &own) < 0) return -1;
  return lower_limit(RLIMIT_NOFILE, wanted < own.rlim_cur / 2 ? wanted : own.rlim_cur / 2);
}

// Without a user namespace a user's threads are counted wherever they run. The folder of a process's
// threads has a link for each, beside its own two.
static uint64_t threads_of_user(void) {
  uint64_t count = 0;
  DIR *directory = opendir("/proc");
  if (directory == NULL) return 0;
  for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
    struct stat status;
    char path[64];
    snprintf(path, sizeof path, "%.20s/task", entry->d_name);
    if (atoi(entry->d_name) > 0 && fstatat(dirfd(directory), path, &status, 0) == 0 &&
        status.st_uid == geteuid() && status.st_nlink > 2)
      count += status.st_nlink - 2;
  }
  closedir(directory);
  return count;
}

// A core limit of 1, not 0: only that also keeps the kernel from starting the host's core handler.
// One more process than asked: init is counted, and is ours, like the disk counter. A pids group
// holds exactly and counts its refusals, so there the resource limit stands well behind it; so it does
// where other programs of the user count too and may begin threads meanwhile. CPU
// time per process is the backstop of the supervisor's own count over the whole tree. Leave to run
// before others, which sound and desktop users have, ends here.
static int limit_resources(const struct plan *plan) {
  const struct limits *limits = &plan->limits;
  uint64_t seconds = limits->cpu_milliseconds / 1000 + 2;
  uint64_t processes = limits->processes + 1 + (limits->disk_bytes > 0);
  if (has_own_folder(plan)) processes += threads_of_user() + 64;
  for (size_t i = 0; i < plan->cgroup_count; i++)
    if (plan->cgroups[i].holds_processes) processes = 2 * limits->processes + 64;
  bool lowered =
      lower_limit(RLIMIT_CORE, 1) == 0 && limit_descriptors(limits->open_files) == 0 &&
      lower_limit(RLIMIT_FSIZE, limits->file_bytes) == 0 &&
      lower_limit(RLIMIT_NPROC, processes) == 0 && lower_limit(RLIMIT_MEMLOCK, 8 << 20) == 0 &&
      lower_limit(RLIMIT_MSGQUEUE, 819200) == 0 && lower_limit(RLIMIT_SIGPENDING, 4096) == 0 &&
      lower_limit(RLIMIT_RTPRIO, 0) == 0 && lower_limit(RLIMIT_NICE, 0) == 0;
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
  // An outer container may forbid keys altogether.
  if (syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL) < 0 && errno != EDQUOT &&
      errno != ENOSYS && errno != EPERM)
    return failed(SENTINEL_STAGE_LIMITS, "session keyring");
  for (int number = 1; number < 65; number++) // EINVAL: not to be set by anybody
    if (sigaction(number, &defaults, NULL) < 0 && errno != EINVAL)
      return failed(SENTINEL_STAGE_LIMITS, "signals");
  if (sigprocmask(SIG_SETMASK, &none, NULL) < 0) return failed(SENTINEL_STAGE_LIMITS, "signals");
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
  const ssize_t count = read(go, &byte, 1);
  if (count < 0) return failed(SENTINEL_STAGE_INIT, "go");
  return count == 1 ? 0 : failed_with(SENTINEL_STAGE_INIT, EPIPE, "go");
}

// What this process sees of itself through proc, opened before Landlock ends that; -1 where there
// is none.
struct own_files {
  int status, descriptors;
};

// What needs nothing of the view is done while init builds it.
static int confine(const struct plan *plan, const struct child *child, const struct start *start,
                   struct message *ready, struct own_files *own) {
  uint64_t namespaces[7];
  if (leave_network(plan, child->socket, start->proc, ready) < 0) return -1;
  if (namespace_ids(start->proc, namespaces) < 0 && !plan->degrade)
    return failed(SENTINEL_STAGE_CHECK, "namespaces");
  ready->layers |= differing_namespaces(namespaces, child->host_namespaces);
  own->status = openat(start->proc, "thread-self/status", O_RDONLY | O_CLOEXEC);
  own->descriptors = openat(start->proc, "thread-self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if ((own->status < 0 || own->descriptors < 0) && !plan->degrade)
    return failed(SENTINEL_STAGE_CHECK, "proc");
  if (begin_session() < 0 || limit_resources(plan) < 0) return -1;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
    return failed(SENTINEL_STAGE_CAPABILITIES, "no_new_privs");
  if (wait_for(start->go[GO_READ]) < 0 || take_terminal(plan) < 0) return -1;
  if (sched_setaffinity(0, sizeof start->processors, &start->processors) < 0)
    return failed(SENTINEL_STAGE_LIMITS, "processors");
  if (confine_paths(plan, start->root, &ready->landlock_abi) < 0 || drop_capabilities() < 0)
    return -1;
  return install_filter(plan, &ready->status);
}

// What is in force, as the kernel tells it afterwards. With the filter in force no call is made but
// read, write, close_range, getdents64 and execve.
static int observe(const struct plan *plan, const struct child *child, const struct own_files *own,
                   struct message *ready) {
  if (ready->landlock_abi > 0) ready->layers |= SENTINEL_LAYER_LANDLOCK;
  if (plan->listener && ready->status >= 0) ready->layers |= SENTINEL_LAYER_LISTENER;
  // A promise: a command begins only after the kernel has listed no other.
  if (own->descriptors >= 0) ready->layers |= SENTINEL_LAYER_DESCRIPTORS;
  if (own->status < 0) return 0;
  // Without rights over itself nobody can give up what it does not have, and with no_new_privs it
  // cannot get it either.
  const bool keeps_bounds = has_own_folder(plan) && child->outside_uid == child->caller_uid;
  return observe_status(own->status, keeps_bounds, &ready->layers);
}

static _Noreturn void refuse(int socket, enum message_kind kind) {
  const struct message refused = {.kind = kind, .failure = failure};
  (void)!write(socket, &refused, sizeof refused); // the exit status tells the errno too
  _exit(error_status(failure.error));
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

// Without namespaces there is no view to wait for: Landlock alone says what of the host's is there.
static int confine_bare(const struct plan *plan, const struct child *child, struct message *ready,
                        struct own_files *own) {
  const int root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
  own->status = open("/proc/thread-self/status", O_RDONLY | O_CLOEXEC);
  own->descriptors = open("/proc/thread-self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (root < 0 || own->status < 0 || own->descriptors < 0)
    return failed(SENTINEL_STAGE_CHECK, "proc");
  // Whoever kills the keeper ends the command, if not all that it has begun.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0) return failed(SENTINEL_STAGE_IDENTITY, "death signal");
  if (begin_session() < 0 || limit_resources(plan) < 0 || place_stdio(plan, child, root) < 0 ||
      enter_directory(plan) < 0)
    return -1;
  umask(022);
  if (confine_paths(plan, root, &ready->landlock_abi) < 0) return -1;
  close(root);
  return install_filter(plan, &ready->status);
}

static _Noreturn void report_and_execute(const struct plan *plan, const struct child *child,
                                         const struct start *start, struct message ready,
                                         struct own_files own, bool is_confined) {
  if (!is_confined || observe(plan, child, &own, &ready) < 0) {
    ready.kind = MESSAGE_FAILED;
    ready.failure = failure;
  }
  if (write(start->ready[GO_WRITE], &ready, sizeof ready) != (ssize_t)sizeof ready)
    _exit(error_status(errno));
  if (ready.kind != MESSAGE_READY) _exit(error_status(failure.error));
  if (wait_for(start->go[GO_READ]) < 0 || close_descriptors(child->socket, own.descriptors) < 0)
    refuse(child->socket, MESSAGE_FAILED);
  if (plan->self_test.wanted) run_self_test(plan);
  execute(plan);
  (void)failed(SENTINEL_STAGE_EXECUTE, plan->argv[0]);
  refuse(child->socket, MESSAGE_EXEC_FAILED);
}

_Noreturn void run_payload(const struct plan *plan, const struct child *child,
                           const struct start *start) {
  struct message ready = {.kind = MESSAGE_READY, .status = -1, .network = -1};
  struct own_files own = {-1, -1};
  const bool is_confined = confine(plan, child, start, &ready, &own) == 0;
  report_and_execute(plan, child, start, ready, own, is_confined);
}

_Noreturn void run_bare_payload(const struct plan *plan, const struct child *child,
                                const struct start *start) {
  struct message ready = {.kind = MESSAGE_READY, .status = -1, .network = -1};
  struct own_files own = {-1, -1};
  const bool is_confined = confine_bare(plan, child, &ready, &own) == 0;
  report_and_execute(plan, child, start, ready, own, is_confined);
}

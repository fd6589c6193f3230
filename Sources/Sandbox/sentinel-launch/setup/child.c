#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/openat2.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "launch.h"
#include "mount_calls.h"

_Noreturn void give_up(int socket) {
  struct message message = {.kind = MESSAGE_FAILED, .failure = failure};
  (void)send_message(socket, &message, -1); // the exit status tells the errno too
  _exit(error_status(failure.error));
}

// The supervisor sends a byte when the id maps are written, when this process is in its groups, and
// when the sources are mapped; its death ends us here.
int wait_for_go(int socket) {
  char go;
  ssize_t count;
  do count = read(socket, &go, 1);
  while (count < 0 && errno == EINTR);
  if (count < 0) return failed(SENTINEL_STAGE_SUPERVISOR, "orders");
  return count == 1 ? 0 : failed_with(SENTINEL_STAGE_SUPERVISOR, EPIPE, "supervisor ended");
}

// Each byte but the supervisor's last, a zero, brings a group for this process to move into.
static int enter_groups(int socket) {
  for (;;) {
    char go;
    int tasks;
    ssize_t count;
    do count = receive_record(socket, &go, 1, 0, &tasks);
    while (count < 0 && errno == EINTR);
    if (count < 0) return failed(SENTINEL_STAGE_CGROUP, "orders");
    if (count != 1) return failed_with(SENTINEL_STAGE_SUPERVISOR, EPIPE, "supervisor ended");
    if (go == '\0') return 0;
    if (write(tasks, "0", 1) != 1) return failed(SENTINEL_STAGE_CGROUP, "tasks");
    close(tasks);
  }
}

// Only now, when the groups were entered: they are the root of what is seen of them inside.
static int hide_groups(void) {
  return unshare(CLONE_NEWCGROUP) < 0 ? failed(SENTINEL_STAGE_NAMESPACES, "cgroup namespace") : 0;
}

// Ceilings of the user namespace itself (Linux 4.9 and later): no nested namespace even where no
// filter would forbid it, and only a share of the user's watches. The last came with Linux 5.13.
static int lower_ceilings(const struct plan *plan, uint32_t *layers) {
  static const char *const ceilings[][2] = {{"max_user_namespaces", "0"},
                                            {"max_inotify_instances", "64"},
                                            {"max_inotify_watches", "16384"},
                                            {"max_fanotify_groups", "0"}};
  const size_t count = sizeof ceilings / sizeof *ceilings;
  for (size_t i = 0; i < count; i++) {
    char path[64];
    snprintf(path, sizeof path, "/proc/sys/user/%s", ceilings[i][0]);
    const size_t size = strlen(ceilings[i][1]);
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0 && errno == ENOENT && i == count - 1) break;
    const bool lowered = fd >= 0 && write(fd, ceilings[i][1], size) == (ssize_t)size;
    if (!lowered && plan->isolation != ISOLATION_FULL) return 0; // the result says so
    if (!lowered) return failed(SENTINEL_STAGE_LIMITS, path);
    close(fd);
  }
  *layers |= SENTINEL_LAYER_CEILINGS;
  return 0;
}

static int take_identity(const struct plan *plan) {
  gid_t gid = plan->inside_gid;
  uid_t uid = plan->inside_uid;
  if (setresgid(gid, gid, gid) < 0 || setresuid(uid, uid, uid) < 0)
    return failed(SENTINEL_STAGE_IDENTITY, "ids");
  // Taking an identity clears the death signal, so it is set only now.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0) return failed(SENTINEL_STAGE_IDENTITY, "death signal");
  return 0;
}

static int take_sources(struct plan *plan, struct child *child) {
  if (child->launcher >= 0) return 0;
  if (open_sources(plan) < 0 || clone_sources(plan) < 0) return -1;
  child->launcher = clone_launcher(plan);
  return child->launcher < 0 ? -1 : 0;
}

// Descriptors 0 to 2 of init and payload alike: pipes, or the private terminal. Init drops them
// after its exec.
int place_stdio(const struct plan *plan, const struct child *child, int root) {
  int terminal = -1;
  if (plan->terminal) {
    terminal = openat(root, "dev/pts/0", O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0) return failed(SENTINEL_STAGE_TERMINAL, "/dev/pts/0");
  }
  for (int i = 0; i < 3; i++)
    if (dup2(child->wants_terminal[i] ? terminal : child->stdio.payload[i], i) < 0)
      return failed(SENTINEL_STAGE_STDIO, "payload");
  return 0;
}

int enter_directory(const struct plan *plan) {
  int fd = open_beneath(AT_FDCWD, plan->directory, O_PATH | O_DIRECTORY, RESOLVE_NO_MAGICLINKS);
  if (fd < 0 || fchdir(fd) < 0) return failed(SENTINEL_STAGE_DIRECTORY, plan->directory);
  close(fd);
  return 0;
}

// The scheduler leaves a new process beside its parent for half a millisecond, which is what all of
// this takes. The payload takes this back; where there is no other processor nothing happens.
static void move_elsewhere(pid_t process, const struct start *start) {
  cpu_set_t others = start->processors;
  CPU_CLR((size_t)sched_getcpu(), &others);
  if (CPU_COUNT(&others) > 0) (void)sched_setaffinity(process, sizeof others, &others);
}

// Root and folder are shared, so that the payload is where the view's builder is. It begins here,
// because a group holds only what is begun in it.
static int start_payload(const struct plan *plan, const struct child *child, struct start *start) {
  if (enter_groups(child->socket) < 0 || hide_groups() < 0) return -1;
  if (sched_getaffinity(0, sizeof start->processors, &start->processors) < 0)
    return failed(SENTINEL_STAGE_FORK, "processors");
  const int flags = CLONE_FILES | CLONE_FS | CLONE_PIDFD | UNBORN_SIGNAL;
  pid_t payload = (pid_t)syscall(SYS_clone, flags, NULL, &start->payload, NULL, NULL);
  if (payload < 0) return failed(SENTINEL_STAGE_FORK, "clone");
  if (payload == 0) run_payload(plan, child, start);
  move_elsewhere(payload, start);
  return 0;
}

// The view in three parts: what waits for nobody, the other writable places, with which the payload
// goes on, and the rest.
static int build_view(struct plan *plan, const struct child *child, struct start *start) {
  const size_t places = writable_mounts(plan);
  const size_t first = unmapped_mounts(plan) < places ? unmapped_mounts(plan) : places;
  if (make_mounts(plan, 0, first, start->root, child) < 0 ||
      start_payload(plan, child, start) < 0 || wait_for_go(child->socket) < 0 ||
      make_mounts(plan, first, places - first, start->root, child) < 0 ||
      place_stdio(plan, child, start->root) < 0)
    return -1;
  if (write(start->go[GO_WRITE], "", 1) != 1) return failed(SENTINEL_STAGE_FORK, "go");
  if (lower_ceilings(plan, &start->layers) < 0 ||
      make_mounts(plan, places, plan->mount_count - places, start->root, child) < 0 ||
      leave_old_root(start->root) < 0 || enter_directory(plan) < 0)
    return -1;
  umask(022);
  return 0;
}

// Three numbers below which nothing may be opened, so that INIT_FD_* do not hit a live descriptor.
static int lift(int fd) {
  int lifted = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, 16);
  if (lifted >= 0) close(fd);
  return lifted;
}

// The payload's report, or how it ended without one: the descriptors are shared, so the pipe itself
// would never end.
int hear_payload(const struct start *start, struct message *message) {
  struct pollfd watched[] = {{.fd = start->ready[GO_READ], .events = POLLIN},
                             {.fd = start->payload, .events = POLLIN}};
  int status;
  while (poll(watched, 2, -1) < 0)
    if (errno != EINTR) return failed(SENTINEL_STAGE_FORK, "poll");
  if (watched[0].revents == 0) {
    if (waitpid(-1, &status, __WALL) < 0) return failed(SENTINEL_STAGE_FORK, "wait");
    return failed_by_end(SENTINEL_STAGE_FORK, status, "its process");
  }
  const ssize_t count = read(start->ready[GO_READ], message, sizeof *message);
  if (count < 0) return failed(SENTINEL_STAGE_FORK, "report");
  if (count != (ssize_t)sizeof *message) return failed_with(SENTINEL_STAGE_FORK, EPROTO, "report");
  if (message->kind == MESSAGE_READY) return 0;
  failure = message->failure;
  return -1;
}

// The payload's is joined, or, where a filter around a container forbids that, another empty one made:
// this process only has to be out of the caller's.
static int leave_network(int network) {
  if (setns(network, CLONE_NEWNET) == 0) return 0;
  return errno == EPERM ? unshare(CLONE_NEWNET) : -1;
}

static int take_over(const struct plan *plan, const struct start *start, struct message *message) {
  message->layers |= start->layers;
  if (faccessat(AT_FDCWD, "/proc/self/status", F_OK, 0) == 0)
    message->layers |= SENTINEL_LAYER_PROC;
  else if (errno != ENOENT) // which is what a view without proc says
    return failed(SENTINEL_STAGE_CHECK, "/proc");
  if (message->network >= 0 && leave_network(message->network) < 0)
    return failed(SENTINEL_STAGE_NAMESPACES, "network namespace");
  return require_layers(plan, message->layers);
}

// From here on this process only holds the door: it hands the listener over, empties itself by a
// re-execution and lets the payload go.
static _Noreturn void become_init(const struct plan *plan, const struct child *child,
                                  const struct start *start) {
  struct message message;
  const int socket = child->socket;
  if (hear_payload(start, &message) < 0 || take_over(plan, start, &message) < 0) give_up(socket);
  if (send_message(socket, &message, message.status) < 0) {
    (void)failed(SENTINEL_STAGE_INIT, "report");
    give_up(socket);
  }
  // The payload still shares our descriptors and our folder; what we keep open must not become open
  // for it.
  if (unshare(CLONE_FILES | CLONE_FS) < 0) {
    (void)failed(SENTINEL_STAGE_INIT, "descriptors");
    give_up(socket);
  }
  // Copies first, for either may have the number that the other is to get.
  const int supervisor = lift(dup(socket)), go = lift(dup(start->go[GO_WRITE]));
  if (supervisor < 0 || go < 0 || dup2(supervisor, INIT_FD_SOCKET) < 0 ||
      dup2(go, INIT_FD_GO) < 0) {
    (void)failed(SENTINEL_STAGE_INIT, "descriptors");
    give_up(socket);
  }
  char *const nothing[] = {NULL};
  char *const name[] = {"", NULL};
  (void)syscall(SYS_execveat, child->launcher, "", name, nothing, AT_EMPTY_PATH);
  (void)failed(SENTINEL_STAGE_INIT, "execveat");
  give_up(INIT_FD_SOCKET);
}

// Some filters around a container forbid the call, in whatever namespace.
static int name_host(const struct plan *plan, uint32_t *layers) {
  const bool named = sethostname(plan->hostname, strlen(plan->hostname)) == 0;
  if (!named && (plan->isolation == ISOLATION_FULL || errno != EPERM))
    return failed(SENTINEL_STAGE_HOSTNAME, plan->hostname);
  if (named) *layers |= SENTINEL_LAYER_HOSTNAME;
  return 0;
}

static int prepare(const struct plan *plan, struct child *child, struct start *start) {
  start->proc = open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (start->proc < 0 && (!plan->degrade || errno != ENOENT))
    return failed(SENTINEL_STAGE_PROC, "/proc");
  if (name_host(plan, &start->layers) < 0) return -1;
  if (pipe2(start->ready, O_CLOEXEC) < 0 || pipe2(start->go, O_CLOEXEC) < 0)
    return failed(SENTINEL_STAGE_FORK, "pipe");
  const int launcher = lift(child->launcher);
  if (launcher < 0) return failed(SENTINEL_STAGE_FORK, "descriptors");
  child->launcher = launcher;
  umask(0);
  start->root = take_identity(plan) < 0 ? -1 : make_root();
  return start->root < 0 ? -1 : 0;
}

_Noreturn void run_child(struct plan *plan, struct child *child) {
  struct start start = {.payload = -1};
  const int socket = lift(child->socket);
  if (socket < 0) {
    (void)failed(SENTINEL_STAGE_INIT, "descriptors");
    give_up(child->socket);
  }
  child->socket = socket;
  if (wait_for_go(child->socket) < 0 || take_sources(plan, child) < 0 ||
      prepare(plan, child, &start) < 0 || build_view(plan, child, &start) < 0)
    give_up(child->socket);
  become_init(plan, child, &start);
}

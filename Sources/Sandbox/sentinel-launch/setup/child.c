#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/openat2.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "launch.h"
#include "mount_calls.h"

_Noreturn void give_up(int socket) {
  struct message message = {.kind = MESSAGE_FAILED, .failure = failure};
  send_message(socket, &message, -1);
  _exit(1);
}

// The supervisor sends a byte when the id maps are written, when this process is in its groups, and
// when the sources are mapped; its death ends us here.
static int wait_for_go(int socket) {
  char go;
  ssize_t count;
  do count = read(socket, &go, 1);
  while (count < 0 && errno == EINTR);
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
// filter would forbid it, and only a share of the user's watches. An older kernel has fewer of
// them.
static void lower_ceilings(void) {
  static const char *const ceilings[][2] = {{"max_user_namespaces", "0"},
                                            {"max_inotify_instances", "64"},
                                            {"max_inotify_watches", "16384"},
                                            {"max_fanotify_groups", "0"}};
  for (size_t i = 0; i < sizeof ceilings / sizeof *ceilings; i++) {
    char path[64];
    snprintf(path, sizeof path, "/proc/sys/user/%s", ceilings[i][0]);
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) continue;
    if (write(fd, ceilings[i][1], strlen(ceilings[i][1])) < 0) failure.error = 0;
    close(fd);
  }
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
static int place_stdio(const struct plan *plan, const struct child *child, int root) {
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

static int enter_directory(const struct plan *plan) {
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
  if (CPU_COUNT(&others) > 0) sched_setaffinity(process, sizeof others, &others);
}

// Root and folder are shared, so that the payload is where the view's builder is. It begins here,
// because a group holds only what is begun in it.
static int start_payload(const struct plan *plan, const struct child *child, struct start *start) {
  if (enter_groups(child->socket) < 0 || hide_groups() < 0) return -1;
  if (sched_getaffinity(0, sizeof start->processors, &start->processors) < 0)
    return failed(SENTINEL_STAGE_FORK, "processors");
  pid_t payload =
      (pid_t)syscall(SYS_clone, CLONE_FILES | CLONE_FS | SIGCHLD, NULL, NULL, NULL, NULL);
  if (payload < 0) return failed(SENTINEL_STAGE_FORK, "clone");
  if (payload == 0) run_payload(plan, child->socket, start);
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
  lower_ceilings();
  if (make_mounts(plan, places, plan->mount_count - places, start->root, child) < 0 ||
      leave_old_root(start->root) < 0 || enter_directory(plan) < 0)
    return -1;
  umask(022);
  return 0;
}

// Three numbers below which nothing may be opened, so that INIT_FD_* do not hit a live descriptor.
static int lift(int fd) {
  int lifted = fcntl(fd, F_DUPFD_CLOEXEC, 16);
  if (lifted >= 0) close(fd);
  return lifted;
}

// From here on this process only holds the door: it hands the listener over, empties itself by a
// re-execution and lets the payload go.
static _Noreturn void become_init(const struct child *child, const struct start *start) {
  struct message message;
  const int socket = child->socket;
  int listener = -1;
  if (read(start->ready[GO_READ], &message, sizeof message) != (ssize_t)sizeof message) _exit(1);
  if (message.kind == MESSAGE_READY) listener = message.status;
  if (access("/proc/self/status", F_OK) == 0) message.layers |= SENTINEL_LAYER_PROC;
  if (message.network >= 0 && setns(message.network, CLONE_NEWNET) < 0) {
    failed(SENTINEL_STAGE_NAMESPACES, "network namespace");
    give_up(socket);
  }
  if (send_message(socket, &message, listener) < 0 || message.kind != MESSAGE_READY) _exit(1);
  // The payload still shares our descriptors and our folder; what we keep open must not become open
  // for it.
  if (unshare(CLONE_FILES | CLONE_FS) < 0) give_up(socket);
  // Copies first, for either may have the number that the other is to get.
  const int supervisor = lift(dup(socket)), go = lift(dup(start->go[GO_WRITE]));
  if (supervisor < 0 || go < 0 || dup2(supervisor, INIT_FD_SOCKET) < 0 ||
      dup2(go, INIT_FD_GO) < 0) {
    failed(SENTINEL_STAGE_INIT, "descriptors");
    give_up(socket);
  }
  char *const nothing[] = {NULL};
  char *const name[] = {"", NULL};
  syscall(SYS_execveat, child->launcher, "", name, nothing, AT_EMPTY_PATH);
  failed(SENTINEL_STAGE_INIT, "execveat");
  give_up(INIT_FD_SOCKET);
}

static int prepare(const struct plan *plan, struct child *child, struct start *start) {
  start->proc = open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (sethostname(plan->hostname, strlen(plan->hostname)) < 0)
    return failed(SENTINEL_STAGE_HOSTNAME, plan->hostname);
  if (pipe2(start->ready, O_CLOEXEC) < 0 || pipe2(start->go, O_CLOEXEC) < 0)
    return failed(SENTINEL_STAGE_FORK, "pipe");
  child->launcher = lift(child->launcher);
  umask(0);
  start->root = take_identity(plan) < 0 ? -1 : make_root();
  return start->root < 0 ? -1 : 0;
}

_Noreturn void run_child(struct plan *plan, struct child *child) {
  struct start start;
  child->socket = lift(child->socket);
  if (wait_for_go(child->socket) < 0) _exit(1);
  if (take_sources(plan, child) < 0 || prepare(plan, child, &start) < 0 ||
      build_view(plan, child, &start) < 0)
    give_up(child->socket);
  become_init(child, &start);
}

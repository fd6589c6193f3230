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

// The supervisor sends one byte when the id maps and the groups are ready; its death ends us here.
static int wait_for_go(int socket) {
  char go;
  ssize_t count;
  do count = read(socket, &go, 1);
  while (count < 0 && errno == EINTR);
  return count == 1 ? 0 : failed_with(SENTINEL_STAGE_SUPERVISOR, EPIPE, "supervisor ended");
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

static int raise_loopback(void) {
  struct ifreq request = {.ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING};
  int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0 || ioctl(fd, SIOCSIFFLAGS, &request) < 0)
    return failed(SENTINEL_STAGE_NETWORK, "loopback");
  close(fd);
  return 0;
}

static int take_sources(struct plan *plan, struct child *child) {
  if (child->launcher >= 0) return 0;
  if (open_sources(plan) < 0 || clone_sources(plan) < 0) return -1;
  child->launcher = clone_launcher(plan);
  return child->launcher < 0 ? -1 : 0;
}

static int build_view(struct plan *plan, const struct child *child) {
  umask(0);
  if (sethostname(plan->hostname, strlen(plan->hostname)) < 0)
    return failed(SENTINEL_STAGE_HOSTNAME, plan->hostname);
  if (plan->network == NETWORK_LOOPBACK && raise_loopback() < 0) return -1;
  int root = make_root();
  if (root < 0 || make_mounts(plan, root, child) < 0 || leave_old_root(root) < 0) return -1;
  close(root);
  return 0;
}

// Descriptors 0 to 2 of init and payload alike: pipes, or the private terminal. Init drops them
// after its exec.
static int place_stdio(const struct plan *plan, const struct child *child) {
  int terminal = -1;
  if (plan->terminal) {
    terminal = open("/dev/pts/0", O_RDWR | O_NOCTTY | O_CLOEXEC);
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

// From here on this process only holds the door: it hands the listener over, empties itself by a
// re-execution and lets the payload go.
static _Noreturn void become_init(const struct child *child, const int ready[2], const int go[2]) {
  struct message message;
  const int socket = child->socket;
  int listener = -1;
  if (read(ready[GO_READ], &message, sizeof message) != (ssize_t)sizeof message) _exit(1);
  if (message.kind == MESSAGE_READY) listener = message.status;
  message.layers |= observe_namespaces(child->host_namespaces);
  if (send_message(socket, &message, listener) < 0 || message.kind != MESSAGE_READY) _exit(1);
  // The payload still shares our descriptors; what we keep open must not become open for it.
  if (unshare(CLONE_FILES) < 0 || dup2(socket, 100) < 0 || dup2(go[GO_WRITE], 101) < 0 ||
      dup2(100, INIT_FD_SOCKET) < 0 || dup2(101, INIT_FD_GO) < 0)
    give_up(socket);
  close(100);
  close(101);
  char *const nothing[] = {NULL};
  char *const name[] = {"", NULL};
  syscall(SYS_execveat, child->launcher, "", name, nothing, AT_EMPTY_PATH);
  failed(SENTINEL_STAGE_INIT, "execveat");
  give_up(INIT_FD_SOCKET);
}

// Three numbers below which nothing may be opened, so that INIT_FD_* do not hit a live descriptor.
static int lift(int fd) {
  int lifted = fcntl(fd, F_DUPFD_CLOEXEC, 16);
  if (lifted >= 0) close(fd);
  return lifted;
}

static int start_payload(const struct plan *plan, const struct child *child) {
  int ready[2], go[2];
  if (pipe2(ready, O_CLOEXEC) < 0 || pipe2(go, O_CLOEXEC) < 0)
    return failed(SENTINEL_STAGE_FORK, "pipe");
  pid_t payload = (pid_t)syscall(SYS_clone, CLONE_FILES | SIGCHLD, NULL, NULL, NULL, NULL);
  if (payload < 0) return failed(SENTINEL_STAGE_FORK, "clone");
  if (payload == 0) run_payload(plan, child->socket, ready[GO_WRITE], go[GO_READ]);
  become_init(child, ready, go);
}

_Noreturn void run_child(struct plan *plan, struct child *child) {
  child->socket = lift(child->socket);
  if (wait_for_go(child->socket) < 0) _exit(1);
  if (hide_groups() < 0 || take_sources(plan, child) < 0) give_up(child->socket);
  lower_ceilings();
  child->launcher = lift(child->launcher);
  if (take_identity(plan) < 0 || build_view(plan, child) < 0 || place_stdio(plan, child) < 0 ||
      enter_directory(plan) < 0)
    give_up(child->socket);
  start_payload(plan, child);
  give_up(child->socket);
}

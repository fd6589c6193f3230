#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/openat2.h>
#include <linux/sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "supervise.h"

// Host root gives the payload an id that nobody else has: a private range that no distribution,
// container manager or user-database convention hands out, plus this supervisor's process id.
static int choose_identity(struct run *run) {
  run->outside_uid = geteuid();
  run->outside_gid = getegid();
  if (run->outside_uid != 0) return 0;
  if (run->plan->id_base == 0 || run->plan->id_count == 0)
    return failed_with(SENTINEL_STAGE_ID_MAP, EPERM, "idBase");
  run->outside_uid = run->outside_gid =
      run->plan->id_base + (uint32_t)getpid() % run->plan->id_count;
  return setgroups(0, NULL) < 0 ? failed(SENTINEL_STAGE_ID_MAP, "groups") : 0;
}

// With less than all of its rights, as in most containers, root takes them as anybody else does.
static int take_sources_as_root(struct run *run, struct child *child) {
  if (!run->plan->map_owners) return 0;
  if (open_sources(run->plan) < 0 || clone_sources(run->plan) < 0) return -1;
  child->launcher = clone_launcher(run->plan);
  return child->launcher < 0 ? -1 : 0;
}

static int clone_child(struct run *run, struct child *child, int child_socket) {
  struct clone_args args = {
      .flags =
          CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_PIDFD,
      .pidfd = (uint64_t)(uintptr_t)&run->init_fd,
      .exit_signal = SIGCHLD,
  };
  int group = v2_cgroup(run->plan);
  if (group >= 0) {
    args.flags |= CLONE_INTO_CGROUP;
    args.cgroup = (uint64_t)group;
  }
  run->init = (pid_t)syscall(SYS_clone3, &args, sizeof args);
  // Filters around a container that cannot look into its arguments have no such call.
  if (run->init < 0 && errno == ENOSYS && group < 0)
    run->init = (pid_t)syscall(SYS_clone, args.flags | SIGCHLD, NULL, &run->init_fd, NULL, NULL);
  if (run->init < 0) return failed(SENTINEL_STAGE_NAMESPACES, "clone");
  if (run->init == 0) {
    close(run->socket);
    child->socket = child_socket;
    // Not left to a flag alone: who held these could write the result.
    if (syscall(SYS_close_range, SENTINEL_FD_RESULT, SENTINEL_FD_CALLER, 0) < 0) {
      (void)failed(SENTINEL_STAGE_FORK, "close_range");
      give_up(child_socket);
    }
    run_child(run->plan, child);
  }
  return 0;
}

static int tell_child(const struct run *run) {
  return write(run->socket, "", 1) == 1 ? 0 : failed(SENTINEL_STAGE_SUPERVISOR, "go");
}

// With its ids the child begins to build, with its groups it begins the payload, and with the
// mapped sources it goes on.
static int let_go(struct run *run, const struct child *child) {
  if (write_id_maps(run->init, run->plan, run->outside_uid, run->outside_gid) < 0 ||
      tell_child(run) < 0)
    return -1;
  if (create_cgroups(run->plan, 1) < 0 || send_cgroups(run->plan, run->socket) < 0 ||
      prepare_disk_counter(run) < 0 || tell_child(run) < 0)
    return -1;
  if (run->plan->map_owners && map_owners(run->plan, run->outside_uid, run->outside_gid) < 0)
    return -1;
  // Only now: the id maps of a process that may not be traced cannot be written by an ordinary
  // user.
  if (prctl(PR_SET_DUMPABLE, 0) < 0) return failed(SENTINEL_STAGE_SUPERVISOR, "dumpable");
  if (connect_relays(run, child) < 0) return -1;
  run->started = now_microseconds();
  return tell_child(run);
}

static int fork_keeper(struct run *run, struct child *child, int child_socket) {
  // Should the keeper be killed, its children become this process's.
  if (prctl(PR_SET_CHILD_SUBREAPER, 1) < 0) return failed(SENTINEL_STAGE_SUPERVISOR, "subreaper");
  run->init = fork();
  if (run->init < 0) return failed(SENTINEL_STAGE_FORK, "fork");
  if (run->init == 0) {
    close(run->socket);
    child->socket = child_socket;
    for (int i = 0; i < 3; i++) close(child->stdio.supervisor[i]);
    if (run->plan->broker >= 0) close(run->plan->broker);
    child->caller = fcntl(SENTINEL_FD_CALLER, F_DUPFD_CLOEXEC, SENTINEL_FD_CALLER + 1);
    if (child->caller < 0 ||
        syscall(SYS_close_range, SENTINEL_FD_RESULT, SENTINEL_FD_CALLER, 0) < 0) {
      (void)failed(SENTINEL_STAGE_FORK, "close_range");
      give_up(child_socket);
    }
    run_keeper(run->plan, child);
  }
  run->init_fd = (int)syscall(SYS_pidfd_open, run->init, 0);
  return run->init_fd < 0 ? failed(SENTINEL_STAGE_FORK, "pidfd") : 0;
}

// What the payload may write to is counted like a place of the host's.
static int take_writable(struct run *run) {
  for (char **path = run->plan->writable; *path != NULL; path++) {
    if (run->writable_count == MOST_WRITABLE)
      return failed_with(SENTINEL_STAGE_WRITABLE, EMFILE, *path);
    struct writable *place = &run->writable[run->writable_count++];
    place->fd = open_beneath(AT_FDCWD, *path, O_PATH | O_DIRECTORY,
                             RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS);
    if (place->fd < 0 || survey_writable(place->fd, &place->before) < 0)
      return failed(SENTINEL_STAGE_WRITABLE, *path);
  }
  return 0;
}

// Without namespaces the supervisor has nothing to map and nothing to wait for.
static int start_keeper(struct run *run, struct child *child) {
  int sockets[2];
  child->caller_uid = geteuid();
  child->outside_uid = run->outside_uid;
  child->outside_gid = run->outside_gid;
  if (take_writable(run) < 0 || prepare_disk_counter(run) < 0) return -1;
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) < 0)
    return failed(SENTINEL_STAGE_SUPERVISOR, "socket");
  run->socket = sockets[0];
  if (fork_keeper(run, child, sockets[1]) < 0) return -1;
  close(sockets[1]);
  for (int i = 0; i < 3; i++) close(child->stdio.payload[i]);
  if (prctl(PR_SET_DUMPABLE, 0) < 0) return failed(SENTINEL_STAGE_SUPERVISOR, "dumpable");
  if (connect_relays(run, child) < 0) return -1;
  if (run->plan->network == NETWORK_EGRESS && begin_without_gateway(run->plan) < 0) return -1;
  run->started = now_microseconds();
  return tell_child(run);
}

int start_child(struct run *run, struct child *child) {
  int sockets[2];
  child->launcher = -1;
  if (has_own_folder(run->plan)) {
    if (choose_identity(run) < 0 || prepare_stdio(run, child) < 0) return -1;
    return start_keeper(run, child);
  }
  if (choose_identity(run) < 0 || take_sources_as_root(run, child) < 0 ||
      prepare_stdio(run, child) < 0 || create_cgroups(run->plan, 2) < 0)
    return -1;
  int proc = open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (proc < 0 && (!run->plan->degrade || errno != ENOENT))
    return failed(SENTINEL_STAGE_SUPERVISOR, "/proc");
  if (namespace_ids(proc, child->host_namespaces) < 0 && !run->plan->degrade)
    return failed(SENTINEL_STAGE_SUPERVISOR, "namespaces");
  if (proc >= 0) close(proc);
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) < 0)
    return failed(SENTINEL_STAGE_SUPERVISOR, "socket");
  run->socket = sockets[0];
  if (clone_child(run, child, sockets[1]) < 0) return -1;
  close(sockets[1]);
  for (int i = 0; i < 3; i++)
    if (child->stdio.payload[i] >= 0) close(child->stdio.payload[i]);
  return let_go(run, child);
}

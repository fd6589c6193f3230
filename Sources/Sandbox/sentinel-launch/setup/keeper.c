#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "launch.h"

// What stands in init's place where there are no namespaces. The keeper has a domain of Landlock of
// its own, out of which its signals do not get, and the payload's domain lies in it. So one kill(2)
// of everybody ends the payload's processes and nobody else's, however they are related; the kernel
// holds the list of processes meanwhile, so that none is begun beside it. None of them can signal or
// trace the keeper. Orphans become its children.

// The supervisor does what may wait for the payload: it reads its memory maps, and changes its files. So
// it is the keeper that looks at the clock and at whoever wants the run, and at the supervisor itself.
// Of silence each wait counts for a second at most, so that a machine that stood still is not one of it.
enum { WAIT_MILLISECONDS = 1000, MOST_SILENT_MICROSECONDS = 5000000 };

struct keeper {
  int socket;   // to the supervisor
  int caller;   // a pidfd
  uint64_t deadline, looked; // microseconds of the monotonic clock; the first UINT64_MAX for never
  uint64_t silent;           // for how many the supervisor has said nothing
  int children; // a signalfd
  int go;       // one byte when the command may begin
  pid_t payload;
};

// As root the last things are done that take its rights, and then it has the payload's ids.
static int take_identity(const struct child *child) {
  if (child->outside_uid != geteuid()) {
    if (setresgid(child->outside_gid, child->outside_gid, child->outside_gid) < 0)
      return failed(SENTINEL_STAGE_IDENTITY, "ids");
    if (drop_bounds() < 0) return -1;
    const uid_t uid = child->outside_uid;
    if (setresuid(uid, uid, uid) < 0) return failed(SENTINEL_STAGE_IDENTITY, "ids");
  }
  if (drop_sets() < 0) return -1;
  if (prctl(PR_SET_DUMPABLE, 0) < 0) return failed(SENTINEL_STAGE_IDENTITY, "dumpable");
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
    return failed(SENTINEL_STAGE_CAPABILITIES, "no_new_privs");
  return scope_signals();
}

static int watch_children(struct keeper *keeper) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  sigaddset(&set, UNBORN_SIGNAL);
  if (sigprocmask(SIG_SETMASK, &set, NULL) < 0) return failed(SENTINEL_STAGE_INIT, "signals");
  keeper->children = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  if (keeper->children < 0) return failed(SENTINEL_STAGE_INIT, "signals");
  return prctl(PR_SET_CHILD_SUBREAPER, 1) < 0 ? failed(SENTINEL_STAGE_INIT, "subreaper") : 0;
}

// Open as long as this process is there, so that the payload's rules go on to mean them.
static void hold_machine_files(void) {
  for (size_t i = 0; machine_files[i] != NULL; i++) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%s", machine_files[i]);
    (void)open(path, O_PATH | O_CLOEXEC); // what is not there has no rule
  }
}

// The listener of the payload's filter is known by its number in the payload's descriptors alone.
// They are shared with a process that does nothing but send it on, and is gone before the command
// begins; the payload is made as its sibling, a child of the keeper.
static _Noreturn void carry(const struct plan *plan, const struct child *child,
                            struct start *start) {
  struct message message;
  const int flags = CLONE_FILES | CLONE_PARENT;
  const pid_t payload = (pid_t)syscall(SYS_clone, flags, NULL, NULL, NULL, NULL);
  if (payload == 0) run_bare_payload(plan, child, start);
  // The payload's pid, for the keeper.
  if (payload < 0 || write(start->born[GO_WRITE], &payload, sizeof payload) != sizeof payload) {
    (void)failed(SENTINEL_STAGE_FORK, "clone");
    give_up(child->socket);
  }
  start->payload = (int)syscall(SYS_pidfd_open, payload, 0);
  if (start->payload < 0) {
    (void)failed(SENTINEL_STAGE_FORK, "pidfd");
    give_up(child->socket);
  }
  if (hear_payload(start, &message) < 0) give_up(child->socket);
  if (send_message(child->socket, &message, message.status) < 0) {
    (void)failed(SENTINEL_STAGE_INIT, "report");
    give_up(child->socket);
  }
  _exit(0);
}

static int start_payload(struct keeper *keeper, const struct plan *plan,
                         const struct child *child) {
  struct start start = {.payload = -1};
  int status = 0;
  if (pipe2(start.ready, O_CLOEXEC) < 0 || pipe2(start.go, O_CLOEXEC) < 0 ||
      pipe2(start.born, O_CLOEXEC) < 0)
    return failed(SENTINEL_STAGE_FORK, "pipe");
  // The payload ends with the signal that its sibling would.
  const pid_t carrier = (pid_t)syscall(SYS_clone, UNBORN_SIGNAL, NULL, NULL, NULL, NULL);
  if (carrier == 0) carry(plan, child, &start);
  if (carrier < 0) return failed(SENTINEL_STAGE_FORK, "clone");
  keeper->go = start.go[GO_WRITE];
  close(start.go[GO_READ]);
  close(start.ready[GO_READ]);
  close(start.ready[GO_WRITE]);
  close(start.born[GO_WRITE]);
  while (waitpid(carrier, &status, __WALL) < 0)
    if (errno != EINTR) return failed(SENTINEL_STAGE_FORK, "wait");
  const bool is_born =
      read(start.born[GO_READ], &keeper->payload, sizeof keeper->payload) == sizeof keeper->payload;
  close(start.born[GO_READ]);
  if (is_born && WIFEXITED(status) && WEXITSTATUS(status) == 0) return 0;
  return failed_by_end(SENTINEL_STAGE_FORK, status, "the carrier");
}

// Until there is nobody left. What holds its end up is asked again.
static void end_everyone(void) {
  const struct timespec pause = {.tv_nsec = 1000000};
  for (;;) {
    pid_t ended;
    (void)kill(-1, SIGKILL); // ESRCH when the last is gone already
    do ended = waitpid(-1, NULL, WNOHANG | (int)__WALL);
    while (ended > 0 || (ended < 0 && errno == EINTR));
    if (ended < 0) return;
    nanosleep(&pause, NULL);
  }
}

static _Noreturn void finish(const struct keeper *keeper, int status, bool executed,
                             enum sentinel_outcome why) {
  const struct message message = {
      .kind = MESSAGE_EXITED, .status = status, .executed = executed, .outcome = why};
  end_everyone();
  _exit(send_message(keeper->socket, &message, -1) < 0 ? error_status(errno) : 0);
}

static void reap(const struct keeper *keeper) {
  struct signalfd_siginfo heard;
  int status = 0;
  while (read(keeper->children, &heard, sizeof heard) > 0) continue;
  // Before its execve(2) the payload's process is one of those that only __WCLONE waits for.
  if (waitpid(keeper->payload, &status, WNOHANG | (int)__WCLONE) == keeper->payload)
    finish(keeper, status, false, 0);
  for (pid_t ended; (ended = waitpid(-1, &status, WNOHANG)) != 0;) {
    if (ended == keeper->payload) finish(keeper, status, true, 0);
    if (ended < 0 && errno != EINTR) return;
  }
}

static void deliver(struct keeper *keeper) {
  struct sentinel_order order = {.signal = 0};
  const ssize_t count = recv(keeper->socket, &order, sizeof order, MSG_DONTWAIT);
  if (count == 0) { // the supervisor is gone, or wants this to end
    end_everyone();
    _exit(0);
  }
  if (count != (ssize_t)sizeof order) return;
  keeper->silent = 0;
  if (order.signal <= 0) return;
  if (kill(-keeper->payload, order.signal) < 0) (void)kill(keeper->payload, order.signal);
}

static void look_at_clock(struct keeper *keeper) {
  const uint64_t now = now_microseconds(), most = WAIT_MILLISECONDS * 1000;
  keeper->silent += now - keeper->looked < most ? now - keeper->looked : most;
  keeper->looked = now;
  if (now >= keeper->deadline) finish(keeper, SIGKILL, true, SENTINEL_OUTCOME_WALL);
  if (keeper->silent >= MOST_SILENT_MICROSECONDS)
    finish(keeper, SIGKILL, true, SENTINEL_OUTCOME_STALLED);
}

static int milliseconds_to_wait(const struct keeper *keeper) {
  const uint64_t now = now_microseconds();
  if (keeper->deadline <= now) return 0;
  const uint64_t left = (keeper->deadline - now + 999) / 1000;
  return left < WAIT_MILLISECONDS ? (int)left : WAIT_MILLISECONDS;
}

static int leave_streams(const struct child *child) {
  for (int i = 0; i < 3; i++) close(child->stdio.payload[i]);
  return syscall(SYS_close_range, 0, 2, 0) < 0 ? failed(SENTINEL_STAGE_INIT, "streams") : 0;
}

_Noreturn void run_keeper(const struct plan *plan, struct child *child) {
  struct keeper keeper = {.socket = child->socket, .caller = child->caller};
  if (wait_for_go(child->socket) < 0 || take_identity(child) < 0 || watch_children(&keeper) < 0)
    give_up(child->socket);
  hold_machine_files();
  if (start_payload(&keeper, plan, child) < 0 || leave_streams(child) < 0 ||
      write(keeper.go, "", 1) != 1) {
    end_everyone();
    give_up(child->socket);
  }
  close(keeper.go);
  const uint64_t limit = plan->limits.wall_milliseconds * 1000;
  keeper.looked = now_microseconds();
  keeper.deadline = limit == 0 ? UINT64_MAX : keeper.looked + limit;
  struct pollfd watched[] = {{.fd = keeper.children, .events = POLLIN},
                             {.fd = keeper.socket, .events = POLLIN},
                             {.fd = keeper.caller, .events = POLLIN}};
  for (;;) {
    reap(&keeper);
    look_at_clock(&keeper);
    const int ready = poll(watched, 3, milliseconds_to_wait(&keeper));
    if (ready < 0 && errno != EINTR) {
      end_everyone();
      _exit(error_status(errno));
    }
    if (ready > 0 && watched[1].revents != 0) deliver(&keeper);
    if (ready > 0 && watched[2].revents != 0)
      finish(&keeper, SIGKILL, true, SENTINEL_OUTCOME_ABANDONED);
  }
}

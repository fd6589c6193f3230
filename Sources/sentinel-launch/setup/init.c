#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "launch.h"

// PID 1 after its re-execution: no arguments, no environment, nothing of the plan in its memory. It
// lets the payload go, passes signals on, reaps, and ends with the payload, which ends everything
// else.

static int watch_children(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  sigprocmask(SIG_BLOCK, &set, NULL);
  return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

// The first child was the payload; its pid in this namespace is 2.
enum { PAYLOAD = 2 };

static void reap(int socket) {
  int status;
  for (pid_t ended; (ended = waitpid(-1, &status, WNOHANG)) > 0;) {
    if (ended != PAYLOAD) continue;
    struct message message = {.kind = MESSAGE_EXITED, .status = status};
    send_message(socket, &message, -1);
    _exit(0);
  }
}

static void deliver(int socket) {
  struct sentinel_order order;
  ssize_t count = recv(socket, &order, sizeof order, MSG_DONTWAIT);
  if (count == 0) _exit(1); // the supervisor is gone, and so is its sandbox
  if (count == (ssize_t)sizeof order && order.signal > 0 && kill(-PAYLOAD, order.signal) < 0)
    kill(PAYLOAD, order.signal);
}

_Noreturn void run_init(void) {
  if (prctl(PR_SET_DUMPABLE, 0) < 0 || prctl(PR_SET_PDEATHSIG, SIGKILL) < 0) _exit(1);
  syscall(SYS_close_range, 0, 2, 0);
  syscall(SYS_close_range, INIT_FD_GO + 1, ~0U, 0);
  int children = watch_children();
  if (children < 0 || write(INIT_FD_GO, "", 1) != 1) _exit(1);
  close(INIT_FD_GO);
  reap(INIT_FD_SOCKET);
  struct pollfd watched[2] = {{.fd = children, .events = POLLIN},
                              {.fd = INIT_FD_SOCKET, .events = POLLIN}};
  for (;;) {
    if (poll(watched, 2, -1) < 0 && errno != EINTR) _exit(1);
    struct signalfd_siginfo info;
    if (watched[0].revents != 0 && read(children, &info, sizeof info) > 0) reap(INIT_FD_SOCKET);
    if (watched[1].revents != 0) deliver(INIT_FD_SOCKET);
  }
}

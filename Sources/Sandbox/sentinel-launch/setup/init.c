#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "bare_calls.h"
#include "launch.h"

// PID 1 after its re-execution: no arguments, no environment, nothing of the plan in its memory. It
// lets the payload go, passes signals on, reaps, and ends with the payload, which ends everything
// else. It begins before the C library does, whose start would cost every sandbox a tenth of a
// millisecond, and so uses nothing of it.

// The first child was the payload; its pid in this namespace is 2.
enum { PAYLOAD = 2 };

BARE static _Noreturn void end(long code) {
  for (;;) bare_call(SYS_exit_group, code, 0, 0, 0, 0);
}

BARE static long watch_children(void) {
  const uint64_t set = 1ULL << (SIGCHLD - 1) | 1ULL << (UNBORN_SIGNAL - 1); // the kernel's set
  const long blocked = bare_call(SYS_rt_sigprocmask, SIG_BLOCK, (long)&set, 0, sizeof set, 0);
  if (blocked < 0) return blocked;
  return bare_call(SYS_signalfd4, -1, (long)&set, sizeof set, O_CLOEXEC | O_NONBLOCK, 0);
}

BARE static _Noreturn void tell_end(int status, bool executed) {
  static struct message message = {.kind = MESSAGE_EXITED};
  message.status = status;
  message.executed = executed;
  const long told = bare_call(SYS_write, INIT_FD_SOCKET, (long)&message, sizeof message, 0, 0);
  end(told < 0 ? -told : 0);
}

BARE static void reap(void) {
  int status = 0;
  if (bare_call(SYS_wait4, PAYLOAD, (long)&status, WNOHANG | __WCLONE, 0, 0) == PAYLOAD)
    tell_end(status, false);
  for (;;) {
    long ended = bare_call(SYS_wait4, -1, (long)&status, WNOHANG, 0, 0);
    if (ended == PAYLOAD) tell_end(status, true);
    if (ended == -EINTR) continue;
    if (ended < 0 && ended != -ECHILD) end(-ended);
    if (ended <= 0) return;
  }
}

BARE static void deliver(void) {
  struct sentinel_order order = {.signal = 0};
  long count = bare_call(SYS_recvfrom, INIT_FD_SOCKET, (long)&order, sizeof order, MSG_DONTWAIT, 0);
  if (count == 0) end(1); // the supervisor is gone, and so is its sandbox
  if (count != (long)sizeof order || order.signal <= 0) return;
  if (bare_call(SYS_kill, -PAYLOAD, order.signal, 0, 0, 0) < 0)
    bare_call(SYS_kill, PAYLOAD, order.signal, 0, 0, 0);
}

// The exit status of an init that cannot go on is the errno.
BARE static long expect(long result) {
  if (result < 0) end(-result);
  return result;
}

BARE static _Noreturn void run(void) {
  expect(bare_call(SYS_prctl, PR_SET_DUMPABLE, 0, 0, 0, 0));
  expect(bare_call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0));
  expect(bare_call(SYS_close_range, 0, 2, 0, 0, 0));
  expect(bare_call(SYS_close_range, INIT_FD_GO + 1, ~0U, 0, 0, 0));
  long children = expect(watch_children());
  expect(bare_call(SYS_write, INIT_FD_GO, (long)"", 1, 0, 0));
  bare_call(SYS_close, INIT_FD_GO, 0, 0, 0, 0); // nobody waits for its end
  reap();
  struct pollfd watched[2] = {{.fd = (int)children, .events = POLLIN},
                              {.fd = INIT_FD_SOCKET, .events = POLLIN}};
  for (;;) {
    long ready = bare_call(SYS_ppoll, (long)watched, 2, 0, 0, 0);
    if (ready < 0 && ready != -EINTR) end(-ready);
    char information[128]; // struct signalfd_siginfo
    if (ready > 0 && watched[0].revents != 0 &&
        bare_call(SYS_read, children, (long)information, sizeof information, 0, 0) > 0)
      reap();
    if (ready > 0 && watched[1].revents != 0) deliver();
  }
}

// What the kernel left on the stack: the number of arguments, and then they.
BARE void enter(const long *stack) {
  const char *name = (const char *)stack[1];
  if (stack[0] == 1 && name[0] == '\0' && bare_call(SYS_getpid, 0, 0, 0, 0, 0) == 1) run();
}

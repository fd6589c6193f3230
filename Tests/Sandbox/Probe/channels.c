#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include "probe.h"

// Ways to hear of the host or to speak with it that need no right to a file.

#define HIGH (1L << 32)

// Numbers of the generic kernel headers, which the C library's lack in part.
enum {
  ATTACH_FILTER = 26,
  LOCK_FILTER = 44,
  ATTACH_BPF = 50,
  REUSEPORT_CBPF = 51,
  REUSEPORT_EBPF = 52,
  TCP_LEVEL = 6,
  ULP = 31,
  ALG_LEVEL = 279,
  TLS_LEVEL = 282,
};

int row_s16(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  static const struct attempt attempts[] = {
      {"sendto MSG_OOB", SYS_sendto, {-1, NOWHERE, 1, MSG_OOB, 0, 0}, NULL},
      {"sendto MSG_OOB with high bits", SYS_sendto, {-1, NOWHERE, 1, MSG_OOB | HIGH, 0, 0}, NULL},
      {"sendto MSG_OOB among others", SYS_sendto, {-1, NOWHERE, 1, MSG_OOB | MSG_NOSIGNAL}, NULL},
      {"sendmsg MSG_OOB", SYS_sendmsg, {-1, NOWHERE, MSG_OOB}, NULL},
      {"sendmmsg MSG_OOB", SYS_sendmmsg, {-1, NOWHERE, 1, MSG_OOB}, NULL},
      {"recvfrom MSG_OOB", SYS_recvfrom, {-1, NOWHERE, 1, MSG_OOB, 0, 0}, NULL},
      {"recvmsg MSG_OOB", SYS_recvmsg, {-1, NOWHERE, MSG_OOB}, NULL},
      {"recvmmsg MSG_OOB", SYS_recvmmsg, {-1, NOWHERE, 1, MSG_OOB, 0}, NULL},
      {"SO_ATTACH_FILTER", SYS_setsockopt, {-1, SOL_SOCKET, ATTACH_FILTER, NOWHERE, 16}, NULL},
      {"filter, high level", SYS_setsockopt, {-1, SOL_SOCKET | HIGH, ATTACH_FILTER}, NULL},
      {"filter, high name", SYS_setsockopt, {-1, SOL_SOCKET, ATTACH_FILTER | HIGH}, NULL},
      {"SO_LOCK_FILTER", SYS_setsockopt, {-1, SOL_SOCKET, LOCK_FILTER, NOWHERE, 4}, NULL},
      {"SO_ATTACH_BPF", SYS_setsockopt, {-1, SOL_SOCKET, ATTACH_BPF, NOWHERE, 4}, NULL},
      {"SO_ATTACH_REUSEPORT_CBPF", SYS_setsockopt, {-1, SOL_SOCKET, REUSEPORT_CBPF}, NULL},
      {"SO_ATTACH_REUSEPORT_EBPF", SYS_setsockopt, {-1, SOL_SOCKET, REUSEPORT_EBPF}, NULL},
      {"TCP_ULP", SYS_setsockopt, {-1, TCP_LEVEL, ULP, NOWHERE, 3}, NULL},
      {"option of AF_ALG", SYS_setsockopt, {-1, ALG_LEVEL, 1, NOWHERE, 4}, NULL},
      {"option of kernel TLS", SYS_setsockopt, {-1, TLS_LEVEL, 1, NOWHERE, 4}, NULL},
      {"fcntl F_NOTIFY", SYS_fcntl, {-1, F_NOTIFY, 0x20}, NULL},
      {"fcntl F_NOTIFY with high bits", SYS_fcntl, {-1, F_NOTIFY | HIGH, 0x20}, NULL},
      {"fcntl F_SETLEASE", SYS_fcntl, {-1, F_SETLEASE, F_RDLCK}, NULL},
  };
  try_calls(attempts, COUNT(attempts));
  return 0;
}

int row_s17(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  static const struct attempt attempts[] = {
      {"inotify_init", SYS_inotify_init1, {0x7fffffff}, NULL},
      {"inotify_add_watch", SYS_inotify_add_watch, {-1, NOWHERE, 1}, NULL},
  };
  try_calls(attempts, COUNT(attempts));
  return 0;
}

static long run_first(const void *context) {
  (void)context;
  const struct sched_param first = {.sched_priority = 1};
  return sched_setscheduler(0, SCHED_FIFO, &first);
}

static long run_sooner(const void *context) {
  (void)context;
  return setpriority(PRIO_PROCESS, 0, -10);
}

int row_r18(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  const int refused[] = {EPERM, EACCES, 0};
  try_body("real time", run_first, NULL, refused);
  try_body("niceness below zero", run_sooner, NULL, refused);
  return 0;
}

// Watches the first argument, says so, and waits for as many milliseconds as the second says.
int row_f20(int argc, char *argv[]) {
  if (argc < 2) return 2;
  char events[4096];
  int watch = inotify_init1(IN_CLOEXEC);
  if (inotify_add_watch(watch, argv[0], IN_ALL_EVENTS) < 0) {
    report("watch", "error", errno, argv[0]);
    return 1;
  }
  report("begin to watch", "blocked", 0, "ready");
  struct pollfd ready = {.fd = watch, .events = POLLIN};
  bool heard = poll(&ready, 1, atoi(argv[1])) == 1 && read(watch, events, sizeof events) > 0;
  report("hear of the host", heard ? "worked" : "blocked", 0, NULL);
  return 0;
}

static long dial(const void *context) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%s", (const char *)context);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  return connect(fd, (struct sockaddr *)&address, sizeof address);
}

// Says that it runs, waits for two seconds, and connects to the first argument. It does not look
// for it before: an overlay remembers what was not there.
int row_f21(int argc, char *argv[]) {
  if (argc < 1) return 2;
  report("begin to wait", "blocked", 0, "ready");
  sleep(2);
  try_body("connect", dial, argv[0], UNREACHABLE);
  return 0;
}

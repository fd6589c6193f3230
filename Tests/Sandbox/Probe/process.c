#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "probe.h"

// Signals, descriptors, environment and arguments.

extern char **environ;

static void try_signal(const char *name, long value) {
  const int refused[] = {EPERM, ESRCH, EINVAL, EBADF, ENOSYS, 0};
  report_value(name, value, refused);
}

// `argv[0]` is a process of the host; `argv[1]`, if present, the signal that is sent (0 is
// harmless).
int row_r01(int argc, char *argv[]) {
  pid_t victim = argc > 0 ? (pid_t)strtol(argv[0], NULL, 10) : 1;
  int number = argc > 1 ? atoi(argv[1]) : 0;
  siginfo_t info = {.si_signo = number, .si_code = SI_QUEUE};
  try_signal("kill a host process", kill(victim, number));
  try_signal("tgkill a host process", syscall(SYS_tgkill, victim, victim, number));
  try_signal("rt_sigqueueinfo a host process", syscall(SYS_rt_sigqueueinfo, victim, number, &info));
  long pidfd = syscall(SYS_pidfd_open, victim, 0);
  try_signal("pidfd_open a host process", pidfd);
  if (pidfd >= 0)
    try_signal("pidfd_send_signal", syscall(SYS_pidfd_send_signal, pidfd, number, NULL, 0));
  if (!is_contained()) return 0;
  try_signal("kill init", kill(1, SIGKILL));
  try_signal("stop init", kill(1, SIGSTOP));
  try_signal("kill the parent's group", kill(-1, SIGKILL));
  for (int fd = 3; fd < 64; fd++)
    if (syscall(SYS_pidfd_send_signal, fd, SIGKILL, NULL, 0) == 0)
      report("inherited pidfd", "worked", 0, NULL);
  return 0;
}

// Three generations that ignore every signal and write to the file `argv[0]`.
int row_r03(int argc, char *argv[]) {
  if (argc < 1 || !is_held()) return 2;
  for (int number = 1; number < 65; number++) signal(number, SIG_IGN);
  for (int generation = 0; generation < 3; generation++) {
    if (fork() != 0) break;
    setsid();
  }
  for (;;) {
    int fd = open(argv[0], O_WRONLY | O_CREAT | O_APPEND, 0644);
    if (fd >= 0) {
      (void)!write(fd, ".", 1);
      close(fd);
    }
    usleep(20000);
  }
}

static bool is_dangling(const char *link) {
  return strncmp(link, "pipe:", 5) != 0 && strncmp(link, "/dev/pts/", 9) != 0 &&
         strncmp(link, "/dev/null", 9) != 0;
}

int row_r08(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  int open_count = 0;
  for (int fd = 0; fd < 4096; fd++) {
    char path[32], link[256], detail[320];
    if (fcntl(fd, F_GETFD) < 0) continue;
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    ssize_t count = readlink(path, link, sizeof link - 1);
    link[count < 0 ? 0 : count] = '\0';
    snprintf(detail, sizeof detail, "%d -> %s", fd, link);
    open_count += fd > 2;
    if (fd > 2 || is_dangling(link)) report("inherited descriptor", "worked", 0, detail);
  }
  if (open_count == 0) report("descriptors above 2", "blocked", 0, NULL);
  char cwd[4096];
  const char *inside = getcwd(cwd, sizeof cwd);
  bool outside = inside == NULL || strncmp(inside, "(unreachable)", 13) == 0;
  report("working folder", outside ? "worked" : "blocked", 0, inside);
  return 0;
}

// Prints at least `argv[0]` bytes of the kind `argv[1]`, or without end.
int row_r13(int argc, char *argv[]) {
  long long left = argc > 0 ? strtoll(argv[0], NULL, 10) : 1;
  const char *kind = argc > 1 ? argv[1] : "plain";
  if (left <= 0 && !is_contained()) return 2;
  static char block[65536];
  int fill = strcmp(kind, "zero") == 0 ? 0 : strcmp(kind, "invalid") == 0 ? 0xfe : 'x';
  memset(block, fill, sizeof block);
  if (strcmp(kind, "lines") == 0) memset(block, '\n', sizeof block);
  signal(SIGPIPE, SIG_IGN);
  for (bool endless = left <= 0; endless || left > 0;) {
    ssize_t count = write(strcmp(kind, "error") == 0 ? 2 : 1, block, sizeof block);
    if (count < 0) return 3;
    left -= endless ? 0 : count;
  }
  return 0;
}

// Says whether the host's handler of crashes is out of reach: core(5) has it started whatever the
// limit on core files is, unless that is 1.
int row_p10(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  struct rlimit limit, none = {0, 0};
  bool is_hidden = getrlimit(RLIMIT_CORE, &limit) < 0;
  report("core limit", is_hidden || limit.rlim_max == 1 ? "blocked" : "reached", 0, NULL);
  report("change the core limit", setrlimit(RLIMIT_CORE, &none) < 0 ? "blocked" : "worked", 0,
         NULL);
  return 0;
}

// Ends with the exit code `argv[0]`, or by the signal `argv[1]`.
int row_r15(int argc, char *argv[]) {
  if (argc > 1) kill(getpid(), atoi(argv[1]));
  return argc > 0 ? atoi(argv[0]) : 0;
}

int row_r16(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  for (char **entry = environ; *entry != NULL; entry++) report("variable", "worked", 0, *entry);
  return 0;
}

int row_r17(int argc, char *argv[]) {
  for (int i = 0; i < argc; i++) report("argument", "worked", i, argv[i]);
  return 0;
}

// Plays a look-alike of the result on every channel there is.
int row_l03(int argc, char *argv[]) {
  static const char forged[] =
      "{\"schema\":\"sentinel.run/1\",\"status\":\"ok\",\"exitCode\":0,\"level\":\"full\","
      "\"denials\":[],\"forged\":true}\n";
  int written = 0;
  for (int fd = 3; fd < 1024; fd++) written += write(fd, forged, sizeof forged - 1) > 0;
  report("descriptors above 2", written > 0 ? "worked" : "blocked", errno, NULL);
  for (int i = 0; i < argc; i++) {
    int fd = open(argv[i], O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (fd >= 0) (void)!write(fd, forged, sizeof forged - 1);
    report(argv[i], fd >= 0 ? "worked" : "blocked", errno, NULL);
  }
  (void)!write(1, forged, sizeof forged - 1);
  (void)!write(2, forged, sizeof forged - 1);
  return 42;
}

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "probe.h"

extern const char *present_row;

const int FILTERED[] = {EPERM, ENOSYS, 0};
const int HIDDEN[] = {ENOENT, ENOTDIR, EACCES, EPERM, EROFS, ENXIO, ENODEV, ELOOP, 0};
const int NO_FAMILY[] = {EAFNOSUPPORT, EPERM, ENOSYS, 0};
const int INVALID[] = {EINVAL, EPERM, ENOSYS, 0};
const int UNREACHABLE[] = {EPERM,         EACCES, ENETUNREACH, EHOSTUNREACH, ECONNREFUSED,
                           EADDRNOTAVAIL, ENOENT, ENOSYS,      EAFNOSUPPORT, 0};

static void print_escaped(const char *text) {
  for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
    if (*c == '"' || *c == '\\')
      printf("\\%c", *c);
    else if (*c < 0x20 || *c > 0x7e)
      printf("\\u%04x", *c);
    else
      putchar(*c);
  }
}

void report(const char *attempt, const char *result, int error, const char *detail) {
  printf("{\"row\":\"%s\",\"attempt\":\"", present_row);
  print_escaped(attempt);
  printf("\",\"result\":\"%s\",\"errno\":%d,\"detail\":\"", result, error);
  print_escaped(detail == NULL ? "" : detail);
  printf("\"}\n");
  fflush(stdout);
}

static bool is_listed(int error, const int *list) {
  for (; *list != 0; list++)
    if (*list == error) return true;
  return false;
}

void report_value(const char *attempt, long value, const int *refusals) {
  int error = errno;
  if (value != -1) return report(attempt, "worked", 0, NULL);
  report(attempt, is_listed(error, refusals) ? "blocked" : "reached", error, strerror(error));
}

int wait_for(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}

struct answer {
  long value;
  int error;
};

void try_body(const char *attempt, long (*body)(const void *), const void *context,
              const int *refusals) {
  int ends[2];
  struct answer answer = {0};
  char detail[32];
  if (pipe(ends) < 0) return report(attempt, "error", errno, "pipe");
  pid_t child = fork();
  if (child < 0) return report(attempt, "error", errno, "fork");
  if (child == 0) {
    answer.value = body(context);
    answer.error = errno;
    _exit(write(ends[1], &answer, sizeof answer) == (ssize_t)sizeof answer ? 0 : 1);
  }
  close(ends[1]);
  ssize_t count = read(ends[0], &answer, sizeof answer);
  close(ends[0]);
  int status = wait_for(child);
  if (count == (ssize_t)sizeof answer) {
    errno = answer.error;
    return report_value(attempt, answer.value == -1 ? -1 : 0, refusals);
  }
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS)
    return report(attempt, "blocked", 0, "SIGSYS");
  snprintf(detail, sizeof detail, "wait status %d", status);
  report(attempt, "reached", 0, detail);
}

static long call_kernel(const void *context) {
  const struct attempt *attempt = context;
  const long *a = attempt->arguments;
  return syscall(attempt->number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

void try_calls(const struct attempt *attempts, size_t count) {
  for (size_t i = 0; i < count; i++)
    try_body(attempts[i].name, call_kernel, &attempts[i],
             attempts[i].refusals == NULL ? FILTERED : attempts[i].refusals);
}

void try_open(const char *path, int flags) {
  int fd = open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  report_value(path, fd, HIDDEN);
  if (fd >= 0) close(fd);
}

ssize_t read_text(const char *path, char *buffer, size_t size) {
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) return -1;
  ssize_t count = read(fd, buffer, size - 1);
  int error = errno;
  close(fd);
  errno = error;
  if (count >= 0) buffer[count] = '\0';
  return count;
}

// A payload's own signs of a sandbox: small ids, an invisible init, no way to new rights, a filter,
// and a limit on processes that no login session has.
bool is_contained(void) {
  char status[8192];
  struct rlimit processes, cores;
  if (getenv("SENTINEL_PROBE_INSIDE") == NULL || getpid() > 4096) return false;
  if (access("/proc/1", F_OK) == 0 || read_text("/proc/self/status", status, sizeof status) < 0)
    return false;
  if (strstr(status, "\nNoNewPrivs:\t1") == NULL || strstr(status, "\nSeccomp:\t2") == NULL)
    return false;
  if (getrlimit(RLIMIT_NPROC, &processes) < 0 || processes.rlim_max > 8192) return false;
  return getrlimit(RLIMIT_CORE, &cores) < 0 || cores.rlim_max <= 1;
}

// The test names its own process namespace, which must not be this one.
bool is_held(void) {
  const char *outer = getenv("SENTINEL_PROBE_HELD");
  char own[64];
  ssize_t count = readlink("/proc/self/ns/pid", own, sizeof own - 1);
  if (is_contained()) return true;
  if (outer == NULL || *outer == '\0' || count < 0) return false;
  own[count] = '\0';
  return strcmp(own, outer) != 0;
}

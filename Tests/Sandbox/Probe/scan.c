#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "probe.h"

// Every number, one after another, and a flood of refusals.

struct seen {
  long value;
  int error;
};

// Waits at most a moment: some calls rest, and some never come back to say so.
static void scan_number(long number) {
  int ends[2];
  char name[32];
  struct seen seen = {0};
  if (pipe(ends) < 0) return;
  pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    if (dup2(ends[1], 1000) < 0 && dup2(ends[1], 250) < 0) _exit(98);
    seen.value = syscall(number, -1L, -1L, -1L, -1L, -1L, -1L);
    seen.error = errno;
    if (write(ends[1], &seen, sizeof seen) < 0 && write(1000, &seen, sizeof seen) < 0) _exit(97);
    _exit(0);
  }
  close(ends[1]);
  struct pollfd watched = {.fd = ends[0], .events = POLLIN};
  bool heard = poll(&watched, 1, 500) > 0 && read(ends[0], &seen, sizeof seen) == sizeof seen;
  close(ends[0]);
  kill(child, SIGKILL);
  int status = wait_for(child);
  snprintf(name, sizeof name, "%ld", number);
  if (heard)
    report(name, seen.value == -1 ? "answered" : "worked", seen.value == -1 ? seen.error : 0, NULL);
  else
    report(name, WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS ? "killed" : "silent", 0, NULL);
}

int row_s03(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  if (!is_held()) return fprintf(stderr, "S03 runs only inside a sandbox\n"), 2;
  // vfork would share this process' memory with its child; fork and clone are known to work.
  for (long number = 0; number < 2048; number++)
    if (number != SYS_vfork && number != SYS_fork) scan_number(number);
  const long edges[] = {-1, -2, 0x7fffffff, 0xffffffff, 0x100000000 + SYS_mount};
  for (size_t i = 0; i < COUNT(edges); i++) scan_number(edges[i]);
  return 0;
}

// Refusals that differ, to push others out of the record: `argv[0]` of them, and then one more.
static void differ(long times) {
  for (long i = 0; i < times; i++) syscall(SYS_ptrace, 0x4206, 1000 + i, 0, 0);
  syscall(SYS_bpf, 0, NOWHERE, 64);
  report("different refusals", "blocked", 0, NULL);
}

// Makes a refused call `argv[0]` times, or without end.
int row_s11(int argc, char *argv[]) {
  long times = argc > 0 ? strtol(argv[0], NULL, 10) : 1000;
  if (times <= 0 && !is_contained()) return 2;
  if (argc > 1) return differ(times), 0;
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  long blocked = 0;
  for (long i = 0; times <= 0 || i < times; i++)
    if (syscall(SYS_keyctl, 0, -3, 0) == -1 && (errno == EPERM || errno == ENOSYS)) blocked++;
  clock_gettime(CLOCK_MONOTONIC, &end);
  char detail[96];
  long nanoseconds = (end.tv_sec - start.tv_sec) * 1000000000 + end.tv_nsec - start.tv_nsec;
  snprintf(detail, sizeof detail, "%ld refused, %ld ns each", blocked, nanoseconds / times);
  report("flood", blocked == times ? "blocked" : "reached", 0, detail);
  return 0;
}

int row_s15(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  const int unknown[] = {ENOSYS, 0};
  for (long number = 471; number < 512; number++) {
    char name[32];
    snprintf(name, sizeof name, "number %ld", number);
    const struct attempt attempt = {name, number, {NOWHERE, -1, -1, -1, -1, -1}, unknown};
    try_calls(&attempt, 1);
  }
  const long far[] = {600, 1000, 5000, 100000};
  for (size_t i = 0; i < COUNT(far); i++) {
    char name[32];
    snprintf(name, sizeof name, "number %ld", far[i]);
    const struct attempt attempt = {name, far[i], {NOWHERE, -1, -1, -1, -1, -1}, unknown};
    try_calls(&attempt, 1);
  }
  return 0;
}

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "probe.h"

// Attempts beyond the catalogue, by somebody who has read the launcher's source.

// In a child: who consents stops at its next signal until its tracer lets it go on.
static long consent(const void *context) {
  (void)context;
  return ptrace(PTRACE_TRACEME, 0, NULL, NULL);
}

// X01: one process of the payload looks into another.
int row_x01(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  static long secret = 42;
  const int refused[] = {EPERM, EACCES, ENOSYS, ENOENT, EROFS, 0};
  pid_t child = fork();
  if (child == 0)
    for (;;) pause();
  long copy = 0;
  struct iovec here = {&copy, sizeof copy}, there = {&secret, sizeof secret};
  report_value("process_vm_readv of a child",
               syscall(SYS_process_vm_readv, child, &here, 1, &there, 1, 0), refused);
  report_value("ptrace attach to a child", ptrace(PTRACE_ATTACH, child, NULL, NULL), refused);
  report_value("ptrace seize init", ptrace(PTRACE_SEIZE, 1, NULL, NULL), refused);
  try_body("ptrace the parent's consent", consent, NULL, refused);
  char path[48];
  snprintf(path, sizeof path, "/proc/%d/mem", child);
  int fd = open(path, O_RDWR | O_CLOEXEC);
  report_value("write a child's memory through proc", fd, refused);
  kill(child, SIGKILL);
  wait_for(child);
  return 0;
}

static long install_own_filter(uint32_t answer) {
  struct sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_keyctl, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, answer),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const struct sock_fprog filter = {.len = COUNT(program), .filter = program};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter);
}

static long call_under_own_filter(const void *answer) {
  if (install_own_filter(*(const uint32_t *)answer) < 0) return -1;
  return syscall(SYS_keyctl, 0, -3, 0);
}

// X02: a filter of the payload's own must not turn a refusal into a permission.
int row_x02(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  static const struct {
    const char *name;
    uint32_t answer;
  } answers[] = {
      {"allow", SECCOMP_RET_ALLOW},
      {"log", SECCOMP_RET_LOG},
      {"trace", SECCOMP_RET_TRACE},
      {"listener that is not there", SECCOMP_RET_USER_NOTIF},
  };
  for (size_t i = 0; i < COUNT(answers); i++)
    try_body(answers[i].name, call_under_own_filter, &answers[i].answer, FILTERED);
  return 0;
}

// X16: a filter of the payload's own answers first, so that nobody hears of the refused call.
int row_x16(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  static const uint32_t answer = SECCOMP_RET_ERRNO | EPERM;
  static const struct attempt open[] = {{"bpf in the open", SYS_bpf, {0, NOWHERE, 64}, NULL}};
  try_body("keyctl behind a filter", call_under_own_filter, &answer, FILTERED);
  try_calls(open, COUNT(open));
  return 0;
}

// X03: locks and leases on files of the host. `argv[0]` is what to take, "lease" or "lock", the
// rest are files; they are held until somebody ends this.
int row_x03(int argc, char *argv[]) {
  if (argc < 2 || !is_held()) return 2;
  for (int i = 1; i < argc; i++) {
    char name[4200];
    int fd = open(argv[i], O_RDONLY | O_CLOEXEC);
    int taken = strcmp(argv[0], "lock") == 0 ? flock(fd, LOCK_EX | LOCK_NB)
                                             : fcntl(fd, F_SETLEASE, F_WRLCK);
    snprintf(name, sizeof name, "%s on %s", argv[0], argv[i]);
    report(name, taken == 0 ? "worked" : "blocked", taken == 0 ? 0 : errno, NULL);
  }
  printf("ready\n");
  fflush(stdout);
  sleep(20);
  return 0;
}

// X04: terminals are counted for the whole machine.
int row_x04(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  if (!is_held()) return 2;
  int count = 0;
  char detail[32];
  while (count < 512 && open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC) >= 0) count++;
  snprintf(detail, sizeof detail, "%d", count);
  report("open terminals", count > 128 ? "worked" : "blocked", errno, detail);
  return 0;
}

// X05: marks that the overlay would take for its own.
int row_x05(int argc, char *argv[]) {
  if (argc > 0 && chdir(argv[0]) < 0) return 2;
  mkdir("marked", 0755);
  const char *const names[] = {
      "user.overlay.opaque",         "user.overlay.redirect", "user.overlay.metacopy",
      "user.overlay.whiteout",       "user.overlay.origin",   "trusted.overlay.opaque",
      "user.overlay.overlay.opaque", "user.overlay.upper",
  };
  for (size_t i = 0; i < COUNT(names); i++)
    report_value(names[i], setxattr("marked", names[i], "y", 1, 0),
                 (const int[]){EPERM, EOPNOTSUPP, EACCES, EROFS, EINVAL, 0});
  return 0;
}

// X07: memory taken where a walk over processes may not look: "chain" at the end of a long line of
// parents, "thread" in a child that another thread than the first one made.
static _Noreturn void hog(size_t megabytes) {
  for (size_t i = 0; i < megabytes; i++) {
    char *bytes = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (bytes != MAP_FAILED) memset(bytes, 1, 1 << 20);
    usleep(2000);
  }
  sleep(2);
  _exit(0);
}

static void *fork_hog(void *megabytes) {
  pid_t child = fork();
  if (child == 0) hog((size_t)(uintptr_t)megabytes);
  wait_for(child);
  return NULL;
}

int row_x07(int argc, char *argv[]) {
  if (argc < 2 || !is_contained()) return 2;
  size_t megabytes = strtoul(argv[1], NULL, 10) & 1023;
  if (strcmp(argv[0], "thread") == 0) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, fork_hog, (void *)(uintptr_t)megabytes) != 0) return 2;
    pthread_join(thread, NULL);
  } else if (strcmp(argv[0], "chain") == 0) {
    for (int depth = 0; depth < 90; depth++) {
      pid_t child = fork();
      if (child != 0) _exit(wait_for(child) == 0 ? 0 : 1);
    }
    hog(megabytes);
  } else {
    pid_t child = fork();
    if (child == 0) hog(megabytes);
    if (wait_for(child) != 0) return 1;
  }
  report(argv[0], "worked", 0, "the memory was not noticed");
  return 0;
}

// X08: names of the host that proc still tells.
int row_x08(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  static char text[65536];
  if (read_text("/proc/self/cgroup", text, sizeof text) < 0) return 2;
  for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
    const char *path = strrchr(line, ':');
    bool is_root = path != NULL && strcmp(path, ":/") == 0;
    report("control group", is_root ? "blocked" : "worked", 0, line);
  }
  return 0;
}

// X09: signals at init; afterwards it still has to reap, and to tell the true exit code.
int row_x09(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  if (!is_held()) return 2;
  for (int round = 0; round < 50; round++)
    for (int number = 1; number < 65; number++) {
      siginfo_t info = {.si_signo = number, .si_code = SI_QUEUE};
      kill(1, number);
      syscall(SYS_rt_sigqueueinfo, 1, number, &info);
      syscall(SYS_tgkill, 1, 1, number);
    }
  for (int i = 0; i < 50; i++)
    if (fork() == 0) {
      if (fork() == 0) _exit(1);
      _exit(2);
    }
  while (wait(NULL) > 0) continue;
  report("signals at init", "blocked", 0, NULL);
  return 42;
}

static int count_zombies(void) {
  int count = 0;
  for (int process = 1; process < 8192; process++) {
    char path[32], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", process);
    if (read_text(path, text, sizeof text) < 0) continue;
    const char *end = strrchr(text, ')');
    count += end != NULL && strncmp(end, ") Z", 3) == 0;
  }
  return count;
}

// X10: thousands of orphans that end at once.
int row_x10(int argc, char *argv[]) {
  int count = argc > 0 ? atoi(argv[0]) : 1000;
  char detail[32];
  if (!is_held()) return 2;
  for (int i = 0; i < count; i++) {
    pid_t child = fork();
    if (child == 0) {
      (void)!fork();
      _exit(0);
    }
    if (child < 0)
      usleep(1000);
    else
      wait_for(child);
  }
  usleep(300000);
  int left = count_zombies();
  snprintf(detail, sizeof detail, "%d zombies", left);
  report("orphans", left > 16 ? "worked" : "blocked", 0, detail);
  return 42;
}

// X11: a FIFO of the host that lies in the workspace.
int row_x11(int argc, char *argv[]) {
  if (argc < 1) return 2;
  const int refused[] = {EACCES, EPERM, EROFS, ENXIO, ENOENT, 0};
  int fd = open(argv[0], O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  report_value("open a FIFO for writing", fd, refused);
  if (fd >= 0) report_value("write into a FIFO", write(fd, "x", 1), refused);
  return 0;
}

static void report_state(const char *name, bool is_good, const char *detail) {
  report(name, is_good ? "blocked" : "worked", 0, detail);
}

// X12: what a careless caller hands down besides descriptors.
int row_x12(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  static char status[8192];
  struct rlimit limit;
  if (read_text("/proc/self/status", status, sizeof status) < 0) return 2;
  report_state("session of its own", getsid(0) == getpid(), NULL);
  // Signals 32 and 33 belong to the C library, which spawns every child with them ignored.
  const char *ignored = strstr(status, "\nSigIgn:\t");
  unsigned long long signals = ignored == NULL ? ~0ULL : strtoull(ignored + 9, NULL, 16);
  report_state("no ignored signals", (signals & ~0x180000000ULL) == 0, NULL);
  report_state("no blocked signals", strstr(status, "\nSigBlk:\t0000000000000000") != NULL, NULL);
  report_state("no pending signals", strstr(status, "\nSigPnd:\t0000000000000000") != NULL, NULL);
  report_state("no groups", getgroups(0, NULL) <= 1, NULL);
  mode_t mask = umask(022);
  report_state("umask", mask == 022, NULL);
  report_state("no core files", getrlimit(RLIMIT_CORE, &limit) < 0 || limit.rlim_max <= 1, NULL);
  struct rlimit more = {4096, 1 << 20};
  report_state("limits cannot be raised", setrlimit(RLIMIT_NPROC, &more) < 0, NULL);
  report_state("parent is init", getppid() <= 1, NULL);
  report_state("not traced", strstr(status, "\nTracerPid:\t0") != NULL, NULL);
  return 0;
}

// X13: device nodes are inodes of the host.
int row_x13(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  if (!is_held()) return 2;
  const int refused[] = {EPERM, EACCES, EROFS, ENOSYS, EOPNOTSUPP, 0};
  report_value("chmod /dev/null", chmod("/dev/null", 0600), refused);
  report_value("chown /dev/null", chown("/dev/null", getuid(), getgid()), refused);
  report_value("setxattr /dev/null", setxattr("/dev/null", "user.x", "x", 1, 0), refused);
  report_value("unlink /dev/null", unlink("/dev/null"),
               (const int[]){EBUSY, EPERM, EACCES, EROFS, 0});
  report_value("touch /dev/null", utimensat(AT_FDCWD, "/dev/null", NULL, 0), refused);
  return 0;
}

// X14: watches are counted for the host's user; `argv[0]` says how many seconds they are held.
int row_x14(int argc, char *argv[]) {
  int count = 0;
  char detail[32];
  while (count < 4096 && inotify_init1(IN_CLOEXEC) >= 0) count++;
  snprintf(detail, sizeof detail, "%d", count);
  report("watch instances", count > 64 ? "worked" : "blocked", errno, detail);
  if (argc > 0 && is_contained()) sleep((unsigned)atoi(argv[0]));
  return 0;
}

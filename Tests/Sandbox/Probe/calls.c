#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

#include "probe.h"

// System calls that open a way past the other layers: namespaces, queues, listeners, rare
// interfaces.

#define HIGH (1L << 32)
#define NEW_TIME 0x80L

int row_s04(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  static const struct attempt attempts[] = {
      {"ioctl TIOCSTI", SYS_ioctl, {0, TIOCSTI, NOWHERE}, NULL},
      {"ioctl TIOCSTI with high bits", SYS_ioctl, {0, TIOCSTI | HIGH, NOWHERE}, NULL},
      {"ioctl TIOCLINUX with high bits", SYS_ioctl, {0, TIOCLINUX | HIGH, NOWHERE}, NULL},
      {"clone NEWUSER with high bits", SYS_clone, {CLONE_NEWUSER | SIGCHLD | HIGH}, NULL},
      {"socket AF_ALG with high bits", SYS_socket, {38 | HIGH, SOCK_SEQPACKET, 0}, NO_FAMILY},
      {"socket AF_PACKET with high bits", SYS_socket, {17 | HIGH, SOCK_DGRAM, 0}, NO_FAMILY},
      {"socket SOCK_RAW with high bits", SYS_socket, {AF_INET, SOCK_RAW | HIGH, 1}, NO_FAMILY},
      {"personality with high bits", SYS_personality, {0x0400000 | HIGH}, INVALID},
      {"prctl PR_SET_MM with high bits", SYS_prctl, {PR_SET_MM | HIGH, 0, NOWHERE}, INVALID},
  };
  try_calls(attempts, COUNT(attempts));
  return 0;
}

// A child that a namespace call made must end at once; only its parent reports.
static long clone_new(const void *context) {
  const struct clone_args *wanted = context;
  struct clone_args args = *wanted;
  long child = syscall(SYS_clone3, &args, sizeof args);
  if (child == 0) _exit(0);
  if (child > 0) wait_for((pid_t)child);
  return child;
}

static long clone_old(const void *context) {
  long child = syscall(SYS_clone, *(const long *)context | SIGCHLD, 0, 0, 0, 0);
  if (child == 0) _exit(0);
  if (child > 0) wait_for((pid_t)child);
  return child;
}

int row_s05(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  static const struct clone_args user = {.flags = CLONE_NEWUSER, .exit_signal = SIGCHLD};
  static const struct clone_args plain = {.exit_signal = SIGCHLD};
  try_body("clone3 NEWUSER", clone_new, &user, FILTERED);
  try_body("clone3 plain", clone_new, &plain, FILTERED);
  static const struct attempt bad[] = {
      {"clone3 bad pointer", SYS_clone3, {NOWHERE, sizeof(struct clone_args)}, NULL}};
  try_calls(bad, COUNT(bad));
  return 0;
}

static const struct {
  const char *name;
  long flag;
} spaces[] = {
    {"NEWUSER", CLONE_NEWUSER},     {"NEWNS", CLONE_NEWNS},   {"NEWNET", CLONE_NEWNET},
    {"NEWPID", CLONE_NEWPID},       {"NEWIPC", CLONE_NEWIPC}, {"NEWUTS", CLONE_NEWUTS},
    {"NEWCGROUP", CLONE_NEWCGROUP},
};

int row_s06(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  for (size_t i = 0; i < COUNT(spaces); i++) {
    char name[64];
    snprintf(name, sizeof name, "unshare %s", spaces[i].name);
    const struct attempt attempt = {name, SYS_unshare, {spaces[i].flag}, NULL};
    try_calls(&attempt, 1);
    snprintf(name, sizeof name, "clone %s", spaces[i].name);
    try_body(name, clone_old, &spaces[i].flag, FILTERED);
  }
  static const struct attempt attempts[] = {
      {"unshare NEWTIME", SYS_unshare, {NEW_TIME}, NULL},
      {"setns bad descriptor", SYS_setns, {-1, 0}, NULL},
      {"setns pidfd bad descriptor", SYS_setns, {-1, CLONE_NEWUSER}, NULL},
  };
  try_calls(attempts, COUNT(attempts));
  return 0;
}

int row_s07(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  static const struct attempt attempts[] = {
      {"io_uring_setup", SYS_io_uring_setup, {1, NOWHERE}, NULL},
      {"io_uring_enter", SYS_io_uring_enter, {-1, 1, 1, 0, 0, 0}, NULL},
      {"io_uring_register", SYS_io_uring_register, {-1, 0, NOWHERE, 1}, NULL},
  };
  try_calls(attempts, COUNT(attempts));
  return 0;
}

static long install_listener(const void *context) {
  (void)context;
  struct sock_filter allow[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  struct sock_fprog program = {.len = 1, .filter = allow};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
}

// A listener shows itself as a link to anon_inode:seccomp notify.
static void look_for_listener(void) {
  char path[64], link[128];
  for (int process = 0; process < 64; process++)
    for (int fd = 0; fd < 256; fd++) {
      if (process == 0)
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
      else
        snprintf(path, sizeof path, "/proc/%d/fd/%d", process, fd);
      ssize_t count = readlink(path, link, sizeof link - 1);
      if (count < 0) continue;
      link[count] = '\0';
      if (strstr(link, "seccomp") != NULL) return report("find a listener", "worked", 0, path);
    }
  report("find a listener", "blocked", 0, NULL);
}

int row_s08(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  const int busy[] = {EBUSY, EINVAL, EPERM, ENOSYS, 0};
  try_body("second listener", install_listener, NULL, busy);
  static const struct attempt attempts[] = {
      {"pidfd_getfd", SYS_pidfd_getfd, {-1, 0, 0}, NULL},
      {"ptrace init", SYS_ptrace, {0x4206, 1, 0, 0}, NULL},
  };
  try_calls(attempts, COUNT(attempts));
  look_for_listener();
  return 0;
}

int row_s14(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  static const int no_handle[] = {EOPNOTSUPP, EPERM, ENOSYS, 0};
  static const struct attempt attempts[] = {
      {"bpf", SYS_bpf, {0, NOWHERE, 64}, NULL},
      {"perf_event_open", SYS_perf_event_open, {NOWHERE, 0, -1, -1, 0}, NULL},
      {"userfaultfd", SYS_userfaultfd, {0x7fffffff}, NULL},
      {"userfaultfd user mode only", SYS_userfaultfd, {1 | O_CLOEXEC}, NULL},
      {"add_key", SYS_add_key, {NOWHERE, NOWHERE, 0, 0, -2}, NULL},
      {"request_key", SYS_request_key, {NOWHERE, NOWHERE, 0, -2}, NULL},
      {"keyctl session id", SYS_keyctl, {0, -3, 0}, NULL},
      {"kcmp", SYS_kcmp, {-1, -1, 0, 0, 0}, NULL},
      {"name_to_handle_at", SYS_name_to_handle_at, {-1, NOWHERE, NOWHERE, NOWHERE, 0}, no_handle},
      {"memfd_secret", SYS_memfd_secret, {0x7fffffff}, NULL},
      {"process_madvise", SYS_process_madvise, {-1, NOWHERE, 1, 4, 0}, NULL},
      {"process_mrelease", SYS_process_mrelease, {-1, 0}, NULL},
      {"process_vm_readv", SYS_process_vm_readv, {-1, NOWHERE, 1, NOWHERE, 1, 0}, NULL},
      {"process_vm_writev", SYS_process_vm_writev, {-1, NOWHERE, 1, NOWHERE, 1, 0}, NULL},
      {"ptrace", SYS_ptrace, {0x4206, -1, 0, 0}, NULL},
      {"pidfd_getfd", SYS_pidfd_getfd, {-1, 0, 0}, NULL},
      {"lookup_dcookie", 212, {0, NOWHERE, 0}, NULL},
      {"lsm_set_self_attr", 460, {0, NOWHERE, 0, 0}, NULL},
      {"fanotify_init", SYS_fanotify_init, {0x7fffffff, 0}, NULL},
      {"quotactl_fd", SYS_quotactl_fd, {-1, 0, 0, 0}, NULL},
      {"swapon", SYS_swapon, {NOWHERE, 0}, NULL},
      {"acct", SYS_acct, {NOWHERE}, NULL},
      {"syslog", SYS_syslog, {99, 0, 0}, NULL},
      {"reboot", SYS_reboot, {0, 0, 0, 0}, NULL},
      {"vmsplice", SYS_vmsplice, {-1, NOWHERE, 1, 0}, NULL},
      {"kexec_load", SYS_kexec_load, {0, 1000, 0, -1}, NULL},
      {"finit_module", SYS_finit_module, {-1, NOWHERE, 0}, NULL},
  };
  try_calls(attempts, COUNT(attempts));
  // A program may always put itself into a smaller box.
  const struct attempt smaller = {
      "landlock_create_ruleset", SYS_landlock_create_ruleset, {0, 0, 1}, NULL};
  try_calls(&smaller, 1);
  return 0;
}

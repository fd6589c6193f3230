#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/keyctl.h>
#include <linux/sched.h>
#include <linux/securebits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "probe.h"

// Rights, control groups and keyrings.

static void report_field(const char *after, const char *key) {
  char status[8192], name[96], value[64];
  snprintf(name, sizeof name, "%s after %s", key, after);
  if (read_text("/proc/self/status", status, sizeof status) < 0)
    return report(name, "error", errno, "/proc/self/status");
  char line[32];
  snprintf(line, sizeof line, "\n%s:\t", key);
  const char *found = strstr(status, line);
  if (found == NULL) return report(name, "error", 0, "no such field");
  found += strlen(line);
  snprintf(value, sizeof value, "%.*s", (int)strcspn(found, "\n"), found);
  bool is_zero = strspn(value, "0") == strlen(value);
  bool wants_zero = strncmp(key, "Cap", 3) == 0;
  report(name, is_zero == wants_zero ? "blocked" : "worked", 0, value);
}

static void report_rights(const char *after) {
  const char *const keys[] = {"CapInh", "CapPrm",  "CapEff",    "CapBnd",
                              "CapAmb", "Seccomp", "NoNewPrivs"};
  for (size_t i = 0; i < COUNT(keys); i++) report_field(after, keys[i]);
}

static long set_all_capabilities(const void *context) {
  (void)context;
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct data[2] = {{~0U, ~0U, ~0U}, {0x1ff, 0x1ff, 0x1ff}};
  return syscall(SYS_capset, &header, data);
}

static long raise_ambient(const void *context) {
  (void)context;
  return prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_SYS_ADMIN, 0, 0);
}

static long open_securebits(const void *context) {
  (void)context;
  return prctl(PR_SET_SECUREBITS, 0);
}

static long become_root(const void *context) {
  (void)context;
  return setresuid(0, 0, 0);
}

static long lift_no_new_privileges(const void *context) {
  (void)context;
  return prctl(PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0);
}

// The second round runs after an exec of this very program, with set-id bits if it could get them.
int row_c01(int argc, char *argv[]) {
  const int refused[] = {EPERM, EINVAL, ENOSYS, 0};
  bool second = argc > 0;
  if (second) {
    // Of the control it is the program of all tests, and whoever started it later would be root.
    (void)!chmod("/proc/self/exe", 0755);
    report_rights("exec");
    return 0;
  }
  report_rights("start");
  try_body("capset of everything", set_all_capabilities, NULL, refused);
  try_body("raise an ambient right", raise_ambient, NULL, refused);
  try_body("set securebits", open_securebits, NULL, refused);
  try_body("become id 0", become_root, NULL, refused);
  try_body("clear no_new_privs", lift_no_new_privileges, NULL, refused);
  report_rights("attempts");
  (void)!chmod("/proc/self/exe", 04755);
  char *const again[] = {(char *)(uintptr_t) "sentinel-probe", (char *)(uintptr_t) "C01",
                         (char *)(uintptr_t) "again", NULL};
  execv("/proc/self/exe", again);
  report("exec", "error", errno, argc == 0 ? NULL : argv[0]);
  return 1;
}

int row_c04(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  static const char *const paths[] = {
      "/sys",
      "/sys/fs/cgroup",
      "/sys/fs/cgroup/cgroup.procs",
      "/sys/fs/cgroup/cgroup.subtree_control",
      "/sys/fs/cgroup/memory.max",
      "/sys/fs/cgroup/memory/memory.limit_in_bytes",
      "/sys/fs/cgroup/memory/cgroup.procs",
      "/sys/fs/cgroup/pids/cgroup.procs",
      "/sys/fs/cgroup/devices/devices.allow",
      "/sys/fs/cgroup/unified/cgroup.procs",
  };
  for (size_t i = 0; i < COUNT(paths); i++) try_open(paths[i], i < 2 ? O_RDONLY : O_WRONLY);
  return 0;
}

int row_c05(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  static const struct attempt attempts[] = {
      {"unshare NEWCGROUP", SYS_unshare, {CLONE_NEWCGROUP}, NULL},
      {"unshare NEWUSER and NEWNS", SYS_unshare, {CLONE_NEWUSER | CLONE_NEWNS}, NULL},
      {"mount", SYS_mount, {NOWHERE, NOWHERE, NOWHERE, 0, NOWHERE}, NULL},
      {"fsopen", SYS_fsopen, {NOWHERE, 0}, NULL},
  };
  try_calls(attempts, COUNT(attempts));
  try_open("/sys/fs/cgroup/memory/release_agent", O_WRONLY);
  try_open("/sys/fs/cgroup/systemd/release_agent", O_WRONLY);
  return 0;
}

static long clone_into(const void *context) {
  (void)context;
  struct clone_args args = {
      .flags = CLONE_INTO_CGROUP, .exit_signal = SIGCHLD, .cgroup = 0x7fffffff};
  long child = syscall(SYS_clone3, &args, sizeof args);
  if (child == 0) _exit(0);
  return child;
}

int row_c06(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  try_body("clone3 into a group", clone_into, NULL, FILTERED);
  try_open("/sys/fs/cgroup/cgroup.procs", O_WRONLY);
  try_open("/sys/fs/cgroup/unified/cgroup.procs", O_WRONLY);
  try_open("/sys/fs/cgroup/pids/tasks", O_WRONLY);
  try_open("/proc/self/cgroup", O_WRONLY);
  return 0;
}

static long add_user_key(const void *context) {
  return syscall(SYS_add_key, "user", context, "x", 1, KEY_SPEC_SESSION_KEYRING);
}

static long find_user_key(const void *context) {
  return syscall(SYS_request_key, "user", context, NULL, 0);
}

int row_c13(int argc, char *argv[]) {
  const char *name = argc > 0 ? argv[0] : "sentinel-probe-key";
  try_body("add a key", add_user_key, name, FILTERED);
  try_body("find a key", find_user_key, name, FILTERED);
  static const struct attempt attempts[] = {
      {"keyctl session id", SYS_keyctl, {KEYCTL_GET_KEYRING_ID, -3, 0}, NULL},
      {"keyctl user keyring", SYS_keyctl, {KEYCTL_GET_KEYRING_ID, -4, 0}, NULL},
      {"keyctl join", SYS_keyctl, {KEYCTL_JOIN_SESSION_KEYRING, NOWHERE}, NULL},
  };
  try_calls(attempts, COUNT(attempts));
  char text[4096];
  ssize_t count = read_text("/proc/keys", text, sizeof text);
  report("read /proc/keys", count > 0 ? "worked" : "blocked", count < 0 ? errno : 0, NULL);
  return 0;
}

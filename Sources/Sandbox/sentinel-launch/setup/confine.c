#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <linux/openat2.h>
#include <linux/seccomp.h>
#include <linux/securebits.h>
#include <stdio.h>
#include <sys/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "launch.h"

int drop_bounds(void) {
  const unsigned long bits = SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP |
                             SECBIT_NO_SETUID_FIXUP_LOCKED | SECBIT_KEEP_CAPS_LOCKED |
                             SECBIT_NO_CAP_AMBIENT_RAISE | SECBIT_NO_CAP_AMBIENT_RAISE_LOCKED;
  if (prctl(PR_SET_SECUREBITS, bits) < 0) return failed(SENTINEL_STAGE_CAPABILITIES, "securebits");
  for (cap_value_t value = 0;; value++) {
    if (cap_drop_bound(value) == 0) continue;
    if (errno == EINVAL) break; // the kernel knows no more; what is left is looked at in the end
    return failed(SENTINEL_STAGE_CAPABILITIES, "bounding set");
  }
  return 0;
}

int drop_sets(void) {
  if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) < 0)
    return failed(SENTINEL_STAGE_CAPABILITIES, "ambient set");
  cap_t none = cap_init();
  if (none == NULL || cap_set_proc(none) < 0) return failed(SENTINEL_STAGE_CAPABILITIES, "capset");
  cap_free(none);
  return 0;
}

int drop_capabilities(void) {
  return drop_bounds() < 0 ? -1 : drop_sets();
}

// Landlock rights by ABI, from the kernel's Landlock documentation; the distribution's header may
// end earlier, so the numbers stand here.
enum {
  FS_EXECUTE = 1 << 0,
  FS_WRITE_FILE = 1 << 1,
  FS_READ_FILE = 1 << 2,
  FS_READ_DIR = 1 << 3,
  FS_ALL_1 = (1 << 13) - 1,
  FS_REFER = 1 << 13,     // ABI 2
  FS_TRUNCATE = 1 << 14,  // ABI 3
  FS_IOCTL_DEV = 1 << 15, // ABI 5
  NET_TCP = 0x3,          // ABI 4: bind and connect
  SCOPE_SIGNAL = 0x2,     // ABI 6
  SCOPE_ALL = 0x3,        // with abstract sockets
};

struct ruleset_attributes {
  uint64_t access_fs, access_net, scoped;
};

static uint64_t known_access(uint32_t abi) {
  uint64_t access = FS_ALL_1;
  if (abi >= 2) access |= FS_REFER;
  if (abi >= 3) access |= FS_TRUNCATE;
  if (abi >= 5) access |= FS_IOCTL_DEV;
  return access;
}

static int add_rule(int ruleset, int root, const struct path_rule *rule, uint64_t handled) {
  const uint64_t file_rights =
      FS_EXECUTE | FS_WRITE_FILE | FS_READ_FILE | FS_TRUNCATE | FS_IOCTL_DEV;
  struct stat status;
  int fd = open_beneath(root, rule->path, O_PATH, RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS);
  // What this user cannot get to needs no rule.
  if (fd < 0) return errno == ENOENT || errno == EACCES ? 0 : -1;
  uint64_t allowed = FS_EXECUTE | FS_READ_FILE | FS_READ_DIR;
  if (rule->write) allowed = handled;
  if (!rule->execute) allowed &= ~(uint64_t)FS_EXECUTE;
  if (fstat(fd, &status) == 0 && !S_ISDIR(status.st_mode)) allowed &= file_rights;
  struct landlock_path_beneath_attr beneath = {.allowed_access = allowed & handled,
                                               .parent_fd = fd};
  int added = (int)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0);
  int error = errno;
  close(fd);
  errno = error;
  return added;
}

// The kernel may forget a file of proc that nobody has open, and make another for the next one who asks:
// the keeper has them open.
static int add_machine_files(int ruleset, int root, uint64_t handled) {
  for (size_t i = 0; machine_files[i] != NULL; i++) {
    char path[64];
    struct stat status;
    snprintf(path, sizeof path, "/proc/%s", machine_files[i]);
    const struct path_rule rule = {.path = path};
    // Whoever covers one of them, with /dev/null for instance, does not want it seen.
    if (lstat(path, &status) == 0 && S_ISREG(status.st_mode) &&
        add_rule(ruleset, root, &rule, handled) < 0)
      return failed(SENTINEL_STAGE_LANDLOCK, path);
  }
  return 0;
}

int scope_signals(void) {
  const struct ruleset_attributes attributes = {.scoped = SCOPE_SIGNAL};
  const int ruleset =
      (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
  if (ruleset < 0) return failed(SENTINEL_STAGE_LANDLOCK, "the scope of signals (Linux 6.12)");
  if (syscall(SYS_landlock_restrict_self, ruleset, 0) < 0)
    return failed(SENTINEL_STAGE_LANDLOCK, "restrict");
  close(ruleset);
  return 0;
}

int confine_paths(const struct plan *plan, int root, uint32_t *abi) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (!plan->landlock) return 0;
  if (version <= 0)
    return plan->degrade ? 0 : failed(SENTINEL_STAGE_LANDLOCK, "not offered by the kernel");
  *abi = (uint32_t)version;
  struct ruleset_attributes attributes = {.access_fs = known_access(*abi)};
  size_t size = sizeof attributes.access_fs;
  if (version >= 4) size = 2 * sizeof(uint64_t);
  if (version >= 4 && plan->deny_tcp) attributes.access_net = NET_TCP;
  if (version >= 6) {
    size = sizeof attributes;
    attributes.scoped = SCOPE_ALL;
  }
  int ruleset = (int)syscall(SYS_landlock_create_ruleset, &attributes, size, 0);
  if (ruleset < 0) return failed(SENTINEL_STAGE_LANDLOCK, "ruleset");
  for (size_t i = 0; i < plan->rule_count; i++)
    if (add_rule(ruleset, root, &plan->rules[i], attributes.access_fs) < 0)
      return failed(SENTINEL_STAGE_LANDLOCK, plan->rules[i].path);
  if (has_own_folder(plan) && add_machine_files(ruleset, root, attributes.access_fs) < 0) return -1;
  if (syscall(SYS_landlock_restrict_self, ruleset, 0) < 0)
    return failed(SENTINEL_STAGE_LANDLOCK, "restrict");
  close(ruleset);
  return 0;
}

int install_filter(const struct plan *plan, int *listener) {
  unsigned long flags = plan->listener ? SECCOMP_FILTER_FLAG_NEW_LISTENER : 0;
  const unsigned long killable = plan->listener ? SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV : 0;
  long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags | killable, &plan->filter);
  if (result < 0 && errno == EINVAL && killable != 0) // before Linux 5.19
    result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &plan->filter);
  if (result < 0) return failed(SENTINEL_STAGE_SECCOMP, "filter");
  if (plan->listener) *listener = (int)result;
  return 0;
}

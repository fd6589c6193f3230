#include "confine.h"

#include <errno.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

int sentinel_drop_privileges(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {0};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
  if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) < 0) return -1;
  return (int)syscall(SYS_capset, &header, none);
}

// Later fields than the distribution's header may know: Linux 6.7 has the second, 6.12 the third.
struct ruleset {
  uint64_t files;
  uint64_t network;
  uint64_t scoped;
};

enum { BIND_TCP = 1 << 0, SCOPE_ABSTRACT_SOCKETS = 1 << 0, SCOPE_SIGNALS = 1 << 1 };

// Rights by ABI: 13 in the first, then REFER, TRUNCATE and, in the fifth, IOCTL_DEV.
static uint64_t file_rights(long abi) {
  const unsigned bits = abi >= 5 ? 16 : abi >= 3 ? 15 : abi == 2 ? 14 : 13;
  return (UINT64_C(1) << bits) - 1;
}

int sentinel_forbid_files(void) {
  long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (abi < 1) return 0;
  const struct ruleset rules = {.files = file_rights(abi),
                                .network = abi >= 4 ? BIND_TCP : 0,
                                .scoped = abi >= 6 ? SCOPE_ABSTRACT_SOCKETS | SCOPE_SIGNALS : 0};
  const size_t size = abi >= 6 ? sizeof rules : abi >= 4 ? 2 * sizeof(uint64_t) : sizeof(uint64_t);
  int fd = (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0);
  if (fd < 0) return -1;
  long restricted = syscall(SYS_landlock_restrict_self, fd, 0);
  int error = errno;
  close(fd);
  errno = error;
  return restricted < 0 ? -1 : (int)abi;
}

int sentinel_install_filter(const void *program, size_t count) {
  const struct sock_fprog filter = {.len = (unsigned short)count,
                                    .filter = (struct sock_filter *)(uintptr_t)program};
  if (count == 0 || count > BPF_MAXINSNS) {
    errno = EINVAL;
    return -1;
  }
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter);
}

int sentinel_allow_descriptors(size_t wanted) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return -1;
  if (limit.rlim_cur >= wanted) return 0;
  limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
  return setrlimit(RLIMIT_NOFILE, &limit);
}

int sentinel_limit_memory(uint64_t bytes) {
  const struct rlimit limit = {.rlim_cur = bytes, .rlim_max = bytes};
  return setrlimit(RLIMIT_DATA, &limit);
}

int sentinel_close_from(int first) {
  return (int)syscall(SYS_close_range, (unsigned)first, ~0U, 0);
}

void sentinel_ignore_broken_pipes(void) {
  signal(SIGPIPE, SIG_IGN);
}

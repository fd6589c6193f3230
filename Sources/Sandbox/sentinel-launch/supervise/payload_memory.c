#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/uio.h>
#include <unistd.h>

#include "launch.h"

// Root in a container may not look into a process of another user, so it looks with the payload's ids:
// the real ones decide about memory, those for files about descriptors. Its rights stay root's, and the
// payload's own domain of Landlock keeps signals from it.

static bool sees_as_another(const struct run *run) {
  return run->outside_uid != geteuid();
}

static int take_ids(uint32_t uid, uint32_t gid) {
  if (setresgid(gid, (gid_t)-1, (gid_t)-1) < 0 || setresuid(uid, (uid_t)-1, (uid_t)-1) < 0)
    return -1;
  // They answer with the ids of before; only another call tells whether they have done anything.
  setfsgid(gid);
  setfsuid(uid);
  if ((uint32_t)setfsgid((gid_t)-1) == gid && (uint32_t)setfsuid((uid_t)-1) == uid) return 0;
  errno = EPERM;
  return -1;
}

// Whoever cannot be itself again must not go on.
static void take_own_ids(void) {
  const int error = errno;
  if (take_ids(geteuid(), getegid()) < 0) _exit(error_status(errno));
  errno = error;
}

ssize_t read_payload_memory(const struct run *run, pid_t process, uint64_t address, void *bytes,
                    size_t size) {
  const struct iovec own = {.iov_base = bytes, .iov_len = size};
  const struct iovec other = {.iov_base = (void *)(uintptr_t)address, .iov_len = size};
  const bool as_another = sees_as_another(run);
  ssize_t count = -1;
  if (!as_another || take_ids(run->outside_uid, run->outside_gid) == 0)
    count = process_vm_readv(process, &own, 1, &other, 1, 0);
  if (as_another) take_own_ids();
  return count;
}

int read_socket_number(const struct run *run, pid_t process, int fd, uint64_t *number) {
  static const char kind[] = "socket:[";
  char name[64], text[64];
  snprintf(name, sizeof name, "/proc/%d/fd/%d", process, fd);
  const bool as_another = sees_as_another(run);
  ssize_t count = -1;
  if (!as_another || take_ids(run->outside_uid, run->outside_gid) == 0)
    count = readlink(name, text, sizeof text - 1);
  if (as_another) take_own_ids();
  if (count < 0) return errno == ENOENT ? EBADF : EPERM;
  text[count] = '\0';
  if (strncmp(text, kind, sizeof kind - 1) != 0) return ENOTSOCK;
  *number = strtoull(text + sizeof kind - 1, NULL, 10);
  return 0;
}

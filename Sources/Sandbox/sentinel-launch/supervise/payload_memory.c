#include <errno.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/uio.h>
#include <unistd.h>

#include "supervise.h"

// Root in a container may not look into a process of another user, so it looks with the payload's ids:
// the real ones decide about memory, those for files about descriptors. Its rights stay root's, and the
// payload's own domain of Landlock keeps signals from it.

static bool sees_as_another(const struct run *run) {
  return run->outside_uid != geteuid();
}

// Where it cannot, what follows is refused. These two set the ids for files as well, so they come first.
static void take_ids(const struct run *run) {
  const uint32_t uid = run->outside_uid, gid = run->outside_gid;
  if (!sees_as_another(run) || setresgid(gid, (gid_t)-1, (gid_t)-1) < 0 ||
      setresuid(uid, (uid_t)-1, (uid_t)-1) < 0)
    return;
  setfsgid(gid);
  setfsuid(uid);
}

// Whoever cannot be itself again must not go on.
static void take_own_ids(const struct run *run) {
  const int error = errno;
  if (sees_as_another(run) && (setresuid(geteuid(), (uid_t)-1, (uid_t)-1) < 0 ||
                               setresgid(getegid(), (gid_t)-1, (gid_t)-1) < 0))
    _exit(error_status(errno));
  errno = error;
}

static ssize_t read_memory(pid_t process, uint64_t address, void *bytes, size_t size) {
  const struct iovec own = {.iov_base = bytes, .iov_len = size};
  const struct iovec other = {.iov_base = (void *)(uintptr_t)address, .iov_len = size};
  return process_vm_readv(process, &own, 1, &other, 1, 0);
}

// 0 or an errno.
static int read_socket_number(pid_t process, int fd, uint64_t *number) {
  static const char kind[] = "socket:[";
  char name[64], text[64];
  snprintf(name, sizeof name, "/proc/%d/fd/%d", process, fd);
  const ssize_t count = readlink(name, text, sizeof text - 1);
  if (count < 0) return errno == ENOENT ? EBADF : EPERM;
  text[count] = '\0';
  if (strncmp(text, kind, sizeof kind - 1) != 0) return ENOTSOCK;
  *number = strtoull(text + sizeof kind - 1, NULL, 10);
  return 0;
}

ssize_t read_payload_memory(const struct run *run, pid_t process, uint64_t address, void *bytes,
                            size_t size) {
  take_ids(run);
  const ssize_t count = read_memory(process, address, bytes, size);
  take_own_ids(run);
  return count;
}

int read_dialled(const struct run *run, const struct seccomp_notif *request, void *address,
                 size_t size, uint64_t *number) {
  const pid_t process = (pid_t)request->pid;
  take_ids(run);
  int error = read_socket_number(process, (int)request->data.args[0], number);
  if (error == 0 && read_memory(process, request->data.args[1], address, size) != (ssize_t)size)
    error = EFAULT;
  take_own_ids(run);
  return error;
}

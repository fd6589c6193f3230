#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "launch.h"
#include "mount_calls.h"

static int write_file(pid_t process, const char *name, const char *text) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", process, name);
  int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) return -1;
  ssize_t count = write(fd, text, strlen(text));
  int error = errno;
  close(fd);
  errno = error;
  return count == (ssize_t)strlen(text) ? 0 : -1;
}

// setgroups is denied first: the kernel demands it of an ordinary user, and nobody inside needs it.
static int write_maps(pid_t process, uint32_t inside_uid, uint32_t outside_uid, uint32_t inside_gid,
                      uint32_t outside_gid) {
  char map[48];
  if (write_file(process, "setgroups", "deny") < 0) return -1;
  snprintf(map, sizeof map, "%u %u 1", inside_gid, outside_gid);
  if (write_file(process, "gid_map", map) < 0) return -1;
  snprintf(map, sizeof map, "%u %u 1", inside_uid, outside_uid);
  return write_file(process, "uid_map", map);
}

int write_id_maps(pid_t process, const struct plan *plan, uint32_t outside_uid,
                  uint32_t outside_gid) {
  if (outside_uid == 0 || outside_gid == 0) // host root is never mapped
    return failed_with(SENTINEL_STAGE_ID_MAP, EPERM, "host id 0");
  if (write_maps(process, plan->inside_uid, outside_uid, plan->inside_gid, outside_gid) == 0)
    return 0;
  return failed(SENTINEL_STAGE_ID_MAP, "id map");
}

// Waits to be killed, and dies with the supervisor: it would hold the locks of its groups for ever.
// It shares the supervisor's memory, so that nothing has to be copied for it.
static int hold_namespace(void *supervisor) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != *(const pid_t *)supervisor) _exit(1);
  for (;;) pause();
}

// A user namespace only to describe a mapping; its process waits to be killed.
static int mapping_namespace(const struct stat *owner, uint32_t outside_uid, uint32_t outside_gid) {
  static _Alignas(16) char stack[16384];
  static pid_t supervisor;
  supervisor = getpid();
  pid_t process =
      clone(hold_namespace, stack + sizeof stack, CLONE_NEWUSER | CLONE_VM | SIGCHLD, &supervisor);
  if (process < 0) return -1;
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/ns/user", process);
  int fd = -1;
  if (write_maps(process, owner->st_uid, outside_uid, owner->st_gid, outside_gid) == 0)
    fd = open(path, O_RDONLY | O_CLOEXEC);
  int error = errno;
  if (kill(process, SIGKILL) < 0) { // it ends with this process; whoever waited would wait for it
    error = errno;
    if (fd >= 0) close(fd);
    fd = -1;
  } else {
    waitpid(process, NULL, 0);
  }
  errno = error;
  return fd;
}

static int map_mount(int mount_fd, int namespace_fd) {
  struct mount_attr attributes = {.attr_set = MOUNT_ATTR_IDMAP,
                                  .userns_fd = (uint64_t)namespace_fd};
  return sys_mount_setattr(mount_fd, "", AT_EMPTY_PATH | AT_RECURSIVE, &attributes);
}

// The upper layer's folder is made by the caller, so it belongs to root.
static int map_upper(struct mount_entry *entry, uint32_t outside_uid, uint32_t outside_gid) {
  struct stat status;
  if (entry->upper_mount_fd < 0) return 0;
  if (fstat(entry->upper_mount_fd, &status) < 0) return -1;
  int namespace_fd = mapping_namespace(&status, outside_uid, outside_gid);
  if (namespace_fd < 0) return -1;
  int mapped = map_mount(entry->upper_mount_fd, namespace_fd);
  int error = errno;
  close(namespace_fd);
  errno = error;
  return mapped;
}

int map_owners(struct plan *plan, uint32_t outside_uid, uint32_t outside_gid) {
  struct stat owner = {0};
  int namespace_fd = -1;
  for (size_t i = 0; i < plan->mount_count; i++) {
    struct mount_entry *entry = &plan->mounts[i];
    if (entry->mount_fd < 0 || !entry->map_owner) continue;
    bool same = namespace_fd >= 0 && owner.st_uid == entry->status.st_uid &&
                owner.st_gid == entry->status.st_gid;
    if (!same) {
      if (namespace_fd >= 0) close(namespace_fd);
      owner = entry->status;
      namespace_fd = mapping_namespace(&owner, outside_uid, outside_gid);
    }
    if (namespace_fd < 0 || map_mount(entry->mount_fd, namespace_fd) < 0 ||
        map_upper(entry, outside_uid, outside_gid) < 0)
      return failed(SENTINEL_STAGE_ID_MAP, entry->source);
  }
  if (namespace_fd >= 0) close(namespace_fd);
  return 0;
}

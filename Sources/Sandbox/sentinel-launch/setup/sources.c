#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/sysmacros.h>

#include "launch.h"
#include "mount_calls.h"

int open_beneath(int directory, const char *path, uint64_t flags, uint64_t resolve) {
  struct open_how how = {.flags = flags | O_CLOEXEC, .resolve = resolve};
  return (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
}

static bool is_usable(const struct stat *status) {
  return S_ISDIR(status->st_mode) || S_ISREG(status->st_mode);
}

// Opens `path` once, without following any link; from here on only the descriptor is used.
static int open_source(const char *path, struct stat *status) {
  int fd = open_beneath(AT_FDCWD, path, O_PATH | O_NOFOLLOW,
                        RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS);
  if (fd < 0) return -1;
  if (fstat(fd, status) < 0) return -1;
  if (is_usable(status)) return fd;
  close(fd);
  errno = EINVAL;
  return -1;
}

int open_sources(struct plan *plan) {
  for (size_t i = 0; i < plan->mount_count; i++) {
    struct mount_entry *entry = &plan->mounts[i];
    const bool is_folder = entry->kind == MOUNT_OVERLAY || entry->kind == MOUNT_TREE;
    if ((entry->kind != MOUNT_BIND && !is_folder) || entry->tree[0] != '\0') continue;
    entry->fd = open_source(entry->source, &entry->status);
    // What this user may not get to is as good as absent.
    if (entry->fd < 0 && !(entry->optional && (errno == ENOENT || errno == EACCES)))
      return failed(SENTINEL_STAGE_SOURCE, entry->source);
    if (entry->fd >= 0 && is_folder && !S_ISDIR(entry->status.st_mode))
      return failed_with(SENTINEL_STAGE_SOURCE, ENOTDIR, entry->source);
  }
  return 0;
}

// Set-user-id bits and device files of the host never work inside, whatever the plan says.
static int clone_one(int fd, bool read_only, bool execute) {
  int mount_fd = sys_open_tree(fd, "", OPEN_TREE_CLONE | AT_EMPTY_PATH | AT_RECURSIVE | O_CLOEXEC);
  if (mount_fd < 0) return -1;
  struct mount_attr attributes = {.attr_set = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV,
                                  .propagation = MS_PRIVATE};
  if (read_only) attributes.attr_set |= MOUNT_ATTR_RDONLY;
  if (!execute) attributes.attr_set |= MOUNT_ATTR_NOEXEC;
  if (sys_mount_setattr(mount_fd, "", AT_EMPTY_PATH | AT_RECURSIVE, &attributes) == 0)
    return mount_fd;
  int error = errno;
  close(mount_fd);
  errno = error;
  return -1;
}

static int clone_upper(struct mount_entry *entry) {
  struct stat status;
  if (entry->upper[0] == '\0') return 0;
  int fd = open_source(entry->upper, &status);
  if (fd < 0) return -1;
  entry->upper_mount_fd = clone_one(fd, false, entry->execute);
  close(fd);
  return entry->upper_mount_fd < 0 ? -1 : 0;
}

int clone_sources(struct plan *plan) {
  for (size_t i = 0; i < plan->mount_count; i++) {
    struct mount_entry *entry = &plan->mounts[i];
    if (entry->fd < 0) continue;
    bool read_only = entry->read_only || entry->kind == MOUNT_OVERLAY;
    entry->mount_fd = clone_one(entry->fd, read_only, entry->execute);
    if (entry->mount_fd < 0) return failed(SENTINEL_STAGE_SOURCE, entry->source);
    if (entry->kind == MOUNT_OVERLAY && clone_upper(entry) < 0)
      return failed(SENTINEL_STAGE_SOURCE, entry->upper);
  }
  return 0;
}

void close_sources(struct plan *plan, struct child *child) {
  for (size_t i = 0; i < plan->mount_count; i++) {
    struct mount_entry *entry = &plan->mounts[i];
    const int held[] = {entry->fd, entry->mount_fd, entry->upper_mount_fd};
    for (size_t j = 0; j < 3; j++)
      if (held[j] >= 0) close(held[j]);
    entry->fd = entry->mount_fd = entry->upper_mount_fd = -1;
  }
  if (child->launcher >= 0) close(child->launcher);
  child->launcher = -1;
}

// PID 1 runs a copy of this program that was opened by descriptor through a read-only clone of its
// mount, so nobody inside can reach the file on the host for writing.
int clone_launcher(const struct plan *plan) {
  struct stat expected, found;
  int fd = open_beneath(AT_FDCWD, plan->launcher, O_PATH | O_NOFOLLOW,
                        RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS);
  if (fd < 0 || fstat(fd, &found) < 0 || stat("/proc/self/exe", &expected) < 0)
    return failed(SENTINEL_STAGE_INIT, plan->launcher);
  if (expected.st_dev != found.st_dev || expected.st_ino != found.st_ino)
    return failed_with(SENTINEL_STAGE_INIT, ESTALE, plan->launcher);
  int clone = sys_open_tree(fd, "", OPEN_TREE_CLONE | AT_EMPTY_PATH | O_CLOEXEC);
  struct mount_attr attributes = {.attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID};
  if (clone < 0 || sys_mount_setattr(clone, "", AT_EMPTY_PATH, &attributes) < 0)
    return failed(SENTINEL_STAGE_INIT, plan->launcher);
  close(fd);
  return clone;
}

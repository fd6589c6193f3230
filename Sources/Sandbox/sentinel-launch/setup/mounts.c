#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>

#include "launch.h"
#include "mount_calls.h"

int attach(int mount_fd, int root, const char *target, bool folder) {
  int point = open_target(root, target, folder, folder ? 0755 : 0644);
  if (point < 0) return -1;
  int moved =
      sys_move_mount(mount_fd, "", point, "", MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_EMPTY_PATH);
  int error = errno;
  note_attached(target);
  close(point);
  errno = error;
  return moved;
}

// Nobody inside runs yet: what is found now is what was there before.
static int declare_writable(const struct mount_entry *entry, const struct child *child) {
  struct message message = {.kind = MESSAGE_WRITABLE};
  if (survey_writable(entry->mount_fd, &message.holding) < 0)
    return failed(SENTINEL_STAGE_WRITABLE, entry->target);
  if (send_message(child->socket, &message, entry->mount_fd) < 0)
    return failed(SENTINEL_STAGE_SUPERVISOR, entry->target);
  return 0;
}

static int mount_bind(struct mount_entry *entry, int root, const struct child *child) {
  if (entry->mount_fd < 0) return 0; // optional and absent
  if (attach(entry->mount_fd, root, entry->target, S_ISDIR(entry->status.st_mode)) < 0)
    return failed(SENTINEL_STAGE_MOUNT, entry->target);
  return entry->read_only ? 0 : declare_writable(entry, child);
}

static int mount_tmpfs(struct mount_entry *entry, int root) {
  char size[24], inodes[24], mode[8];
  snprintf(size, sizeof size, "%llu", (unsigned long long)entry->size_bytes);
  snprintf(inodes, sizeof inodes, "%llu", (unsigned long long)entry->inodes);
  snprintf(mode, sizeof mode, "%o", entry->mode);
  const char *const options[][2] = {
      {"size", size}, {"nr_inodes", inodes}, {"mode", mode}, {NULL, NULL}};
  unsigned attributes = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;
  if (!entry->execute) attributes |= MOUNT_ATTR_NOEXEC;
  int fd = fresh_mount("tmpfs", options, attributes);
  if (fd < 0 || attach(fd, root, entry->target, true) < 0 || allow_mount_points_on(fd) < 0)
    return failed(SENTINEL_STAGE_MOUNT, entry->target);
  return 0;
}

const char *const machine_files[] = {
    "cpuinfo",
    "filesystems",
    "loadavg",
    "meminfo",
    "stat",
    "sys/fs/file-max",
    "sys/kernel/osrelease",
    "sys/kernel/ostype",
    "sys/kernel/pid_max",
    "sys/kernel/random/uuid",
    "sys/kernel/threads-max",
    "sys/kernel/version",
    "sys/net/core/somaxconn",
    "sys/vm/max_map_count",
    "sys/vm/overcommit_memory",
    "uptime",
    "version",
    NULL,
};

static int show_machine_file(const struct mount_entry *entry, const char *name, int root) {
  struct mount_attr attributes = {.attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID |
                                              MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC};
  char source[64], target[PATH_MAX];
  struct stat status;
  snprintf(source, sizeof source, "/proc/%s", name);
  snprintf(target, sizeof target, "%s/%s", entry->target, name);
  int fd = open_beneath(AT_FDCWD, source, O_PATH | O_NOFOLLOW,
                        RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS);
  if (fd < 0 && (errno == ENOENT || errno == EACCES)) return 0;
  if (fd < 0 || fstat(fd, &status) < 0) return failed(SENTINEL_STAGE_PROC, source);
  // Whoever covers one of them, with /dev/null for instance, does not want it seen.
  const bool is_file = S_ISREG(status.st_mode);
  int mount_fd =
      is_file ? sys_open_tree(fd, "", OPEN_TREE_CLONE | AT_EMPTY_PATH | O_CLOEXEC) : -1;
  int error = errno;
  close(fd);
  if (!is_file) return 0;
  errno = error;
  if (mount_fd < 0 || sys_mount_setattr(mount_fd, "", AT_EMPTY_PATH, &attributes) < 0 ||
      attach(mount_fd, root, target, false) < 0)
    return failed(SENTINEL_STAGE_PROC, source);
  close(mount_fd);
  return 0;
}

static int show_machine(const struct mount_entry *entry, int root) {
  for (size_t i = 0; machine_files[i] != NULL; i++)
    if (show_machine_file(entry, machine_files[i], root) < 0) return -1;
  return 0;
}

// Read-only as a whole: no file of proc can be written, whatever its mode, whoever the caller is.
// A kernel refuses a new proc where the visible one is partly covered (inside most containers).
static int mount_proc(const struct plan *plan, struct mount_entry *entry, int root) {
  static const char *const options[][2] = {{"hidepid", "invisible"}, {NULL, NULL}};
  unsigned attributes =
      MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC;
  int fd = fresh_mount("proc", options, attributes);
  if (fd < 0 && plan->isolation != ISOLATION_FULL && !plan->needs_proc && errno == EPERM)
    return show_machine(entry, root);
  if (fd < 0 || attach(fd, root, entry->target, true) < 0)
    return failed(SENTINEL_STAGE_PROC, entry->target);
  return 0;
}

// An empty file and an empty folder of our own, each behind one read-only mount that every mask is
// a copy of.
static int open_cover(int root, bool folder) {
  static int covers[2] = {-1, -1};
  const char *name = folder ? ".empty-folder" : ".empty-file";
  if (covers[folder] >= 0) return covers[folder];
  struct mount_attr attributes = {.attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOEXEC};
  int source = open_target(root, name, folder, folder ? 0555 : 0444);
  if (source < 0) return -1;
  int fd = sys_open_tree(source, "", OPEN_TREE_CLONE | AT_EMPTY_PATH | O_CLOEXEC);
  close(source);
  if (fd < 0 || sys_mount_setattr(fd, "", AT_EMPTY_PATH, &attributes) < 0 ||
      attach(fd, root, name, folder) < 0)
    return -1;
  return covers[folder] = fd;
}

// Covers what should not be seen; what does not exist needs no cover.
static int mount_mask(struct mount_entry *entry, int root) {
  struct stat status;
  int point = open_beneath(root, entry->target, O_PATH | O_NOFOLLOW,
                           RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS);
  if (point < 0) return errno == ENOENT ? 0 : failed(SENTINEL_STAGE_MASK, entry->target);
  if (fstat(point, &status) < 0) return failed(SENTINEL_STAGE_MASK, entry->target);
  int cover = open_cover(root, S_ISDIR(status.st_mode));
  if (cover < 0) return failed(SENTINEL_STAGE_MASK, "cover");
  int fd = sys_open_tree(cover, "", OPEN_TREE_CLONE | AT_EMPTY_PATH | O_CLOEXEC);
  if (fd < 0 ||
      sys_move_mount(fd, "", point, "", MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_EMPTY_PATH) < 0)
    return failed(SENTINEL_STAGE_MASK, entry->target);
  note_attached(entry->target);
  close(fd);
  close(point);
  return 0;
}

// Only a file that is made here can be written to: one that is there already, which may be the
// host's, is opened without any right.
static int fill_file(const struct mount_entry *entry, int root, const char *content, size_t size) {
  int fd = open_target(root, entry->target, false, 0644);
  ssize_t count = fd < 0 ? -1 : write(fd, content, size);
  if (fd >= 0 && count < 0 && errno == EBADF) errno = EROFS;
  if (count != (ssize_t)size) return failed(SENTINEL_STAGE_MOUNT, entry->target);
  close(fd);
  return 0;
}

// What everybody may read costs less as a copy than as a mount, and nobody outside sees who locks
// it. It is read with the rights that the payload will have.
static int copy_file(struct mount_entry *entry, int root) {
  static char content[SENTINEL_COPY_BYTES + 1];
  int fd = open_beneath(AT_FDCWD, entry->source, O_RDONLY | O_NOFOLLOW | O_NONBLOCK,
                        RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS);
  if (fd < 0 && entry->optional && (errno == ENOENT || errno == EACCES)) return 0;
  if (fd < 0 || fstat(fd, &entry->status) < 0) return failed(SENTINEL_STAGE_SOURCE, entry->source);
  if (!S_ISREG(entry->status.st_mode))
    return failed_with(SENTINEL_STAGE_SOURCE, EINVAL, entry->source);
  ssize_t size = read(fd, content, sizeof content);
  if (size < 0) return failed(SENTINEL_STAGE_SOURCE, entry->source);
  close(fd);
  if (size > SENTINEL_COPY_BYTES) return failed_with(SENTINEL_STAGE_SOURCE, EFBIG, entry->source);
  return fill_file(entry, root, content, (size_t)size);
}

static int make_link(struct mount_entry *entry, int root) {
  if (symlinkat(entry->content, root, entry->target) < 0)
    return failed(SENTINEL_STAGE_MOUNT, entry->target);
  return 0;
}

static int make_directory(struct mount_entry *entry, int root) {
  int fd = open_target(root, entry->target, true, entry->mode);
  if (fd < 0) return failed(SENTINEL_STAGE_MOUNT, entry->target);
  close(fd);
  return 0;
}

static int make_one(const struct plan *plan, struct mount_entry *entry, int root,
                    const struct child *child) {
  switch (entry->kind) {
  case MOUNT_BIND: return mount_bind(entry, root, child);
  case MOUNT_TMPFS: return mount_tmpfs(entry, root);
  case MOUNT_TREE: return make_tree(entry);
  case MOUNT_OVERLAY:
    return entry->tree[0] != '\0' ? make_part(plan, entry, root)
                                  : make_overlay(entry, root, child);
  case MOUNT_PROC: return mount_proc(plan, entry, root);
  case MOUNT_DEVICES: return make_devices(root, plan, child);
  case MOUNT_MASK: return mount_mask(entry, root);
  case MOUNT_LINK: return make_link(entry, root);
  case MOUNT_FILE: return fill_file(entry, root, entry->content, strlen(entry->content));
  case MOUNT_COPY: return copy_file(entry, root);
  case MOUNT_DIRECTORY: return make_directory(entry, root);
  }
  return failed_with(SENTINEL_STAGE_PLAN, EINVAL, entry->target);
}

int make_mounts(struct plan *plan, size_t first, size_t count, int root,
                const struct child *child) {
  for (size_t i = first; i < first + count; i++)
    if (make_one(plan, &plan->mounts[i], root, child) < 0) return -1;
  return 0;
}

size_t unmapped_mounts(const struct plan *plan) {
  size_t count = 0;
  while (count < plan->mount_count && !plan->mounts[count].map_owner) count++;
  return count;
}

size_t writable_mounts(const struct plan *plan) {
  size_t count = 0;
  for (size_t i = 0; i < plan->mount_count; i++) {
    const struct mount_entry *entry = &plan->mounts[i];
    bool writable = entry->kind == MOUNT_TMPFS || entry->kind == MOUNT_DEVICES;
    if (entry->kind == MOUNT_BIND || entry->kind == MOUNT_OVERLAY) writable = !entry->read_only;
    if (writable) count = i + 1;
  }
  return count;
}

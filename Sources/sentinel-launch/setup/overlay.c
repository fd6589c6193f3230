#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>

#include "launch.h"
#include "mount_calls.h"

// The overlay is made inside the user namespace, so its marks are user.overlay.* attributes and
// nothing of it needs host root. Its options name only our own short paths: the workspace's path,
// with whatever commas and colons, never becomes part of an option string.

static const char lower_path[] = ".lower", upper_path[] = ".upper";

static int memory_upper(const struct mount_entry *entry) {
  char size[24], inodes[24];
  snprintf(size, sizeof size, "%llu", (unsigned long long)entry->size_bytes);
  snprintf(inodes, sizeof inodes, "%llu", (unsigned long long)entry->inodes);
  const char *const options[][2] = {
      {"size", size}, {"nr_inodes", inodes}, {"mode", "0700"}, {NULL, NULL}};
  return fresh_mount("tmpfs", options, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
}

// The merged top folder takes its mode from the upper one.
static int make_layers(int upper, mode_t mode) {
  if (mkdirat(upper, "upper", 0700) < 0 || mkdirat(upper, "work", 0700) < 0) return -1;
  return fchmodat(upper, "upper", mode & 0777, 0);
}

static int send_upper(int upper, const struct child *child) {
  struct message message = {.kind = MESSAGE_UPPER};
  int folder = openat(upper, "upper", O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (folder < 0) return -1;
  int sent = send_message(child->socket, &message, folder);
  close(folder);
  return sent;
}

static int mount_layers(const struct mount_entry *entry, int root) {
  static const char *const options[][2] = {{"lowerdir", ".lower"},
                                           {"upperdir", ".upper/upper"},
                                           {"workdir", ".upper/work"},
                                           {"userxattr", NULL},
                                           {NULL, NULL}};
  if (fchdir(root) < 0) return -1;
  unsigned attributes = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;
  if (!entry->execute) attributes |= MOUNT_ATTR_NOEXEC;
  return fresh_mount("overlay", options, attributes);
}

// Two read-only layers: what is seen through them are inodes of this mount. A socket or pipe of the
// host that lies in the tree leads nowhere, and locks taken inside are nobody else's.
static int make_read_only(struct mount_entry *entry, int root) {
  static const char *const options[][2] = {
      {"lowerdir", ".lower:.nothing"}, {"userxattr", NULL}, {NULL, NULL}};
  unsigned attributes = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;
  if (!entry->execute) attributes |= MOUNT_ATTR_NOEXEC;
  int nothing = open_target(root, ".nothing", true, 0555);
  if (nothing < 0 || attach(entry->mount_fd, root, lower_path, true) < 0 || fchdir(root) < 0)
    return failed(SENTINEL_STAGE_OVERLAY, "lower layer");
  int overlay = fresh_mount("overlay", options, attributes);
  if (overlay < 0) return failed(SENTINEL_STAGE_OVERLAY, "overlay");
  if (umount2(lower_path, MNT_DETACH) < 0 || unlinkat(root, lower_path, AT_REMOVEDIR) < 0)
    return failed(SENTINEL_STAGE_OVERLAY, "layers in view");
  if (attach(overlay, root, entry->target, true) < 0)
    return failed(SENTINEL_STAGE_OVERLAY, entry->target);
  close(nothing);
  close(overlay);
  return 0;
}

int make_overlay(struct mount_entry *entry, int root, const struct child *child) {
  if (entry->read_only) return make_read_only(entry, root);
  int upper = entry->upper_mount_fd >= 0 ? entry->upper_mount_fd : memory_upper(entry);
  if (upper < 0) return failed(SENTINEL_STAGE_OVERLAY, "upper layer");
  if (attach(entry->mount_fd, root, lower_path, true) < 0)
    return failed(SENTINEL_STAGE_OVERLAY, "lower layer");
  if (attach(upper, root, upper_path, true) < 0)
    return failed(SENTINEL_STAGE_OVERLAY, "upper layer");
  if (make_layers(upper, entry->status.st_mode) < 0)
    return failed(SENTINEL_STAGE_OVERLAY, "upper folders");
  int overlay = mount_layers(entry, root);
  if (overlay < 0) return failed(SENTINEL_STAGE_OVERLAY, "overlay");
  if (umount2(lower_path, MNT_DETACH) < 0 || umount2(upper_path, MNT_DETACH) < 0 ||
      unlinkat(root, lower_path, AT_REMOVEDIR) < 0 || unlinkat(root, upper_path, AT_REMOVEDIR) < 0)
    return failed(SENTINEL_STAGE_OVERLAY, "layers in view");
  if (attach(overlay, root, entry->target, true) < 0)
    return failed(SENTINEL_STAGE_OVERLAY, entry->target);
  if (send_upper(upper, child) < 0) return failed(SENTINEL_STAGE_OVERLAY, "hand over");
  close(overlay);
  close(upper);
  return 0;
}

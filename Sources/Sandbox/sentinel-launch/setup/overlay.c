#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>

#include "launch.h"
#include "mount_calls.h"

// The overlay is made inside the user namespace, so its marks are user.overlay.* attributes and
// nothing of it needs host root. Its options name only our own short paths: the workspace's path,
// with whatever commas and colons, never becomes part of an option string. The layers are put
// together in the old root, which is left behind: nobody ever sees them but through the overlay.

static int memory_upper(const struct mount_entry *entry) {
  char size[24], inodes[24];
  snprintf(size, sizeof size, "%llu", (unsigned long long)entry->size_bytes);
  snprintf(inodes, sizeof inodes, "%llu", (unsigned long long)entry->inodes);
  const char *const options[][2] = {
      {"size", size}, {"nr_inodes", inodes}, {"mode", "0700"}, {NULL, NULL}};
  return fresh_mount("tmpfs", options, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
}

// Puts a file system for layers into the old root.
static int place_layers(int layers) {
  return sys_move_mount(layers, "", AT_FDCWD, "/usr", MOVE_MOUNT_F_EMPTY_PATH);
}

// Puts a lower layer into it, from where the names of layers are looked up then.
static int place_lower(int layers, const char *name, int lower) {
  if (mkdirat(layers, name, 0700) < 0) return -1;
  int point = open_beneath(layers, name, O_PATH | O_NOFOLLOW, RESOLVE_BENEATH);
  if (point < 0) return -1;
  int moved =
      sys_move_mount(lower, "", point, "", MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_EMPTY_PATH);
  int error = errno;
  close(point);
  errno = error;
  return moved < 0 ? -1 : fchdir(layers);
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

static int mount_layers(const struct mount_entry *entry, const char *const options[][2]) {
  unsigned attributes = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;
  if (entry->read_only) attributes |= MOUNT_ATTR_RDONLY;
  if (!entry->execute) attributes |= MOUNT_ATTR_NOEXEC;
  return fresh_mount("overlay", options, attributes);
}

// The layers of every read-only overlay lie side by side, each with a number as its name.
static int read_only_layers(void) {
  static int layers = -1;
  static const char *const memory[][2] = {{"size", "4096"}, {"nr_inodes", "1024"}, {NULL, NULL}};
  if (layers >= 0) return layers;
  int fd = fresh_mount("tmpfs", memory, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
  if (fd < 0 || place_layers(fd) < 0) return -1;
  return layers = fd;
}

// Two read-only layers: what is seen through them are inodes of this mount. A socket or pipe of the
// host that lies in the tree, or will, leads nowhere, locks taken inside are nobody else's, and a
// watch hears of nothing that the host does there. The upper of the two is an empty folder: in all
// but the lowest layer the kernel refuses names of folders that it cannot read as this user.
static int mount_read_only(const struct mount_entry *entry) {
  static unsigned count;
  char empty[16], name[16], lower[32];
  const char *const options[][2] = {{"lowerdir", lower}, {"userxattr", NULL}, {NULL, NULL}};
  int layers = read_only_layers();
  snprintf(empty, sizeof empty, "%u", count++);
  snprintf(name, sizeof name, "%u", count++);
  snprintf(lower, sizeof lower, "%s:%s", empty, name);
  // The merged top folder takes its mode from it.
  mode_t mode = entry->status.st_mode & 0777;
  if (layers < 0 || mkdirat(layers, empty, 0700) < 0 || fchmodat(layers, empty, mode, 0) < 0 ||
      place_lower(layers, name, entry->mount_fd) < 0)
    return -1;
  return mount_layers(entry, options);
}

static int mount_writable(const struct mount_entry *entry, const struct child *child) {
  static const char *const options[][2] = {{"lowerdir", "lower"},
                                           {"upperdir", "upper"},
                                           {"workdir", "work"},
                                           {"userxattr", NULL},
                                           {NULL, NULL}};
  int upper = entry->upper_mount_fd >= 0 ? entry->upper_mount_fd : memory_upper(entry);
  if (upper < 0 || place_layers(upper) < 0 || place_lower(upper, "lower", entry->mount_fd) < 0 ||
      make_layers(upper, entry->status.st_mode) < 0)
    return -1;
  int overlay = mount_layers(entry, options);
  if (overlay < 0 || send_upper(upper, child) < 0) return -1;
  close(upper);
  return overlay;
}

// A tree hangs in the old root, like the layers, which is left behind: its parts stay.
int make_tree(struct mount_entry *entry) {
  static unsigned count;
  char name[16];
  snprintf(name, sizeof name, "tree%u", count++);
  int overlay = mount_read_only(entry), layers = read_only_layers();
  if (overlay < 0 || layers < 0 || mkdirat(layers, name, 0700) < 0)
    return failed(SENTINEL_STAGE_OVERLAY, entry->source);
  int point = open_beneath(layers, name, O_PATH | O_NOFOLLOW, RESOLVE_BENEATH);
  if (point < 0 || sys_move_mount(overlay, "", point, "",
                                  MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_EMPTY_PATH) < 0)
    return failed(SENTINEL_STAGE_OVERLAY, entry->source);
  close(point);
  entry->mount_fd = overlay;
  return 0;
}

static int open_part(const struct mount_entry *entry, int tree) {
  struct mount_attr attributes = {.attr_set = MOUNT_ATTR_NOEXEC};
  int folder =
      open_beneath(tree, entry->content, O_PATH | O_DIRECTORY | O_NOFOLLOW,
                   RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV);
  if (folder < 0) return -1;
  int part = sys_open_tree(folder, "", OPEN_TREE_CLONE | AT_EMPTY_PATH | O_CLOEXEC);
  int error = errno;
  close(folder);
  if (part >= 0 && !entry->execute &&
      sys_mount_setattr(part, "", AT_EMPTY_PATH, &attributes) < 0) {
    error = errno;
    close(part);
    part = -1;
  }
  errno = error;
  return part;
}

int make_part(const struct plan *plan, const struct mount_entry *entry, int root) {
  int tree = -1;
  for (size_t i = 0; i < plan->mount_count; i++)
    if (plan->mounts[i].kind == MOUNT_TREE && strcmp(plan->mounts[i].target, entry->tree) == 0)
      tree = plan->mounts[i].mount_fd;
  int part = open_part(entry, tree);
  if (part < 0 && entry->optional && errno == ENOENT) return 0;
  if (part < 0) return failed(SENTINEL_STAGE_SOURCE, entry->source);
  if (attach(part, root, entry->target, true) < 0)
    return failed(SENTINEL_STAGE_OVERLAY, entry->target);
  close(part);
  return 0;
}

int make_overlay(struct mount_entry *entry, int root, const struct child *child) {
  if (entry->mount_fd < 0) return 0; // optional and absent
  int overlay = entry->read_only ? mount_read_only(entry) : mount_writable(entry, child);
  if (overlay < 0) return failed(SENTINEL_STAGE_OVERLAY, "layers");
  if (attach(overlay, root, entry->target, true) < 0)
    return failed(SENTINEL_STAGE_OVERLAY, entry->target);
  close(overlay);
  return 0;
}

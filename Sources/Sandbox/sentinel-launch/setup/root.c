#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/mount.h>

#include "launch.h"
#include "mount_calls.h"

// Mount points are made only on file systems that this launcher mounted itself: a missing mount
// point below a bind is an error, never a new name on the host.
static dev_t own_devices[64];
static size_t own_device_count;

int allow_mount_points_on(int directory) {
  struct stat status;
  if (fstat(directory, &status) < 0) return -1;
  if (own_device_count == sizeof own_devices / sizeof *own_devices) {
    errno = ENOSPC;
    return -1;
  }
  own_devices[own_device_count++] = status.st_dev;
  return 0;
}

static int may_create_in(int directory, bool *may) {
  struct stat status;
  if (fstat(directory, &status) < 0) return -1;
  *may = false;
  for (size_t i = 0; i < own_device_count; i++)
    if (own_devices[i] == status.st_dev) *may = true;
  return 0;
}

static int open_existing(int directory, const char *path) {
  return open_beneath(directory, path, O_PATH | O_NOFOLLOW,
                      RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS);
}

// The folder that the last mount point was made in, with whether more may be made there: most
// follow each other in one folder.
static struct {
  int fd;
  bool is_ours;
  char path[PATH_MAX];
} parent = {.fd = -1};

static void forget_parent(void) {
  if (parent.fd >= 0) close(parent.fd);
  parent.fd = -1;
}

void note_attached(const char *target) {
  size_t length = strlen(target);
  if (parent.fd >= 0 && strncmp(parent.path, target, length) == 0) forget_parent();
}

static int make_point(int directory, const char *name, bool folder, mode_t mode) {
  if (folder)
    return mkdirat(directory, name, mode) < 0 && errno != EEXIST ? -1
                                                                 : open_existing(directory, name);
  int fd = openat(directory, name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, mode);
  return fd < 0 && errno == EEXIST ? open_existing(directory, name) : fd;
}

// Opens the folder that holds the last part of `target`, making what is missing on the way.
static int open_parent(int root, const char *target, size_t length) {
  if (parent.fd >= 0 && strlen(parent.path) == length && strncmp(parent.path, target, length) == 0)
    return 0;
  char path[PATH_MAX];
  if (length >= sizeof path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  memcpy(path, target, length);
  path[length] = '\0';
  int fd = length == 0 ? fcntl(root, F_DUPFD_CLOEXEC, 0) : open_target(root, path, true, 0755);
  bool is_ours;
  if (fd < 0 || may_create_in(fd, &is_ours) < 0) return -1;
  forget_parent();
  parent.fd = fd;
  parent.is_ours = is_ours;
  memcpy(parent.path, path, length + 1);
  return 0;
}

int open_target(int root, const char *target, bool folder, mode_t mode) {
  const char *slash = strrchr(target, '/');
  const char *name = slash == NULL ? target : slash + 1;
  if (open_parent(root, target, slash == NULL ? 0 : (size_t)(slash - target)) < 0) return -1;
  if (parent.is_ours) return make_point(parent.fd, name, folder, mode);
  int fd = open_existing(parent.fd, name);
  if (fd < 0 && errno == ENOENT) errno = EROFS; // nothing is ever made on the host
  return fd;
}

int fresh_mount(const char *type, const char *const options[][2], unsigned attributes) {
  int context = sys_fsopen(type, 1 /* FSOPEN_CLOEXEC */);
  if (context < 0) return -1;
  int mounted = 0;
  for (size_t i = 0; options[i][0] != NULL && mounted == 0; i++)
    mounted = sys_fsconfig(context, options[i][1] == NULL ? FSCONFIG_SET_FLAG : FSCONFIG_SET_STRING,
                           options[i][0], options[i][1], 0);
  if (mounted == 0) mounted = sys_fsconfig(context, FSCONFIG_CMD_CREATE, NULL, NULL, 0);
  if (mounted == 0) mounted = sys_fsmount(context, 1 /* FSMOUNT_CLOEXEC */, attributes);
  int error = errno;
  close(context);
  errno = error;
  return mounted;
}

// The new root is a small memory file system; it hides the old one only after pivot_root, so that
// proc and the overlay still find what they need.
int make_root(void) {
  static const char *const options[][2] = {
      {"size", "4M"}, {"nr_inodes", "4096"}, {"mode", "0755"}, {NULL, NULL}};
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0)
    return failed(SENTINEL_STAGE_ROOT, "private propagation");
  int root = fresh_mount("tmpfs", options, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
  if (root < 0) return failed(SENTINEL_STAGE_ROOT, "tmpfs");
  if (sys_move_mount(root, "", AT_FDCWD, "/", MOVE_MOUNT_F_EMPTY_PATH) < 0)
    return failed(SENTINEL_STAGE_ROOT, "attach");
  if (allow_mount_points_on(root) < 0) return failed(SENTINEL_STAGE_ROOT, "status");
  return root;
}

int leave_old_root(int root) {
  struct mount_attr attributes = {.attr_set = MOUNT_ATTR_RDONLY};
  if (fchdir(root) < 0 || syscall(SYS_pivot_root, ".", ".") < 0)
    return failed(SENTINEL_STAGE_PIVOT, "pivot_root");
  if (umount2(".", MNT_DETACH) < 0) return failed(SENTINEL_STAGE_PIVOT, "old root");
  if (sys_mount_setattr(AT_FDCWD, "/", 0, &attributes) < 0)
    return failed(SENTINEL_STAGE_PIVOT, "read-only root");
  return 0;
}

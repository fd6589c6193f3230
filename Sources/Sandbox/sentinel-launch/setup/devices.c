#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/sysmacros.h>

#include "launch.h"
#include "mount_calls.h"

// Device numbers of Linux' allocated devices list (major 1: memory, major 5: terminals).
static const struct {
  const char *source, *target;
  unsigned major, minor;
} nodes[] = {
    {"/dev/null", "dev/null", 1, 3},       {"/dev/zero", "dev/zero", 1, 5},
    {"/dev/full", "dev/full", 1, 7},       {"/dev/random", "dev/random", 1, 8},
    {"/dev/urandom", "dev/urandom", 1, 9}, {"/dev/tty", "dev/tty", 5, 0},
};

static const char *const links[][2] = {
    {"/proc/self/fd", "dev/fd"},       {"/proc/self/fd/0", "dev/stdin"},
    {"/proc/self/fd/1", "dev/stdout"}, {"/proc/self/fd/2", "dev/stderr"},
    {"pts/ptmx", "dev/ptmx"},
};

// A host whose dev/null is a link or another device is refused, not followed.
static int bind_node(int root, size_t index) {
  struct stat status;
  int fd = open_beneath(AT_FDCWD, nodes[index].source, O_PATH | O_NOFOLLOW,
                        RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS);
  if (fd < 0 || fstat(fd, &status) < 0) return failed(SENTINEL_STAGE_DEVICES, nodes[index].source);
  if (!S_ISCHR(status.st_mode) || status.st_rdev != makedev(nodes[index].major, nodes[index].minor))
    return failed_with(SENTINEL_STAGE_DEVICES, ENODEV, nodes[index].source);
  int mount_fd = sys_open_tree(fd, "", OPEN_TREE_CLONE | AT_EMPTY_PATH | O_CLOEXEC);
  struct mount_attr attributes = {.attr_set = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC};
  if (mount_fd < 0 || sys_mount_setattr(mount_fd, "", AT_EMPTY_PATH, &attributes) < 0 ||
      attach(mount_fd, root, nodes[index].target, false) < 0)
    return failed(SENTINEL_STAGE_DEVICES, nodes[index].target);
  close(mount_fd);
  close(fd);
  return 0;
}

// The terminal belongs to a devpts of the sandbox alone; the supervisor keeps its master.
static int send_terminal(int root, const struct child *child) {
  struct message message = {.kind = MESSAGE_TERMINAL};
  int unlocked = 0;
  int master = openat(root, "dev/pts/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (master < 0 || ioctl(master, TIOCSPTLCK, &unlocked) < 0 ||
      send_message(child->socket, &message, master) < 0)
    return failed(SENTINEL_STAGE_TERMINAL, "dev/pts/ptmx");
  close(master);
  return 0;
}

static int mount_terminals(int root) {
  static const char *const options[][2] = {
      {"newinstance", NULL}, {"ptmxmode", "0666"}, {"mode", "0600"}, {"max", "64"}, {NULL, NULL}};
  int fd = fresh_mount("devpts", options, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC);
  if (fd < 0 || attach(fd, root, "dev/pts", true) < 0)
    return failed(SENTINEL_STAGE_DEVICES, "dev/pts");
  close(fd);
  return 0;
}

int make_devices(int root, const struct plan *plan, const struct child *child) {
  for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++)
    if (bind_node(root, i) < 0) return -1;
  for (size_t i = 0; i < sizeof links / sizeof *links; i++)
    if (symlinkat(links[i][0], root, links[i][1]) < 0)
      return failed(SENTINEL_STAGE_DEVICES, links[i][1]);
  if (mount_terminals(root) < 0) return -1;
  return plan->terminal ? send_terminal(root, child) : 0;
}

#ifndef SENTINEL_LAUNCH_MOUNT_CALLS_H
#define SENTINEL_LAUNCH_MOUNT_CALLS_H

// Numbers that are newer than the distribution's headers, and the calls without a wrapper.

#include <linux/mount.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef MOVE_MOUNT_F_EMPTY_PATH
#define MOVE_MOUNT_F_EMPTY_PATH 0x04
#endif
#ifndef MOVE_MOUNT_T_EMPTY_PATH
#define MOVE_MOUNT_T_EMPTY_PATH 0x40
#endif
#ifndef OPEN_TREE_CLONE
#define OPEN_TREE_CLONE 1
#endif
#ifndef AT_RECURSIVE
#define AT_RECURSIVE 0x8000
#endif

static inline int sys_open_tree(int directory, const char *path, unsigned flags) {
  return (int)syscall(SYS_open_tree, directory, path, flags);
}

static inline int sys_move_mount(int from, const char *from_path, int to, const char *to_path,
                                 unsigned flags) {
  return (int)syscall(SYS_move_mount, from, from_path, to, to_path, flags);
}

static inline int sys_mount_setattr(int directory, const char *path, unsigned flags,
                                    struct mount_attr *attributes) {
  return (int)syscall(SYS_mount_setattr, directory, path, flags, attributes, sizeof *attributes);
}

static inline int sys_fsopen(const char *type, unsigned flags) {
  return (int)syscall(SYS_fsopen, type, flags);
}

static inline int sys_fsconfig(int fd, unsigned command, const char *key, const void *value,
                               int extra) {
  return (int)syscall(SYS_fsconfig, fd, command, key, value, extra);
}

static inline int sys_fsmount(int fd, unsigned flags, unsigned attributes) {
  return (int)syscall(SYS_fsmount, fd, flags, attributes);
}

#endif

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "probe.h"

// Every way to a file with bits, attributes or a type that would mean something on the host.

// Whether the file that an attempt left has a set-id bit counts, not what the call said.
static void report_bits(const char *name, const char *path, long value) {
  struct stat status;
  char detail[48];
  int error = value == -1 ? errno : 0;
  if (lstat(path, &status) < 0) return report(name, "blocked", error, "no file");
  snprintf(detail, sizeof detail, "mode %o", status.st_mode);
  bool has_bits = !S_ISDIR(status.st_mode) && (status.st_mode & (S_ISUID | S_ISGID)) != 0;
  report(name, has_bits ? "worked" : "blocked", error, detail);
}

static void make_plain(const char *path) {
  int fd = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0755);
  if (fd >= 0) close(fd);
}

static long open_with_how(const char *path) {
  struct open_how how = {.flags = O_CREAT | O_WRONLY | O_CLOEXEC, .mode = 04755};
  long fd = syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
  if (fd >= 0) fchmod((int)fd, 04755);
  return fd;
}

static void change_modes(void) {
  const char *const names[] = {"set-chmod", "set-fchmod", "set-fchmodat", "set-fchmodat2",
                               "set-high"};
  for (size_t i = 0; i < COUNT(names); i++) make_plain(names[i]);
  report_bits("chmod", names[0], syscall(SYS_chmod, names[0], 04755));
  int fd = open(names[1], O_RDONLY | O_CLOEXEC);
  report_bits("fchmod", names[1], syscall(SYS_fchmod, fd, 02755));
  report_bits("fchmodat", names[2], syscall(SYS_fchmodat, AT_FDCWD, names[2], 06755));
  report_bits("fchmodat2", names[3], syscall(452, AT_FDCWD, names[3], 04755, 0));
  report_bits("chmod with high bits", names[4], syscall(SYS_chmod, names[4], 04755 | 1L << 32));
  if (fd >= 0) close(fd);
}

static void make_with_modes(void) {
  const int flags = O_CREAT | O_WRONLY | O_CLOEXEC;
  report_bits("open", "set-open", syscall(SYS_open, "set-open", flags, 04755));
  report_bits("openat", "set-openat", syscall(SYS_openat, AT_FDCWD, "set-openat", flags, 04755));
  report_bits("openat2", "set-openat2", open_with_how("set-openat2"));
  report_bits("creat", "set-creat", syscall(SYS_creat, "set-creat", 04755));
  report_bits("mknod", "set-mknod", syscall(SYS_mknod, "set-mknod", S_IFREG | 04755, 0));
  report_bits("mknodat", "set-mknodat",
              syscall(SYS_mknodat, AT_FDCWD, "set-mknodat", S_IFREG | 04755, 0));
  report_bits("mknod FIFO", "set-fifo", syscall(SYS_mknod, "set-fifo", S_IFIFO | 04755, 0));
  char named[64];
  int fd = open(".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 04755);
  snprintf(named, sizeof named, "/proc/self/fd/%d", fd);
  report_bits("nameless file", "set-tmpfile",
              fd < 0 ? -1 : linkat(AT_FDCWD, named, AT_FDCWD, "set-tmpfile", AT_SYMLINK_FOLLOW));
  report_bits("mkdir", "set-folder", syscall(SYS_mkdir, "set-folder", 06777));
}

static long copy_self(const char *to) {
  char bytes[65536];
  int from = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  int fd = open(to, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0755);
  for (ssize_t count; (count = read(from, bytes, sizeof bytes)) > 0;)
    if (write(fd, bytes, (size_t)count) != count) break;
  close(from);
  return close(fd);
}

static long show_ids(void) {
  char detail[64];
  snprintf(detail, sizeof detail, "uid %u, effective %u", getuid(), geteuid());
  report("effective id", getuid() == geteuid() && getgid() == getegid() ? "blocked" : "worked", 0,
         detail);
  return 0;
}

// `argv[0]` is the folder to work in; "show" comes from this row's own copy.
int row_f16(int argc, char *argv[]) {
  if (argc > 0 && strcmp(argv[0], "show") == 0) return (int)show_ids();
  if (argc > 0 && chdir(argv[0]) < 0) return 2;
  change_modes();
  make_with_modes();
  copy_self("set-copy");
  (void)!chmod("set-copy", 06755);
  execl("./set-copy", "sentinel-probe", "F16", "show", (char *)NULL);
  report("effective id", "blocked", errno, "not executable");
  return 0;
}

int row_f17(int argc, char *argv[]) {
  if (argc > 0 && chdir(argv[0]) < 0) return 2;
  // Version 2 with every right effective, as linux/capability.h lays it out.
  static const unsigned char every[20] = {1, 0, 0,   2, 255, 255, 255, 255, 0, 0,
                                          0, 0, 255, 1, 0,   0,   0,   0,   0, 0};
  static const int refused[] = {EPERM, EACCES, EOPNOTSUPP, EROFS, EINVAL, ENOENT, 0};
  make_plain("with-rights");
  const char *const names[] = {"security.capability", "security.selinux", "security.ima",
                               "trusted.overlay.opaque", "trusted.overlay.redirect"};
  for (size_t i = 0; i < COUNT(names); i++)
    report_value(names[i], setxattr("with-rights", names[i], every, sizeof every, 0), refused);
  return 0;
}

int row_f18(int argc, char *argv[]) {
  if (argc > 0 && chdir(argv[0]) < 0) return 2;
  static const int refused[] = {EPERM, EACCES, ENOSYS, EROFS, 0};
  const struct {
    const char *name;
    mode_t mode;
    dev_t device;
  } nodes[] = {
      {"node-disk", S_IFBLK | 0600, makedev(8, 0)},
      {"node-memory", S_IFCHR | 0600, makedev(1, 1)},
      {"node-whiteout", S_IFCHR | 0600, makedev(0, 0)},
      {"node-null", S_IFCHR | 0666, makedev(1, 3)},
  };
  for (size_t i = 0; i < COUNT(nodes); i++) {
    report_value(nodes[i].name, mknod(nodes[i].name, nodes[i].mode, nodes[i].device), refused);
    if (access(nodes[i].name, F_OK) == 0) unlink(nodes[i].name);
  }
  make_plain("whiteout-source");
  report_value("rename leaving a whiteout",
               syscall(SYS_renameat2, AT_FDCWD, "whiteout-source", AT_FDCWD, "whiteout-moved", 4),
               (const int[]){EINVAL, EPERM, EACCES, ENOSYS, EROFS, 0});
  return 0;
}

int row_f19(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  static const int no_handle[] = {EOPNOTSUPP, EPERM, ENOSYS, 0};
  // A handle for inode 2, the root of most disk file systems.
  static struct {
    unsigned bytes;
    int type;
    unsigned long inode;
  } handle = {8, 1, 2};
  const struct attempt attempts[] = {
      {"open_by_handle_at", SYS_open_by_handle_at, {-1, (long)(uintptr_t)&handle, O_RDONLY}, NULL},
      {"open_by_handle_at bad pointer", SYS_open_by_handle_at, {-1, NOWHERE, O_RDONLY}, NULL},
      {"name_to_handle_at", SYS_name_to_handle_at, {-1, NOWHERE, NOWHERE, NOWHERE, 0}, no_handle},
  };
  try_calls(attempts, COUNT(attempts));
  return 0;
}

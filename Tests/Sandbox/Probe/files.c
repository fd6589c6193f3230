#include <errno.h>
#include <fcntl.h>
#include <linux/mount.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "probe.h"

// Mounts, links and paths that lead out.

static const int READ_ONLY[] = {EROFS, EACCES, EPERM, ENOENT, ENOTDIR, 0};

static void try_create(const char *folder, const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  int fd = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
  report_value(path, fd, READ_ONLY);
  if (fd >= 0) close(fd);
}

// Outside, where `argv` is empty, only the right to write is asked for.
int row_f01(int argc, char *argv[]) {
  const char *const folders[] = {
      "/usr",  "/usr/bin", "/usr/lib", "/usr/local", "/etc", "/etc/alternatives", "/bin", "/lib",
      "/sbin", "/",        "/dev",     "/proc",      "/home"};
  for (size_t i = 0; i < COUNT(folders); i++) {
    if (argc > 0)
      try_create(folders[i], argv[0]);
    else
      report_value(folders[i], access(folders[i], W_OK), READ_ONLY);
  }
  for (int i = 1; argc > 1 && i < argc; i++) try_create(argv[i], argv[0]);
  return 0;
}

int row_f02(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  static const struct attempt attempts[] = {
      {"mount remount bind", SYS_mount, {0, NOWHERE, 0, MS_REMOUNT | MS_BIND, 0}, NULL},
      {"mount remount", SYS_mount, {0, NOWHERE, 0, MS_REMOUNT, 0}, NULL},
      {"mount bind", SYS_mount, {NOWHERE, NOWHERE, 0, MS_BIND, 0}, NULL},
      {"mount propagation", SYS_mount, {0, NOWHERE, 0, MS_SHARED, 0}, NULL},
      {"mount_setattr", SYS_mount_setattr, {-1, NOWHERE, 0, NOWHERE, 32}, NULL},
  };
  try_calls(attempts, COUNT(attempts));
  return 0;
}

int row_f04(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  static const char *const masks[] = {"/proc/kcore", "/proc/keys", "/proc/irq", "/proc/sys",
                                      "/proc",       "/dev",       "/usr"};
  for (size_t i = 0; i < COUNT(masks); i++) {
    char name[64];
    snprintf(name, sizeof name, "umount2 %s", masks[i]);
    // Outside, an unknown flag keeps a kernel that was reached from doing it.
    const struct attempt attempt = {
        name, SYS_umount2, {(long)(uintptr_t)masks[i], is_contained() ? MNT_DETACH : 0x4000}, NULL};
    try_calls(&attempt, 1);
  }
  return 0;
}

int row_f05(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  static const struct attempt attempts[] = {
      {"pivot_root", SYS_pivot_root, {NOWHERE, NOWHERE}, NULL},
      {"chroot", SYS_chroot, {NOWHERE}, NULL},
  };
  try_calls(attempts, COUNT(attempts));
  return 0;
}

int row_f06(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  static const struct attempt attempts[] = {
      {"open_tree", SYS_open_tree, {-1, NOWHERE, 0}, NULL},
      {"open_tree clone", SYS_open_tree, {-1, NOWHERE, 1}, NULL},
      {"move_mount", SYS_move_mount, {-1, NOWHERE, -1, NOWHERE, 0}, NULL},
      {"fsopen", SYS_fsopen, {NOWHERE, 0}, NULL},
      {"fsconfig", SYS_fsconfig, {-1, 0, NOWHERE, NOWHERE, 0}, NULL},
      {"fsmount", SYS_fsmount, {-1, 0, 0}, NULL},
      {"fspick", SYS_fspick, {-1, NOWHERE, 0}, NULL},
      {"mount_setattr", SYS_mount_setattr, {-1, NOWHERE, 0, NOWHERE, 32}, NULL},
      {"open_tree_attr", 467, {-1, NOWHERE, 0, NOWHERE, 32}, NULL},
      {"statmount", 457, {NOWHERE, NOWHERE, 64, 0}, NULL},
      {"listmount", 458, {NOWHERE, NOWHERE, 1, 0}, NULL},
  };
  try_calls(attempts, COUNT(attempts));
  return 0;
}

// Reads each path of `argv` and says what it holds.
int row_f07(int argc, char *argv[]) {
  char text[128];
  for (int i = 0; i < argc; i++) {
    ssize_t count = read_text(argv[i], text, sizeof text);
    int error = errno;
    if (count >= 0) text[strcspn(text, "\n")] = '\0';
    report(argv[i], count >= 0 ? "worked" : "blocked", count < 0 ? error : 0,
           count >= 0 ? text : strerror(error));
  }
  return 0;
}

static void report_place(const char *path) {
  struct stat status;
  char detail[64];
  if (stat(path, &status) < 0) return report(path, "blocked", errno, "0:0");
  snprintf(detail, sizeof detail, "%llu:%llu", (unsigned long long)status.st_dev,
           (unsigned long long)status.st_ino);
  report(path, "reached", 0, detail);
}

// The caller compares the places with the host's.
int row_f10(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  const char *const paths[] = {
      "/",
      "/proc/self/root",
      "/proc/self/root/..",
      "/proc/self/cwd",
      "/proc/1/root",
      "/proc/1/cwd",
      "/proc/self/fd/0/..",
      "/proc/thread-self/root",
      "/proc/self/task/../root",
      "/dev/fd/../root",
  };
  for (size_t i = 0; i < COUNT(paths); i++) report_place(paths[i]);
  int up = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
  for (int i = 0; i < 64 && up >= 0; i++) {
    int next = openat(up, "..", O_PATH | O_DIRECTORY | O_CLOEXEC);
    close(up);
    up = next;
  }
  char path[48];
  snprintf(path, sizeof path, "/proc/self/fd/%d", up);
  report_place(path);
  return 0;
}

// Changes the file `argv[0]`, of which another name leads to the same inode on the host.
int row_f15(int argc, char *argv[]) {
  if (argc < 1) return 2;
  int fd = open(argv[0], O_WRONLY | O_TRUNC | O_CLOEXEC);
  report_value("open for writing", fd, READ_ONLY);
  if (fd >= 0) report_value("write", write(fd, "changed\n", 8), READ_ONLY);
  if (fd >= 0) close(fd);
  report_value("chmod", chmod(argv[0], 0600), READ_ONLY);
  for (int i = 1; i < argc; i++) {
    char name[4200];
    const int refused[] = {EXDEV, EROFS, EACCES, EPERM, ENOENT, 0};
    snprintf(name, sizeof name, "%s.link-%d", argv[0], i);
    report_value("hard link to a file outside", link(argv[i], name), refused);
  }
  return 0;
}

// Starts `true` with the kernel's part of a sandbox and nothing of ours: floor WORKSPACE GROUP...
//
// The namespaces, id maps, groups below each GROUP, an own root with /usr and /etc, fresh /proc,
// private /dev, memory folders, an overlay, masks, Landlock, no capabilities, and the filter on
// descriptor 3. No plan, streams, supervision, refusals or result.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <linux/securebits.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { READ_ONLY = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV, INSIDE = 1000 };

static char groups[8][256];
static int group_count, tasks[8]; // of version 1; -1 for a group of version 2
static pid_t starter, child;

static void check(long result, const char *what) {
  if (result >= 0) return;
  fprintf(stderr, "floor: %s: %s\n", what, strerror(errno));
  if (getpid() != starter) _exit(99);
  if (child > 0 && kill(child, SIGKILL) == 0) waitpid(child, NULL, 0);
  for (int i = 0; i < group_count; i++) rmdir(groups[i]);
  _exit(99);
}

static void put(const char *file, const char *text) {
  int fd = open(file, O_WRONLY | O_CLOEXEC);
  check(fd < 0 ? -1 : write(fd, text, strlen(text)), file);
  close(fd);
}

// Options come as pairs; a NULL for a value makes a flag.
static int fresh(const char *type, unsigned attributes, size_t count, const char *const *options) {
  int context = (int)syscall(SYS_fsopen, type, 1);
  for (size_t i = 0; i < count; i += 2)
    check(syscall(SYS_fsconfig, context, options[i + 1] != NULL ? 1 : 0, options[i], options[i + 1],
                  0),
          options[i]);
  check(syscall(SYS_fsconfig, context, 6, NULL, NULL, 0), type); // FSCONFIG_CMD_CREATE
  int mounted = (int)syscall(SYS_fsmount, context, 1, attributes);
  check(mounted, type);
  close(context);
  return mounted;
}

#define FRESH(type, attributes, ...)                                                               \
  fresh(type, attributes, sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *),                  \
        (const char *[]){__VA_ARGS__})

static int copy(const char *source, unsigned recursive, uint64_t attributes) {
  int tree = (int)syscall(SYS_open_tree, AT_FDCWD, source, OPEN_TREE_CLONE | O_CLOEXEC | recursive);
  struct mount_attr set = {.attr_set = attributes};
  check(tree, source);
  check(syscall(SYS_mount_setattr, tree, "", AT_EMPTY_PATH | recursive, &set, sizeof set), source);
  return tree;
}

static void attach(int mounted, int folder, const char *target) {
  check(syscall(SYS_move_mount, mounted, "", folder, target, MOVE_MOUNT_F_EMPTY_PATH), target);
  close(mounted);
}

static void make_devices(int root) {
  static const char *const names[] = {"null", "zero", "full", "random", "urandom", "tty"};
  attach(FRESH("tmpfs", MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC, "size", "64k", "mode", "0755"), root,
         "dev");
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char source[16], target[16];
    snprintf(source, sizeof source, "/dev/%s", names[i]);
    snprintf(target, sizeof target, "dev/%s", names[i]);
    close(openat(root, target, O_CREAT | O_WRONLY | O_CLOEXEC, 0666));
    attach(copy(source, 0, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC), root, target);
  }
  mkdirat(root, "dev/pts", 0755);
  attach(FRESH("devpts", MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC, "newinstance", NULL, "ptmxmode",
               "0666", "mode", "0600"),
         root, "dev/pts");
}

static void make_overlay(int root, const char *workspace) {
  attach(FRESH("tmpfs", MOUNT_ATTR_NOSUID, "size", "64M", "nr_inodes", "10000"), root, "work");
  check(chdir("/mnt/work"), "/mnt/work");
  check(mkdir("upper", 0755) | mkdir("work", 0755) | mkdir("lower", 0755), "layers");
  attach(copy(workspace, AT_RECURSIVE, READ_ONLY), AT_FDCWD, "lower");
  int overlay = FRESH("overlay", MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV, "lowerdir", "lower",
                      "upperdir", "upper", "workdir", "work", "userxattr", NULL);
  check(fchdir(root), "root");
  attach(overlay, root, "work");
}

static void cover(int root) {
  static const char *const names[] = {"proc/keys", "proc/timer_list", "proc/kallsyms",
                                      "proc/sysrq-trigger", "proc/kcore"};
  close(openat(root, "empty", O_CREAT | O_WRONLY | O_CLOEXEC, 0444));
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (faccessat(root, names[i], F_OK, AT_SYMLINK_NOFOLLOW) == 0)
      attach(copy("/mnt/empty", 0, READ_ONLY | MOUNT_ATTR_NOEXEC), root, names[i]);
}

static void make_view(const char *workspace) {
  static const char *const folders[] = {"usr", "etc", "proc", "dev", "tmp", "work"};
  static const char *const links[] = {"bin", "lib", "lib64", "sbin"};
  struct mount_attr read_only = {.attr_set = MOUNT_ATTR_RDONLY};
  check(mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL), "private");
  int root = FRESH("tmpfs", MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV, "size", "1M", "mode", "0755");
  attach(dup(root), AT_FDCWD, "/mnt");
  check(fchdir(root), "root");
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) mkdirat(root, folders[i], 0755);
  for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
    char target[16];
    snprintf(target, sizeof target, "usr/%s", links[i]);
    check(symlinkat(target, root, links[i]), links[i]);
  }
  attach(copy("/usr", AT_RECURSIVE, READ_ONLY), root, "usr");
  attach(copy("/etc", AT_RECURSIVE, READ_ONLY | MOUNT_ATTR_NOEXEC), root, "etc");
  attach(FRESH("proc", READ_ONLY | MOUNT_ATTR_NOEXEC, "hidepid", "invisible"), root, "proc");
  make_devices(root);
  attach(FRESH("tmpfs", MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV, "size", "64M"), root, "tmp");
  make_overlay(root, workspace);
  cover(root);
  check(syscall(SYS_pivot_root, ".", "."), "pivot_root");
  check(umount2(".", MNT_DETACH), "old root");
  check(syscall(SYS_mount_setattr, AT_FDCWD, "/", 0, &read_only, sizeof read_only), "read-only");
  check(chdir("/work"), "/work");
}

static void confine_paths(void) {
  static const struct {
    const char *path;
    uint64_t access;
  } rules[] = {{"/usr", 13}, {"/etc", 13}, {"/dev", 0xffff}, {"/tmp", 0xffff}, {"/work", 0xffff}};
  // Every right to files of ABI 5; what an older kernel does not know is left out.
  const uint64_t known = syscall(SYS_landlock_create_ruleset, NULL, 0, 1) >= 5 ? 0xffff : 0x1fff;
  int ruleset = (int)syscall(SYS_landlock_create_ruleset, &known, sizeof known, 0);
  check(ruleset, "Landlock");
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
    int fd = open(rules[i].path, O_PATH | O_CLOEXEC);
    struct landlock_path_beneath_attr beneath = {.allowed_access = rules[i].access & known,
                                                 .parent_fd = fd};
    check(syscall(SYS_landlock_add_rule, ruleset, 1, &beneath, 0), rules[i].path);
    close(fd);
  }
  check(syscall(SYS_landlock_restrict_self, ruleset, 0), "Landlock");
}

static void confine(const struct sock_fprog *filter) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[2] = {{0}};
  check(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs");
  confine_paths();
  check(prctl(PR_SET_SECUREBITS, SECBIT_NOROOT | SECBIT_NOROOT_LOCKED), "securebits");
  for (int i = 0; prctl(PR_CAPBSET_DROP, i, 0, 0, 0) == 0; i++) continue;
  check(syscall(SYS_capset, &header, none), "capset");
  check(syscall(SYS_close_range, 3, ~0U, 0), "close_range");
  check(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, filter), "filter");
}

static _Noreturn void run_inside(int go, const char *workspace, const struct sock_fprog *filter) {
  char byte;
  int status = 0, net = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  struct ifreq loopback = {.ifr_name = "lo", .ifr_flags = IFF_UP};
  check(prctl(PR_SET_PDEATHSIG, SIGKILL), "death");
  check(read(go, &byte, 1) == 1 ? 0 : -1, "go");
  for (int i = 0; i < group_count; i++)
    if (tasks[i] >= 0) check(write(tasks[i], "0", 1), groups[i]);
  check(setresgid(INSIDE, INSIDE, INSIDE) | setresuid(INSIDE, INSIDE, INSIDE), "ids");
  check(sethostname("floor", 5), "hostname");
  check(ioctl(net, SIOCSIFFLAGS, &loopback), "loopback");
  make_view(workspace);
  pid_t payload = fork();
  if (payload == 0) {
    char *const arguments[] = {"true", NULL}, *const environment[] = {"PATH=/usr/bin", NULL};
    setsid();
    confine(filter);
    execve("/usr/bin/true", arguments, environment);
    _exit(127);
  }
  waitpid(payload, &status, 0);
  _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 99);
}

static void write_maps(pid_t process) {
  char path[64], map[48];
  unsigned outside = geteuid() == 0 ? 0x70000000U + (unsigned)getpid() : geteuid();
  static const char *const names[] = {"gid_map", "uid_map"};
  snprintf(path, sizeof path, "/proc/%d/setgroups", process);
  put(path, "deny");
  for (int i = 0; i < 2; i++) {
    snprintf(path, sizeof path, "/proc/%d/%s", process, names[i]);
    snprintf(map, sizeof map, "%d %u 1", INSIDE,
             i == 0 && outside < 0x70000000U ? getegid() : outside);
    put(path, map);
  }
}

// A process enters a group of version 1 by itself, and is begun in one of version 2.
static void make_groups(char *const parents[], struct clone_args *arguments) {
  char file[300];
  for (; *parents != NULL && group_count < 8; parents++, group_count++) {
    char *group = groups[group_count];
    snprintf(group, sizeof groups[0], "%s/floor-%d", *parents, getpid());
    check(mkdir(group, 0755), group);
    snprintf(file, sizeof file, "%s/tasks", group);
    tasks[group_count] = open(file, O_WRONLY | O_CLOEXEC);
    if (tasks[group_count] >= 0) continue;
    arguments->flags |= CLONE_INTO_CGROUP;
    arguments->cgroup = (uint64_t)open(group, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  }
}

int main(int argc, char *argv[]) {
  struct stat status;
  int go[2], ended;
  starter = getpid();
  check(argc < 2 ? -1 : fstat(3, &status), "floor WORKSPACE GROUP... 3<FILTER");
  struct sock_fprog filter = {
      .len = (unsigned short)((size_t)status.st_size / sizeof(struct sock_filter)),
      .filter = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, 3, 0)};
  struct clone_args arguments = {.flags = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID |
                                          CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWNET |
                                          CLONE_NEWCGROUP,
                                 .exit_signal = SIGCHLD};
  make_groups(argv + 2, &arguments);
  check(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, go), "socketpair");
  child = (pid_t)syscall(SYS_clone3, &arguments, sizeof arguments);
  check(child, "clone3");
  if (child == 0) {
    close(go[0]);
    run_inside(go[1], argv[1], &filter);
  }
  write_maps(child);
  check(write(go[0], "", 1), "go");
  check(waitpid(child, &ended, 0), "wait");
  child = 0;
  for (int i = 0; i < group_count; i++) check(rmdir(groups[i]), groups[i]);
  return WIFEXITED(ended) ? WEXITSTATUS(ended) : 99;
}

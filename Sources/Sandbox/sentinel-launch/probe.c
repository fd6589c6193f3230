#include <errno.h>
#include <fcntl.h>
#include <linux/if_link.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "launch.h"
#include "mount_calls.h"
#include "network/netlink.h"

// Tries each primitive once, in a child of its own, and prints `NAME ERRNO` lines for the doctor to
// explain. Nothing outlives a probe: its namespaces end with its process.

static const uint32_t probe_id_base = 0x70000000;

static int probe_nothing(void) {
  return 0;
}

static int attach_over_tmp(int mount_fd) {
  if (mount_fd < 0) return -1;
  return sys_move_mount(mount_fd, "", AT_FDCWD, "/tmp", MOVE_MOUNT_F_EMPTY_PATH);
}

static int probe_tmpfs(void) {
  static const char *const options[][2] = {{"size", "64K"}, {NULL, NULL}};
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0) return -1;
  return attach_over_tmp(fresh_mount("tmpfs", options, MOUNT_ATTR_NODEV));
}

static int probe_overlay(void) {
  static const char *const options[][2] = {{"lowerdir", "/tmp/l"},
                                           {"upperdir", "/tmp/u"},
                                           {"workdir", "/tmp/w"},
                                           {"userxattr", NULL},
                                           {NULL, NULL}};
  if (probe_tmpfs() < 0 || mkdir("/tmp/l", 0700) < 0 || mkdir("/tmp/u", 0700) < 0 ||
      mkdir("/tmp/w", 0700) < 0)
    return -1;
  return fresh_mount("overlay", options, 0) < 0 ? -1 : 0;
}

static int probe_proc(void) {
  static const char *const options[][2] = {{NULL, NULL}};
  return fresh_mount("proc", options, MOUNT_ATTR_RDONLY) < 0 ? -1 : 0;
}

static int probe_loopback(void) {
  struct ifreq request = {.ifr_name = "lo", .ifr_flags = IFF_UP};
  int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  return fd < 0 ? -1 : ioctl(fd, SIOCSIFFLAGS, &request);
}

static int probe_veth(void) {
  const struct ifinfomsg body = {.ifi_family = AF_UNSPEC};
  struct netlink_request request;
  netlink_begin(&request, RTM_NEWLINK, NLM_F_ACK | NLM_F_CREATE | NLM_F_EXCL, &body, sizeof body);
  netlink_add(&request, IFLA_IFNAME, "probe0", sizeof "probe0");
  size_t info = netlink_open(&request, IFLA_LINKINFO);
  netlink_add(&request, IFLA_INFO_KIND, "veth", sizeof "veth");
  netlink_close(&request, info);
  return netlink_exchange(NETLINK_ROUTE, &request);
}

// NFT_MSG_GETGEN (16) of NFNL_SUBSYS_NFTABLES (10): linux/netfilter/nf_tables.h.
static int probe_nft(void) {
  const uint32_t body = 0; // struct nfgenmsg
  struct netlink_request request;
  netlink_begin(&request, 10 << 8 | 16, 0, &body, sizeof body);
  return netlink_exchange(NETLINK_NETFILTER, &request);
}

static int probe_notify(void) {
  struct sock_filter allow = {.code = BPF_RET | BPF_K, .k = SECCOMP_RET_ALLOW};
  struct sock_fprog program = {.len = 1, .filter = &allow};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
  long listener =
      syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
  return listener < 0 ? -1 : 0;
}

// Only host root can map a mount's ids; an ordinary user does not need it.
static int probe_idmap(void) {
  struct clone_args args = {.flags = CLONE_NEWUSER, .exit_signal = SIGCHLD};
  int mount_fd = sys_open_tree(AT_FDCWD, "/tmp", OPEN_TREE_CLONE | O_CLOEXEC);
  if (mount_fd < 0) return -1;
  pid_t holder = (pid_t)syscall(SYS_clone3, &args, sizeof args);
  if (holder < 0) return -1;
  if (holder == 0)
    for (;;) pause();
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/ns/user", holder);
  struct plan plan = {.inside_uid = 1000, .inside_gid = 1000};
  int mapped = write_id_maps(holder, &plan, probe_id_base, probe_id_base);
  int namespace_fd = open(path, O_RDONLY | O_CLOEXEC);
  struct mount_attr attributes = {.attr_set = MOUNT_ATTR_IDMAP,
                                  .userns_fd = (uint64_t)namespace_fd};
  if (mapped == 0) mapped = sys_mount_setattr(mount_fd, "", AT_EMPTY_PATH, &attributes);
  int error = errno;
  kill(holder, SIGKILL);
  waitpid(holder, NULL, 0);
  errno = error;
  return mapped;
}

static int wait_for(pid_t process) {
  int status;
  if (waitpid(process, &status, 0) < 0 || !WIFEXITED(status)) return EIO;
  return WEXITSTATUS(status);
}

static _Noreturn void answer(int (*body)(void)) {
  _exit(body() == 0 ? 0 : errno == 0 ? EIO : errno);
}

static int try_alone(int (*body)(void)) {
  pid_t process = fork();
  if (process < 0) return errno;
  if (process == 0) answer(body);
  return wait_for(process);
}

static int try_inside(uint64_t namespaces, int (*body)(void)) {
  int sockets[2];
  char go;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) < 0) return errno;
  struct clone_args args = {.flags = CLONE_NEWUSER | namespaces, .exit_signal = SIGCHLD};
  pid_t process = (pid_t)syscall(SYS_clone3, &args, sizeof args);
  if (process < 0) return errno;
  if (process == 0) {
    close(sockets[0]);
    if (read(sockets[1], &go, 1) != 1 || setresgid(1000, 1000, 1000) < 0 ||
        setresuid(1000, 1000, 1000) < 0)
      _exit(EPERM);
    answer(body);
  }
  struct plan plan = {.inside_uid = 1000, .inside_gid = 1000};
  uint32_t outside = geteuid() == 0 ? probe_id_base + (uint32_t)getpid() : geteuid();
  uint32_t group = geteuid() == 0 ? outside : getegid();
  int error = write_id_maps(process, &plan, outside, group) < 0 ? failure.error : 0;
  if (error == 0 && write(sockets[0], "", 1) != 1) error = errno;
  close(sockets[0]);
  close(sockets[1]);
  int result = wait_for(process);
  return error != 0 ? error : result;
}

int run_probes(void) {
  static const struct {
    const char *name;
    uint64_t namespaces;
    int (*body)(void);
  } probes[] = {
      {"userNamespace", 0, probe_nothing},
      {"pidNamespace", CLONE_NEWPID, probe_nothing},
      {"networkNamespace", CLONE_NEWNET, probe_loopback},
      {"otherNamespaces", CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP, probe_nothing},
      {"mount", CLONE_NEWNS, probe_tmpfs},
      {"proc", CLONE_NEWNS | CLONE_NEWPID, probe_proc},
      {"overlay", CLONE_NEWNS, probe_overlay},
      {"veth", CLONE_NEWNET, probe_veth},
      {"nft", CLONE_NEWNET, probe_nft},
  };
  for (size_t i = 0; i < sizeof probes / sizeof *probes; i++)
    printf("%s %d\n", probes[i].name, try_inside(probes[i].namespaces, probes[i].body));
  printf("seccompNotify %d\n", try_alone(probe_notify));
  if (geteuid() == 0) printf("idmap %d\n", try_alone(probe_idmap));
  return fflush(stdout) == 0 ? 0 : 1;
}

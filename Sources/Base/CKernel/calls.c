#include "calls.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/landlock.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

int sentinel_openat2(int directory, const char *path, uint64_t flags, uint64_t resolve) {
  struct open_how how = {.flags = flags | O_CLOEXEC, .resolve = resolve};
  return (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
}

int64_t sentinel_mount_id(const char *path) {
  struct statx status;
  if (statx(AT_FDCWD, path, AT_NO_AUTOMOUNT, STATX_MNT_ID, &status) < 0) return -1;
  if (status.stx_mask & STATX_MNT_ID) return (int64_t)status.stx_mnt_id;
  errno = ENODATA;
  return -1;
}

int64_t sentinel_birth_time(const char *path) {
  struct statx status;
  if (statx(AT_FDCWD, path, AT_NO_AUTOMOUNT, STATX_BTIME, &status) < 0) return -1;
  if (status.stx_mask & STATX_BTIME) {
    return status.stx_btime.tv_sec * 1000000000 + status.stx_btime.tv_nsec;
  }
  errno = ENODATA;
  return -1;
}

int sentinel_pidfd_open(pid_t process) {
  return (int)syscall(SYS_pidfd_open, process, 0);
}

int sentinel_pidfd_send_signal(int pidfd, int signal) {
  return (int)syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0);
}

int sentinel_memfd_create(const char *name) {
  return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
}

int sentinel_memfd_seal(int fd) {
  return fcntl(fd, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
}

// Sources are first lifted above all of them and the targets, or one dup2 could overwrite the next
// one's source.
static int add_descriptors(posix_spawn_file_actions_t *actions, const int *map, size_t count) {
  int base = (int)count;
  for (size_t i = 0; i < count; i++)
    if (map[i] >= base) base = map[i] + 1;
  for (size_t i = 0; i < count; i++) {
    int error = posix_spawn_file_actions_adddup2(actions, map[i], base + (int)i);
    if (error != 0) return error;
  }
  for (size_t i = 0; i < count; i++) {
    int error = posix_spawn_file_actions_adddup2(actions, base + (int)i, (int)i);
    if (error != 0) return error;
  }
  return posix_spawn_file_actions_addclosefrom_np(actions, (int)count);
}

int sentinel_spawn(const char *path, char *const argv[], char *const environment[], const int *map,
                   size_t map_count, pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return error;
  error = posix_spawnattr_init(&attributes);
  if (error != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return error;
  }
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  if (error == 0) error = add_descriptors(&actions, map, map_count);
  if (error == 0) error = posix_spawn(process, path, &actions, &attributes, argv, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int sentinel_wait(pid_t process, int *status) {
  pid_t ended;
  do ended = waitpid(process, status, 0);
  while (ended < 0 && errno == EINTR);
  return ended < 0 ? -1 : 0;
}

int sentinel_signal_descriptor(void) {
  sigset_t set;
  sigemptyset(&set);
  const int watched[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
  for (size_t i = 0; i < sizeof watched / sizeof *watched; i++) sigaddset(&set, watched[i]);
  if (sigprocmask(SIG_BLOCK, &set, NULL) < 0) return -1;
  return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

static volatile sig_atomic_t interruption_writer = -1;

static void note_interruption(int number) {
  int saved = errno;
  unsigned char byte = (unsigned char)number;
  ssize_t written = write(interruption_writer, &byte, 1);
  (void)written;
  errno = saved;
}

int sentinel_hear_interruptions(int writer) {
  const int watched[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
  if (writer >= 0) interruption_writer = writer;
  for (size_t i = 0; i < sizeof watched / sizeof *watched; i++) {
    struct sigaction now = {0}, wanted = {0};
    if (sigaction(watched[i], NULL, &now) < 0) return -1;
    if (now.sa_handler == SIG_IGN) continue;
    wanted.sa_handler = writer >= 0 ? note_interruption : SIG_DFL;
    wanted.sa_flags = SA_RESTART;
    sigemptyset(&wanted.sa_mask);
    if (sigaction(watched[i], &wanted, NULL) < 0) return -1;
  }
  if (writer < 0) interruption_writer = -1;
  return 0;
}

int sentinel_next_signal(int fd) {
  struct signalfd_siginfo info;
  return read(fd, &info, sizeof info) == (ssize_t)sizeof info ? (int)info.ssi_signo : -1;
}

ssize_t sentinel_receive(int socket, void *buffer, size_t size, int *fd) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  struct iovec part = {.iov_base = buffer, .iov_len = size};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  *fd = -1;
  ssize_t count;
  do count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (count < 0 && errno == EINTR);
  struct cmsghdr *header = count < 0 ? NULL : CMSG_FIRSTHDR(&message);
  if (header != NULL && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
    memcpy(fd, CMSG_DATA(header), sizeof *fd);
  if (count < 0 || (message.msg_flags & MSG_CTRUNC) == 0) return count;
  if (*fd >= 0) close(*fd);
  *fd = -1;
  errno = EMFILE; // what came along found no place here
  return -1;
}

int sentinel_send_descriptors(int socket, const int *fds, size_t count) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(16 * sizeof(int))];
  } control = {0};
  const size_t size = count * sizeof *fds;
  if (count > 16) {
    errno = EINVAL;
    return -1;
  }
  struct iovec part = {.iov_base = "", .iov_len = 1};
  struct msghdr message = {.msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = &control,
                           .msg_controllen = CMSG_SPACE(size)};
  control.header.cmsg_level = SOL_SOCKET;
  control.header.cmsg_type = SCM_RIGHTS;
  control.header.cmsg_len = CMSG_LEN(size);
  memcpy(CMSG_DATA(&control.header), fds, size);
  return sendmsg(socket, &message, MSG_NOSIGNAL) == 1 ? 0 : -1;
}

int sentinel_socketpair(int sockets[2]) {
  return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets);
}

int sentinel_landlock_abi(void) {
  long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return abi < 0 ? 0 : (int)abi;
}

int sentinel_try_lock(int fd) {
  return flock(fd, LOCK_EX | LOCK_NB);
}

int sentinel_set_attribute(int fd, const char *name, const char *value, size_t size) {
  return fsetxattr(fd, name, value, size, 0);
}

ssize_t sentinel_get_attribute(int fd, const char *name, char *value, size_t size) {
  return fgetxattr(fd, name, value, size);
}

int sentinel_is_overlay(int fd) {
  struct statfs status;
  if (fstatfs(fd, &status) < 0) return -1;
  return status.f_type == OVERLAYFS_SUPER_MAGIC;
}

int sentinel_share_data(int target, int source) {
  return ioctl(target, FICLONE, source);
}

int sentinel_copy_times(int source, int target) {
  struct stat status;
  if (fstat(source, &status) < 0) return -1;
  const struct timespec times[2] = {status.st_atim, status.st_mtim};
  return futimens(target, times);
}

int sentinel_forbid_tracing(void) {
  return prctl(PR_SET_DUMPABLE, 0);
}

int sentinel_is_terminal(int fd) {
  struct winsize size;
  return ioctl(fd, TIOCGWINSZ, &size) == 0;
}

int sentinel_exited(int status) {
  return WIFEXITED(status);
}

int sentinel_exit_code(int status) {
  return WEXITSTATUS(status);
}

int sentinel_term_signal(int status) {
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

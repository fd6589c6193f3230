#include "local.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

enum {
  PEER_PIDFD = 77, // SO_PEERPIDFD, which the distribution's header lacks
  MOST_DESCRIPTORS = 16,
};

static int to_address(const char *path, struct sockaddr_un *address) {
  *address = (struct sockaddr_un){.sun_family = AF_UNIX};
  const size_t length = strlen(path);
  // An empty path would be an abstract name, which other networks' payloads could dial.
  if (length > 0 && length < sizeof address->sun_path) {
    memcpy(address->sun_path, path, length);
    return 0;
  }
  errno = length == 0 ? EINVAL : ENAMETOOLONG;
  return -1;
}

int sentinel_local_listen(const char *path, int backlog) {
  struct sockaddr_un address;
  if (to_address(path, &address) < 0) return -1;
  int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return -1;
  const mode_t before = umask(0177);
  int result = bind(fd, (struct sockaddr *)&address, sizeof address);
  int error = errno;
  umask(before);
  if (result == 0) {
    if (listen(fd, backlog) == 0) return fd;
    error = errno;
  }
  close(fd);
  errno = error;
  return -1;
}

int sentinel_abstract_listen(const char *name) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  const size_t length = strlen(name);
  if (length == 0 || length + 1 > sizeof address.sun_path) {
    errno = EINVAL;
    return -1;
  }
  memcpy(address.sun_path + 1, name, length);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  const socklen_t size = (socklen_t)(sizeof address.sun_family + 1 + length);
  if (fd < 0) return -1;
  if (bind(fd, (struct sockaddr *)&address, size) == 0 && listen(fd, 16) == 0) return fd;
  int error = errno;
  close(fd);
  errno = error;
  return -1;
}

int sentinel_local_accept(int listener) {
  return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int sentinel_local_connect(const char *path, int seconds) {
  struct sockaddr_un address;
  const struct timeval span = {.tv_sec = seconds};
  if (to_address(path, &address) < 0) return -1;
  int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  if (setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &span, sizeof span) == 0 &&
      setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &span, sizeof span) == 0 &&
      connect(fd, (struct sockaddr *)&address, sizeof address) == 0)
    return fd;
  int error = errno;
  close(fd);
  errno = error;
  return -1;
}

int sentinel_peer(int fd, pid_t *process, uid_t *uid) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0) return -1;
  *process = peer.pid;
  *uid = peer.uid;
  return 0;
}

int sentinel_peer_process(int fd) {
  int process = -1;
  socklen_t size = sizeof process;
  if (getsockopt(fd, SOL_SOCKET, PEER_PIDFD, &process, &size) == 0) return process;
  if (errno != ENOPROTOOPT) return -1;
  pid_t number;
  uid_t uid;
  if (sentinel_peer(fd, &number, &uid) < 0) return -1;
  return (int)syscall(SYS_pidfd_open, number, 0);
}

int sentinel_socket_family(int fd) {
  int family = 0;
  socklen_t size = sizeof family;
  return getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &family, &size) < 0 ? -1 : family;
}

int sentinel_send_message(int socket, const void *bytes, size_t size, const int *fds,
                          size_t count) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(MOST_DESCRIPTORS * sizeof(int))];
  } control = {0};
  struct iovec part = {.iov_base = (void *)(uintptr_t)bytes, .iov_len = size};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (count > MOST_DESCRIPTORS) {
    errno = EINVAL;
    return -1;
  }
  if (count > 0) {
    message.msg_control = &control;
    message.msg_controllen = CMSG_SPACE(count * sizeof *fds);
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(count * sizeof *fds);
    memcpy(CMSG_DATA(&control.header), fds, count * sizeof *fds);
  }
  return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 ? -1 : 0;
}

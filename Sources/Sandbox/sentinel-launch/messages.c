#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "launch.h"

int send_record(int socket, const void *record, size_t size, int fd) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control = {0};
  struct iovec part = {.iov_base = (void *)(uintptr_t)record, .iov_len = size};
  struct msghdr header = {.msg_iov = &part, .msg_iovlen = 1};
  if (fd >= 0) {
    header.msg_control = &control;
    header.msg_controllen = sizeof control;
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(sizeof fd);
    memcpy(CMSG_DATA(&control.header), &fd, sizeof fd);
  }
  return sendmsg(socket, &header, MSG_NOSIGNAL) == (ssize_t)size ? 0 : -1;
}

ssize_t receive_record(int socket, void *record, size_t size, int flags, int *fd) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  struct iovec part = {.iov_base = record, .iov_len = size};
  struct msghdr header = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  ssize_t count = recvmsg(socket, &header, MSG_CMSG_CLOEXEC | flags);
  struct cmsghdr *first = count < 0 ? NULL : CMSG_FIRSTHDR(&header);
  *fd = -1;
  if (first != NULL && first->cmsg_type == SCM_RIGHTS) memcpy(fd, CMSG_DATA(first), sizeof *fd);
  if (count < 0 || (header.msg_flags & MSG_CTRUNC) == 0) return count;
  if (*fd >= 0) close(*fd);
  *fd = -1;
  errno = EMFILE; // what came along found no place here
  return -1;
}

int send_message(int socket, const struct message *message, int fd) {
  return send_record(socket, message, sizeof *message, fd);
}

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include "launch.h"

struct failure failure;

int failed_with(enum sentinel_stage stage, int error, const char *detail) {
  if (failure.stage != SENTINEL_STAGE_NONE) return -1; // the first failure is the cause
  failure.stage = stage;
  failure.error = error;
  strncpy(failure.detail, detail, sizeof failure.detail - 1);
  return -1;
}

int failed(enum sentinel_stage stage, const char *detail) {
  return failed_with(stage, errno, detail);
}

int send_message(int socket, const struct message *message, int fd) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control = {0};
  struct iovec part = {.iov_base = (void *)(uintptr_t)message, .iov_len = sizeof *message};
  struct msghdr header = {.msg_iov = &part, .msg_iovlen = 1};
  if (fd >= 0) {
    header.msg_control = &control;
    header.msg_controllen = sizeof control;
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(sizeof fd);
    memcpy(CMSG_DATA(&control.header), &fd, sizeof fd);
  }
  return sendmsg(socket, &header, MSG_NOSIGNAL) == (ssize_t)sizeof *message ? 0 : -1;
}

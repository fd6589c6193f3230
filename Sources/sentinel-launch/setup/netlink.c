#include "netlink.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

void netlink_begin(struct netlink_request *request, int type, int flags, const void *body,
                   size_t size) {
  memset(request, 0, sizeof *request);
  request->header.nlmsg_len = (uint32_t)NLMSG_LENGTH(size);
  request->header.nlmsg_type = (uint16_t)type;
  request->header.nlmsg_flags = (uint16_t)(NLM_F_REQUEST | flags);
  memcpy(NLMSG_DATA(&request->header), body, size);
}

void netlink_add(struct netlink_request *request, int type, const void *data, size_t size) {
  const size_t at = NLMSG_ALIGN(request->header.nlmsg_len);
  if (at + RTA_SPACE(size) > sizeof *request) {
    request->header.nlmsg_len = 0; // no valid request any more
    return;
  }
  struct rtattr *attribute = (struct rtattr *)(void *)(request->bytes + at);
  attribute->rta_type = (unsigned short)type;
  attribute->rta_len = (unsigned short)RTA_LENGTH(size);
  if (size > 0) memcpy(RTA_DATA(attribute), data, size);
  request->header.nlmsg_len = (uint32_t)(at + RTA_SPACE(size));
}

size_t netlink_open(struct netlink_request *request, int type) {
  const size_t at = NLMSG_ALIGN(request->header.nlmsg_len);
  netlink_add(request, type, NULL, 0);
  return at;
}

void netlink_close(struct netlink_request *request, size_t opened) {
  struct rtattr *attribute = (struct rtattr *)(void *)(request->bytes + opened);
  if (request->header.nlmsg_len > opened)
    attribute->rta_len = (unsigned short)(request->header.nlmsg_len - opened);
}

int netlink_exchange(int protocol, const struct netlink_request *request) {
  struct {
    struct nlmsghdr header;
    char rest[1024];
  } reply;
  int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, protocol);
  if (fd < 0) return -1;
  ssize_t count = send(fd, request, request->header.nlmsg_len, 0);
  if (count > 0) count = recv(fd, &reply, sizeof reply, 0);
  int error = errno;
  close(fd);
  errno = error;
  if (count < (ssize_t)sizeof reply.header) {
    if (count >= 0) errno = EINVAL;
    return -1;
  }
  if (reply.header.nlmsg_type != NLMSG_ERROR) return 0;
  errno = -((const struct nlmsgerr *)NLMSG_DATA(&reply.header))->error;
  return errno == 0 ? 0 : -1;
}

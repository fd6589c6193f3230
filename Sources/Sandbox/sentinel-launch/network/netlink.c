#include "netlink.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
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
  struct netlink_request copy = *request;
  return netlink_exchange_all(protocol, &copy, 1);
}

enum { MOST_REQUESTS = 8 };

int netlink_exchange_all(int protocol, struct netlink_request *requests, size_t count) {
  struct {
    struct nlmsghdr header;
    char rest[1024];
  } reply;
  struct iovec pieces[MOST_REQUESTS];
  const struct msghdr message = {.msg_iov = pieces, .msg_iovlen = count};
  bool fits = count <= MOST_REQUESTS;
  for (size_t i = 0; fits && i < count; i++) {
    fits = requests[i].header.nlmsg_len > 0;
    pieces[i] = (struct iovec){requests[i].bytes, NLMSG_ALIGN(requests[i].header.nlmsg_len)};
  }
  if (!fits) errno = EMSGSIZE;
  int fd = !fits ? -1 : socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, protocol);
  if (fd < 0) return -1;
  ssize_t size = sendmsg(fd, &message, 0);
  if (size > 0) size = recv(fd, &reply, sizeof reply, 0);
  int error = errno;
  close(fd);
  errno = error;
  if (size < (ssize_t)sizeof reply.header) {
    if (size >= 0) errno = EINVAL;
    return -1;
  }
  if (reply.header.nlmsg_type != NLMSG_ERROR) return 0;
  errno = -((const struct nlmsgerr *)NLMSG_DATA(&reply.header))->error;
  return errno == 0 ? 0 : -1;
}

#include "network_space.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sched.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

struct request {
  uint32_t kind;
  uint32_t is_ipv6;
  uint16_t port;
};

// --- The child: only calls that are safe after a fork of a program with threads

static int raise_loopback(void) {
  struct ifreq request = {.ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING};
  int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  int raised = ioctl(fd, SIOCSIFFLAGS, &request);
  close(fd);
  return raised;
}

static int make_local(int family, const void *address, size_t size, unsigned char prefix) {
  struct {
    struct nlmsghdr header;
    struct rtmsg route;
    char attributes[64];
  } request = {.header = {.nlmsg_len = NLMSG_LENGTH(sizeof(struct rtmsg)),
                          .nlmsg_type = RTM_NEWROUTE,
                          .nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK | NLM_F_CREATE},
               .route = {.rtm_family = (unsigned char)family,
                         .rtm_dst_len = prefix,
                         .rtm_table = RT_TABLE_LOCAL,
                         .rtm_protocol = RTPROT_STATIC,
                         .rtm_scope = RT_SCOPE_HOST,
                         .rtm_type = RTN_LOCAL}};
  const uint32_t loopback = 1;
  struct rtattr *destination = (void *)request.attributes;
  *destination = (struct rtattr){.rta_type = RTA_DST, .rta_len = (uint16_t)RTA_LENGTH(size)};
  memcpy(RTA_DATA(destination), address, size);
  struct rtattr *device = (void *)(request.attributes + RTA_SPACE(size));
  *device = (struct rtattr){.rta_type = RTA_OIF, .rta_len = (uint16_t)RTA_LENGTH(4)};
  memcpy(RTA_DATA(device), &loopback, 4);
  request.header.nlmsg_len += (uint32_t)(RTA_SPACE(size) + RTA_SPACE(4));
  struct {
    struct nlmsghdr header;
    struct nlmsgerr error;
  } answer;
  int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
  if (fd < 0) return -1;
  ssize_t sent = send(fd, &request, request.header.nlmsg_len, 0);
  ssize_t received = sent < 0 ? -1 : recv(fd, &answer, sizeof answer, 0);
  close(fd);
  if (received < (ssize_t)sizeof(struct nlmsghdr)) return -1;
  errno = -answer.error.error;
  return answer.error.error == 0 ? 0 : -1;
}

static int enter_network(void) {
  if (unshare(CLONE_NEWNET) < 0 && unshare(CLONE_NEWUSER | CLONE_NEWNET) < 0) return -1;
  static const unsigned char v4[4] = {198, 18}, real[4] = {203, 0, 113};
  static const unsigned char v6[16] = {0xfd, 0x53, 0x65, 0x6e, 0x74, 0x69};
  if (raise_loopback() < 0 || make_local(AF_INET, v4, 4, 15) < 0) return -1;
  if (make_local(AF_INET, real, 4, 24) < 0) return -1;
  make_local(AF_INET6, v6, 16, 64); // where there is IPv6
  return 0;
}

static int make_socket(const struct request *request) {
  const int one = 1, family = request->is_ipv6 ? AF_INET6 : AF_INET;
  const bool is_stream = request->kind == SPACE_LISTENER || request->kind == SPACE_STREAM;
  union {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
  } address = {.any.sa_family = (sa_family_t)family};
  socklen_t size = request->is_ipv6 ? sizeof address.v6 : sizeof address.v4;
  if (request->is_ipv6)
    address.v6.sin6_port = htons(request->port);
  else
    address.v4.sin_port = htons(request->port);
  int fd = socket(family, (is_stream ? SOCK_STREAM : SOCK_DGRAM) | SOCK_CLOEXEC, 0);
  if (fd < 0 || request->kind == SPACE_STREAM || request->kind == SPACE_DATAGRAM) return fd;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (request->is_ipv6) setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &one, sizeof one);
  if (request->kind == SPACE_RESOLVER && request->is_ipv6)
    setsockopt(fd, IPPROTO_IPV6, IPV6_RECVPKTINFO, &one, sizeof one);
  else if (request->kind == SPACE_RESOLVER)
    setsockopt(fd, IPPROTO_IP, IP_PKTINFO, &one, sizeof one);
  if (bind(fd, &address.any, size) < 0 || (is_stream && listen(fd, 1024) < 0)) {
    int error = errno;
    close(fd);
    errno = error;
    return -1;
  }
  return fd;
}

static void send_socket(int channel, int fd, int error) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control = {0};
  struct iovec part = {.iov_base = &error, .iov_len = sizeof error};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (fd >= 0) {
    message.msg_control = &control;
    message.msg_controllen = sizeof control;
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(sizeof fd);
    memcpy(CMSG_DATA(&control.header), &fd, sizeof fd);
  }
  sendmsg(channel, &message, MSG_NOSIGNAL);
}

static void serve(int channel) {
  struct request request;
  while (recv(channel, &request, sizeof request, 0) == sizeof request) {
    int fd = make_socket(&request);
    send_socket(channel, fd, fd < 0 ? errno : 0);
    if (fd >= 0) close(fd);
  }
}

// --- The test's side

pid_t space_start(int *channel) {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0) return -1;
  pid_t child = fork();
  if (child == 0) {
    // Nothing of the test's stays open here, so that everybody sees the ends that they wait for.
    syscall(SYS_close_range, 3, pair[1] - 1, 0);
    syscall(SYS_close_range, pair[1] + 1, ~0U, 0);
    send_socket(pair[1], -1, enter_network() < 0 ? errno : 0);
    serve(pair[1]);
    _exit(0);
  }
  close(pair[1]);
  int error = EPIPE;
  if (child < 0 || recv(pair[0], &error, sizeof error, 0) != sizeof error || error != 0) {
    close(pair[0]);
    errno = error;
    return -1;
  }
  *channel = pair[0];
  return child;
}

int space_make(int channel, enum space_socket kind, int is_ipv6, uint16_t port) {
  const struct request request = {.kind = kind, .is_ipv6 = is_ipv6 != 0, .port = port};
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  int error = EPIPE, fd = -1;
  struct iovec part = {.iov_base = &error, .iov_len = sizeof error};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  if (send(channel, &request, sizeof request, MSG_NOSIGNAL) < 0) return -1;
  if (recvmsg(channel, &message, MSG_CMSG_CLOEXEC) < 0) return -1;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header != NULL) memcpy(&fd, CMSG_DATA(header), sizeof fd);
  errno = error;
  return fd;
}

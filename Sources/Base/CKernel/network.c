#include "network.h"

#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static_assert(SENTINEL_READABLE == EPOLLIN && SENTINEL_WRITABLE == EPOLLOUT &&
                  SENTINEL_FAILED == EPOLLERR && SENTINEL_HUNG_UP == EPOLLHUP &&
                  SENTINEL_PEER_ENDED == EPOLLRDHUP && SENTINEL_EDGES == (unsigned)EPOLLET,
              "as the kernel numbers them");

// --- Addresses

union address {
  struct sockaddr any;
  struct sockaddr_in v4;
  struct sockaddr_in6 v6;
};

static socklen_t to_address(const struct sentinel_endpoint *endpoint, union address *address) {
  memset(address, 0, sizeof *address);
  if (endpoint->is_ipv6) {
    address->v6.sin6_family = AF_INET6;
    address->v6.sin6_port = htons(endpoint->port);
    memcpy(&address->v6.sin6_addr, endpoint->bytes, 16);
    return sizeof address->v6;
  }
  address->v4.sin_family = AF_INET;
  address->v4.sin_port = htons(endpoint->port);
  memcpy(&address->v4.sin_addr, endpoint->bytes, 4);
  return sizeof address->v4;
}

static void to_endpoint(const union address *address, struct sentinel_endpoint *endpoint) {
  *endpoint = (struct sentinel_endpoint){.is_ipv6 = address->any.sa_family == AF_INET6};
  if (endpoint->is_ipv6) {
    endpoint->port = ntohs(address->v6.sin6_port);
    memcpy(endpoint->bytes, &address->v6.sin6_addr, 16);
  } else {
    endpoint->port = ntohs(address->v4.sin_port);
    memcpy(endpoint->bytes, &address->v4.sin_addr, 4);
  }
}

int sentinel_own_addresses(struct sentinel_endpoint *list, int capacity) {
  struct ifaddrs *first;
  if (getifaddrs(&first) < 0) return -1;
  int count = 0;
  for (struct ifaddrs *each = first; each != NULL; each = each->ifa_next) {
    const struct sockaddr *address = each->ifa_addr;
    if (address == NULL) continue;
    if (address->sa_family != AF_INET && address->sa_family != AF_INET6) continue;
    union address copy;
    memcpy(&copy, address, address->sa_family == AF_INET ? sizeof copy.v4 : sizeof copy.v6);
    if (count < capacity) to_endpoint(&copy, &list[count]);
    count++;
  }
  freeifaddrs(first);
  return count;
}

// --- Waiting

int sentinel_poll_create(void) {
  return epoll_create1(EPOLL_CLOEXEC);
}

int sentinel_poll_add(int poll, int fd, uint32_t events, uint64_t token) {
  struct epoll_event event = {.events = events, .data.u64 = token};
  return epoll_ctl(poll, EPOLL_CTL_ADD, fd, &event);
}

int sentinel_poll_change(int poll, int fd, uint32_t events, uint64_t token) {
  struct epoll_event event = {.events = events, .data.u64 = token};
  return epoll_ctl(poll, EPOLL_CTL_MOD, fd, &event);
}

int sentinel_poll_remove(int poll, int fd) {
  return epoll_ctl(poll, EPOLL_CTL_DEL, fd, NULL);
}

int sentinel_poll_wait(int poll, struct sentinel_event *events, int capacity, int milliseconds) {
  struct epoll_event found[256];
  int count = epoll_wait(poll, found, capacity < 256 ? capacity : 256, milliseconds);
  if (count < 0 && errno == EINTR) return 0;
  for (int i = 0; i < count; i++)
    events[i] = (struct sentinel_event){.token = found[i].data.u64, .ready = found[i].events};
  return count;
}

uint64_t sentinel_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

// --- Sockets

int sentinel_socket(int is_ipv6, int is_datagram) {
  const int type = is_datagram ? SOCK_DGRAM : SOCK_STREAM;
  return socket(is_ipv6 ? AF_INET6 : AF_INET, type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}

int sentinel_connect(int fd, const struct sentinel_endpoint *to) {
  union address address;
  const socklen_t size = to_address(to, &address);
  return connect(fd, &address.any, size);
}

int sentinel_listen(int fd, const struct sentinel_endpoint *at, int backlog) {
  const int one = 1;
  int type = 0;
  socklen_t type_size = sizeof type;
  union address address;
  const socklen_t size = to_address(at, &address);
  if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) < 0) return -1;
  if (bind(fd, &address.any, size) < 0) return -1;
  if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &type_size) < 0) return -1;
  return type == SOCK_STREAM ? listen(fd, backlog) : 0;
}

int sentinel_accept(int listener) {
  return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int sentinel_local_endpoint(int fd, struct sentinel_endpoint *endpoint) {
  union address address;
  socklen_t size = sizeof address;
  if (getsockname(fd, &address.any, &size) < 0) return -1;
  to_endpoint(&address, endpoint);
  return 0;
}

int sentinel_peer_endpoint(int fd, struct sentinel_endpoint *endpoint) {
  union address address;
  socklen_t size = sizeof address;
  if (getpeername(fd, &address.any, &size) < 0) return -1;
  to_endpoint(&address, endpoint);
  return 0;
}

int sentinel_socket_error(int fd) {
  int error = 0;
  socklen_t size = sizeof error;
  return getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) < 0 ? errno : error;
}

int sentinel_prepare_relay(int fd, int unsent_bytes) {
  const int one = 1;
  if (setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one) < 0) return -1;
  return setsockopt(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent_bytes, sizeof unsent_bytes);
}

int sentinel_reset_on_close(int fd) {
  const struct linger at_once = {.l_onoff = 1};
  return setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

ssize_t sentinel_send(int fd, const void *bytes, size_t size) {
  return send(fd, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
}

int sentinel_peek(int fd) {
  char byte;
  return (int)recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
}

ssize_t sentinel_peek_bytes(int fd, void *buffer, size_t size) {
  return recv(fd, buffer, size, MSG_PEEK | MSG_DONTWAIT);
}

int sentinel_pipe(int ends[2]) {
  return pipe2(ends, O_NONBLOCK | O_CLOEXEC);
}

int sentinel_grow_pipe(int pipe, int bytes) {
  return fcntl(pipe, F_SETPIPE_SZ, bytes) < 0 ? -1 : 0;
}

ssize_t sentinel_splice(int from, int to, size_t most) {
  return splice(from, NULL, to, NULL, most, SPLICE_F_MOVE | SPLICE_F_NONBLOCK);
}

// --- Datagrams

union packet_info {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(struct in6_pktinfo))];
};

static void read_target(struct msghdr *message, struct sentinel_asker *asker) {
  for (struct cmsghdr *each = CMSG_FIRSTHDR(message); each; each = CMSG_NXTHDR(message, each)) {
    if (each->cmsg_level == IPPROTO_IP && each->cmsg_type == IP_PKTINFO) {
      struct in_pktinfo info;
      memcpy(&info, CMSG_DATA(each), sizeof info);
      memcpy(asker->to.bytes, &info.ipi_addr, 4);
    } else if (each->cmsg_level == IPPROTO_IPV6 && each->cmsg_type == IPV6_PKTINFO) {
      struct in6_pktinfo info;
      memcpy(&info, CMSG_DATA(each), sizeof info);
      memcpy(asker->to.bytes, &info.ipi6_addr, 16);
      asker->to.is_ipv6 = 1;
      if (IN6_IS_ADDR_LINKLOCAL(&info.ipi6_addr)) asker->interface = info.ipi6_ifindex;
    }
  }
}

ssize_t sentinel_receive_question(int fd, void *buffer, size_t size, struct sentinel_asker *asker) {
  union address from;
  union packet_info control;
  struct iovec part = {.iov_base = buffer, .iov_len = size};
  struct msghdr message = {.msg_name = &from,
                           .msg_namelen = sizeof from,
                           .msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = &control,
                           .msg_controllen = sizeof control};
  ssize_t count = recvmsg(fd, &message, MSG_DONTWAIT);
  if (count < 0) return -1;
  *asker = (struct sentinel_asker){0};
  to_endpoint(&from, &asker->from);
  read_target(&message, asker);
  return count;
}

ssize_t sentinel_send_answer(int fd, const void *bytes, size_t size,
                             const struct sentinel_asker *asker) {
  union address to;
  union packet_info control = {0};
  struct iovec part = {.iov_base = (void *)(uintptr_t)bytes, .iov_len = size};
  struct msghdr message = {.msg_name = &to,
                           .msg_namelen = to_address(&asker->from, &to),
                           .msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = &control};
  if (asker->to.is_ipv6) {
    struct in6_pktinfo info = {.ipi6_ifindex = asker->interface};
    memcpy(&info.ipi6_addr, asker->to.bytes, 16);
    if (asker->interface != 0) to.v6.sin6_scope_id = asker->interface;
    control.header.cmsg_level = IPPROTO_IPV6;
    control.header.cmsg_type = IPV6_PKTINFO;
    control.header.cmsg_len = CMSG_LEN(sizeof info);
    memcpy(CMSG_DATA(&control.header), &info, sizeof info);
    message.msg_controllen = CMSG_SPACE(sizeof info);
  } else {
    struct in_pktinfo info = {0};
    memcpy(&info.ipi_spec_dst, asker->to.bytes, 4);
    control.header.cmsg_level = IPPROTO_IP;
    control.header.cmsg_type = IP_PKTINFO;
    control.header.cmsg_len = CMSG_LEN(sizeof info);
    memcpy(CMSG_DATA(&control.header), &info, sizeof info);
    message.msg_controllen = CMSG_SPACE(sizeof info);
  }
  return sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

// --- Messages with descriptors

enum { MOST_DESCRIPTORS = 16 };

ssize_t sentinel_receive_descriptors(int socket, void *buffer, size_t size, int fds[16],
                                     size_t *count) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(MOST_DESCRIPTORS * sizeof(int))];
  } control;
  struct iovec part = {.iov_base = buffer, .iov_len = size};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  *count = 0;
  ssize_t received;
  do received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (received < 0 && errno == EINTR);
  if (received < 0) return -1;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header != NULL && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
    *count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    memcpy(fds, CMSG_DATA(header), *count * sizeof(int));
  }
  if ((message.msg_flags & (MSG_CTRUNC | MSG_TRUNC)) == 0) return received;
  for (size_t i = 0; i < *count; i++) close(fds[i]);
  *count = 0;
  errno = EMSGSIZE;
  return -1;
}

int sentinel_send_with_descriptor(int socket, const void *bytes, size_t size, int fd) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control = {0};
  struct iovec part = {.iov_base = (void *)(uintptr_t)bytes, .iov_len = size};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  control.header.cmsg_level = SOL_SOCKET;
  control.header.cmsg_type = SCM_RIGHTS;
  control.header.cmsg_len = CMSG_LEN(sizeof fd);
  memcpy(CMSG_DATA(&control.header), &fd, sizeof fd);
  return sendmsg(socket, &message, MSG_NOSIGNAL) < 0 ? -1 : 0;
}

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include "supervise.h"

// Without a network namespace the payload's sockets are the supervisor's: it makes each of them, keeps
// a descriptor of it until it is connected, and connects that to a listener of its own on this
// machine's loopback. The other end goes to the broker, with the address that the payload has dialled.
// No address is ever left to a call of the payload's, whose memory may change meanwhile; with its
// descriptors swapped, another of its own sockets is connected to the broker.

enum {
  MOST_UNCONNECTED = 256, // the oldest is forgotten; it can be connected to nothing any more
  HANDSHAKE_MILLISECONDS = 250,
  BACKLOG = 16,
  INTERRUPTION_MICROSECONDS = 500000,
  RESOLVER_PORT = 53,
};

static struct kept {
  int fd;
  uint64_t number; // 0 where there is none
} unconnected[MOST_UNCONNECTED];
static size_t oldest;

static void forget(struct kept *kept) {
  if (kept->number != 0) close(kept->fd);
  kept->number = 0;
}

static struct kept *find_kept(uint64_t number) {
  for (size_t i = 0; i < MOST_UNCONNECTED; i++)
    if (number != 0 && unconnected[i].number == number) return &unconnected[i];
  return NULL;
}

// --- socket(2)

// Nothing but TCP: where a datagram goes would stand in the payload's memory.
static enum handling make_socket(const struct run *run, const struct seccomp_notif *request,
                                 int *error) {
  enum { KIND = 0xf };
  const int family = (int)request->data.args[0], type = (int)request->data.args[1];
  const int protocol = (int)request->data.args[2];
  struct stat status;
  if ((family != AF_INET && family != AF_INET6) || (type & KIND) != SOCK_STREAM) return REFUSED;
  if (protocol != 0 && protocol != IPPROTO_TCP) {
    *error = EPROTONOSUPPORT;
    return HANDLED;
  }
  const int fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC | (type & SOCK_NONBLOCK), 0);
  if (fd < 0 || fstat(fd, &status) < 0) {
    *error = errno;
    if (fd >= 0) close(fd);
    return HANDLED;
  }
  struct seccomp_notif_addfd addfd = {.id = request->id,
                                      .flags = SECCOMP_ADDFD_FLAG_SEND,
                                      .srcfd = (uint32_t)fd,
                                      .newfd_flags = (type & SOCK_CLOEXEC) != 0 ? O_CLOEXEC : 0};
  if (ioctl(run->listener, SECCOMP_IOCTL_NOTIF_ADDFD, &addfd) < 0) {
    *error = errno;
    close(fd);
    return HANDLED;
  }
  struct kept *kept = &unconnected[oldest++ % MOST_UNCONNECTED];
  forget(kept);
  *kept = (struct kept){.fd = fd, .number = status.st_ino};
  return ANSWERED;
}

// --- connect(2)

union address {
  struct sockaddr any;
  struct sockaddr_in v4;
  struct sockaddr_in6 v6;
};

static int domain_of(int fd) {
  int domain = -1;
  socklen_t size = sizeof domain;
  return getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &size) < 0 ? -1 : domain;
}

// Whether an address is this machine's own, where nothing of the payload's can listen.
static bool is_loopback(const struct sentinel_connection *to) {
  static const uint8_t none[16], one[16] = {[15] = 1};
  if (!to->is_ipv6) return to->address[0] == 127 || memcmp(to->address, none, 4) == 0;
  return memcmp(to->address, none, 16) == 0 || memcmp(to->address, one, 16) == 0;
}

// What the kernel would say of an address, or 0 with where it leads.
static int read_destination(const union address *address, size_t size, int domain,
                            struct sentinel_connection *to) {
  static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
  if (size < (domain == AF_INET6 ? sizeof address->v6 : sizeof address->v4)) return EINVAL;
  if (address->any.sa_family != domain) return EAFNOSUPPORT;
  const uint8_t *v6 = address->v6.sin6_addr.s6_addr;
  if (domain == AF_INET) {
    to->port = ntohs(address->v4.sin_port);
    memcpy(to->address, &address->v4.sin_addr, 4);
  } else {
    to->port = ntohs(address->v6.sin6_port);
    to->is_ipv6 = memcmp(v6, mapped, sizeof mapped) != 0;
    memcpy(to->address, to->is_ipv6 ? v6 : v6 + sizeof mapped, to->is_ipv6 ? 16 : 4);
  }
  return 0;
}

// The loopback as a socket of this kind reaches it.
static socklen_t loopback(union address *address, int domain, bool only_v6, uint16_t port) {
  memset(address, 0, sizeof *address);
  address->any.sa_family = (sa_family_t)domain;
  if (domain == AF_INET) {
    address->v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address->v4.sin_port = htons(port);
    return sizeof address->v4;
  }
  static const uint8_t mapped[16] = {[10] = 0xff, [11] = 0xff, [12] = 127, [15] = 1};
  address->v6.sin6_addr = in6addr_loopback;
  if (!only_v6) memcpy(&address->v6.sin6_addr, mapped, sizeof mapped);
  address->v6.sin6_port = htons(port);
  return sizeof address->v6;
}

// One end of a connection, by getsockname(2) or getpeername(2).
static bool read_end(int fd, int (*get)(int, struct sockaddr *, socklen_t *),
                     struct sentinel_connection *end) {
  union address address;
  socklen_t size = sizeof address;
  *end = (struct sentinel_connection){.kind = 0};
  return get(fd, &address.any, &size) == 0 &&
         read_destination(&address, size, address.any.sa_family, end) == 0;
}

static bool are_ends_of_one(int accepted, int fd) {
  struct sentinel_connection own, other;
  return read_end(fd, getsockname, &own) && read_end(accepted, getpeername, &other) &&
         memcmp(&own, &other, sizeof own) == 0;
}

// One for sockets that reach the loopback of IPv4, one for those that reach that of IPv6 alone. They are
// for the payload's sockets; after anybody else has come there is another, at a port of its own.
static int listeners[2] = {-1, -1};

static int make_listener(bool only_v6) {
  const int family = only_v6 ? AF_INET6 : AF_INET;
  union address own;
  const socklen_t length = loopback(&own, family, only_v6, 0);
  const int fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd >= 0 && bind(fd, &own.any, length) == 0 && listen(fd, BACKLOG) == 0) return fd;
  if (fd >= 0) close(fd);
  return -1;
}

static void drop_listener(bool only_v6) {
  if (listeners[only_v6] >= 0) close(listeners[only_v6]);
  listeners[only_v6] = -1;
}

// The other end of `fd`, and nobody else's who has come to the listener.
static int accept_own(bool only_v6, int fd) {
  struct pollfd watched = {.fd = listeners[only_v6], .events = POLLIN};
  const uint64_t until = now_microseconds() + HANDSHAKE_MILLISECONDS * 1000;
  int accepted = -1;
  bool has_met_strangers = false;
  for (uint64_t now = 0; now < until; now = now_microseconds()) {
    accepted = accept4(watched.fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (accepted >= 0 && are_ends_of_one(accepted, fd)) break;
    if (accepted < 0 && (errno != EAGAIN || poll(&watched, 1, HANDSHAKE_MILLISECONDS) <= 0)) break;
    if (accepted < 0) continue;
    has_met_strangers = true;
    close(accepted);
    accepted = -1;
  }
  if (has_met_strangers && accepted >= 0) drop_listener(only_v6);
  if (accepted < 0) errno = ETIMEDOUT;
  return accepted;
}

// Connects a socket and returns its other end. It must not block meanwhile, in which mode ever the payload
// has it; one that was not connected goes on to be nobody's.
static int connect_pair(int fd, int domain) {
  int only_v6 = 0, accepted = -1;
  struct sentinel_connection end = {.kind = 0};
  union address address;
  socklen_t size = sizeof only_v6;
  if (domain == AF_INET6 && getsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &only_v6, &size) < 0)
    return -1;
  int *listener = &listeners[only_v6 != 0];
  if (*listener < 0) *listener = make_listener(only_v6 != 0);
  if (*listener < 0 || !read_end(*listener, getsockname, &end)) return -1;
  size = loopback(&address, domain, only_v6 != 0, (uint16_t)end.port);
  const int flags = fcntl(fd, F_GETFL);
  const bool blocks = flags >= 0 && (flags & O_NONBLOCK) == 0;
  if (flags >= 0 && (!blocks || fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0)) {
    if (connect(fd, &address.any, size) == 0 || errno == EINPROGRESS)
      accepted = accept_own(only_v6 != 0, fd);
    if (blocks && fcntl(fd, F_SETFL, flags) < 0 && accepted >= 0) {
      close(accepted);
      accepted = -1;
    }
  }
  if (accepted >= 0) return accepted;
  const int error = errno;
  const struct sockaddr nothing = {.sa_family = AF_UNSPEC};
  if (connect(fd, &nothing, sizeof nothing) < 0) (void)shutdown(fd, SHUT_RDWR);
  drop_listener(only_v6 != 0);
  errno = error;
  return -1;
}

static int hand_over(const struct run *run, const struct sentinel_connection *connection, int fd) {
  const int handed = send_record(run->plan->broker, connection, sizeof *connection, fd);
  close(fd);
  return handed < 0 ? ECONNREFUSED : 0;
}

static bool is_beneath(const uint8_t *address, const uint8_t *block, unsigned prefix) {
  const unsigned bytes = prefix / 8, rest = prefix % 8;
  if (memcmp(address, block, bytes) != 0) return false;
  return rest == 0 || ((address[bytes] ^ block[bytes]) & (0xff00 >> rest) & 0xff) == 0;
}

// Whether behind a gateway there would be a route: the payload is told what it would be there.
static int objection(const struct plan *plan, const struct sentinel_connection *to) {
  bool is_routed = false;
  const int family = to->is_ipv6 ? AF_INET6 : AF_INET;
  if (to->port == RESOLVER_PORT) return 0;
  for (size_t i = 0; !is_routed && i < plan->block_count; i++) {
    uint8_t block[16];
    is_routed = plan->blocks[i].family == family &&
                inet_pton(family, plan->blocks[i].address, block) == 1 &&
                is_beneath(to->address, block, plan->blocks[i].prefix);
  }
  if (!is_routed) return is_loopback(to) ? ECONNREFUSED : ENETUNREACH;
  for (size_t i = 0; !plan->capture && i < plan->port_count; i++)
    if (plan->ports[i] == to->port) return 0;
  return plan->capture ? 0 : ECONNREFUSED;
}

static enum handling dial(const struct run *run, const struct seccomp_notif *request, int *error) {
  union address address = {0};
  uint64_t number = 0;
  struct sentinel_connection to = {.kind = SENTINEL_LISTENER_CONNECTION,
                                   .process = (int32_t)request->pid};
  const int length = (int)request->data.args[2];
  const size_t size = length > (int)sizeof address ? sizeof address : (size_t)length;
  if (length < (int)sizeof address.any.sa_family || length > 128) {
    *error = EINVAL;
    return HANDLED;
  }
  *error = read_dialled(run, request, &address, size, &number);
  if (*error != 0) return *error == EPERM ? REFUSED : HANDLED;
  // What is not kept is a pair, or connected already.
  struct kept *kept = find_kept(number);
  if (kept == NULL) {
    *error = EISCONN;
    return HANDLED;
  }
  const int domain = domain_of(kept->fd);
  // Only of a process that still waits was all of this read.
  if (ioctl(run->listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &request->id) < 0)
    *error = EINTR;
  else if (address.any.sa_family == AF_UNSPEC)
    return REFUSED;
  else
    *error = read_destination(&address, size, domain, &to);
  if (*error == 0) *error = objection(run->plan, &to);
  if (*error != 0) return HANDLED;
  const int other = connect_pair(kept->fd, domain);
  *error = other < 0 ? errno : hand_over(run, &to, other);
  if (other >= 0) forget(kept);
  return HANDLED;
}

static void hear_nothing(int signal) {
  (void)signal;
}

// Nothing that the payload has set on a socket, or sets meanwhile, keeps the supervisor waiting in a call:
// a signal that nobody hears interrupts it, again and again.
static void set_interruptions(bool on) {
  static bool is_heard;
  const suseconds_t period = on ? INTERRUPTION_MICROSECONDS : 0;
  const struct itimerval timer = {.it_value.tv_usec = period, .it_interval.tv_usec = period};
  const struct sigaction action = {.sa_handler = hear_nothing};
  if (!is_heard) is_heard = sigaction(SIGALRM, &action, NULL) == 0;
  if (is_heard) (void)setitimer(ITIMER_REAL, &timer, NULL); // its arguments are right
}

enum handling handle_socket(const struct run *run, const struct seccomp_notif *request,
                            int *error) {
  if (!run->plan->minds_sockets) return REFUSED;
  if (request->data.nr != SYS_socket && request->data.nr != SYS_connect) return REFUSED;
  set_interruptions(true);
  const enum handling handling = request->data.nr == SYS_socket
                                     ? make_socket(run, request, error)
                                     : dial(run, request, error);
  set_interruptions(false);
  return handling;
}

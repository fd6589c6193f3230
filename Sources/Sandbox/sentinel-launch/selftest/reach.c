#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "selftest/selftest.h"

socklen_t parse(const char *text, uint16_t port, union endpoint *endpoint) {
  memset(endpoint, 0, sizeof *endpoint);
  if (strchr(text, ':') == NULL) {
    endpoint->v4.sin_family = AF_INET;
    endpoint->v4.sin_port = htons(port);
    inet_pton(AF_INET, text, &endpoint->v4.sin_addr);
    return sizeof endpoint->v4;
  }
  endpoint->v6.sin6_family = AF_INET6;
  endpoint->v6.sin6_port = htons(port);
  inet_pton(AF_INET6, text, &endpoint->v6.sin6_addr);
  return sizeof endpoint->v6;
}

// Whether a rule of the plan means the address: what is permitted is no leak.
static bool is_permitted(const union endpoint *endpoint) {
  const bool is_v4 = endpoint->any.sa_family == AF_INET;
  const unsigned char *bytes = is_v4 ? (const unsigned char *)&endpoint->v4.sin_addr
                                     : (const unsigned char *)&endpoint->v6.sin6_addr;
  for (size_t i = 0; i < the_plan->block_count; i++) {
    const struct block *block = &the_plan->blocks[i];
    unsigned char base[16];
    if (block->family != endpoint->any.sa_family) continue;
    inet_pton(block->family, block->address, base);
    size_t whole = block->prefix / 8, rest = block->prefix % 8;
    const unsigned char mask = (unsigned char)(0xff00U >> rest);
    if (memcmp(base, bytes, whole) == 0 &&
        (rest == 0 || ((base[whole] ^ bytes[whole]) & mask) == 0))
      return true;
  }
  return false;
}

bool is_ready(int fd, short events, int milliseconds) {
  struct pollfd watched = {.fd = fd, .events = events};
  return poll(&watched, 1, milliseconds) > 0;
}

int connected(const union endpoint *to, socklen_t size) {
  int error = 0;
  socklen_t length = sizeof error;
  int fd = socket(to->any.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  if (connect(fd, &to->any, size) == 0 ||
      (errno == EINPROGRESS && is_ready(fd, POLLOUT, ANSWER_MILLISECONDS) &&
       getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length) == 0 && error == 0))
    return fd;
  close(fd);
  return -1;
}

void try_stream(const char *address, uint16_t port) {
  union endpoint to;
  char byte = 'x';
  const socklen_t size = parse(address, port, &to);
  if (is_permitted(&to)) return;
  int fd = connected(&to, size);
  if (fd < 0) return;
  bool is_open = true;
  if (send(fd, &byte, 1, MSG_NOSIGNAL) < 0) is_open = false;
  if (is_open && is_ready(fd, POLLIN, REFUSAL_MILLISECONDS))
    is_open = recv(fd, &byte, 1, MSG_DONTWAIT) > 0;
  close(fd);
  if (is_open) leaks("%s answers on port %u", address, port);
}

void try_datagram(const char *address, uint16_t port) {
  union endpoint to;
  char bytes[1200] = {0};
  const socklen_t size = parse(address, port, &to);
  if (is_permitted(&to)) return;
  int fd = socket(to.any.sa_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return;
  // A first packet of QUIC: long header, an unknown version, which every server answers.
  memcpy(bytes, "\xc0\x1a\x2a\x3a\x4a\x08sentinel", 14);
  if (connect(fd, &to.any, size) == 0 && send(fd, bytes, sizeof bytes, MSG_NOSIGNAL) > 0 &&
      is_ready(fd, POLLIN, ANSWER_MILLISECONDS) && recv(fd, bytes, sizeof bytes, MSG_DONTWAIT) > 0)
    leaks("%s answers datagrams on port %u", address, port);
  close(fd);
}

#ifndef SENTINEL_NETWORK_H
#define SENTINEL_NETWORK_H

// Sockets, pipes and epoll for one thread that never waits but in one place. Every function returns
// what the kernel returns, or -1 with errno set, unless its comment says otherwise; every
// descriptor that is made is close-on-exec and does not block, and the caller owns it.

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// An address and port of either family.
struct sentinel_endpoint {
  uint8_t bytes[16]; ///< In network order; of IPv4 the first four.
  uint16_t port;
  uint16_t is_ipv6;
};

/// EPOLLIN, EPOLLOUT, EPOLLERR, EPOLLHUP, EPOLLRDHUP and EPOLLET of epoll_ctl(2).
#define SENTINEL_READABLE 0x0001u
#define SENTINEL_WRITABLE 0x0004u
#define SENTINEL_FAILED 0x0008u
#define SENTINEL_HUNG_UP 0x0010u
#define SENTINEL_PEER_ENDED 0x2000u
#define SENTINEL_EDGES 0x80000000u

/// What a descriptor is ready for.
struct sentinel_event {
  uint64_t token; ///< As it was added.
  uint32_t ready;
};

/// epoll_create1(2).
int sentinel_poll_create(void);

/// Watches `fd` for `events`, errors and hang-ups always; `token` comes back with each.
int sentinel_poll_add(int poll, int fd, uint32_t events, uint64_t token);

/// Watches a descriptor that was added for other events.
int sentinel_poll_change(int poll, int fd, uint32_t events, uint64_t token);

/// Watches a descriptor no longer.
int sentinel_poll_remove(int poll, int fd);

/// Waits at most so many milliseconds (-1: for ever) and returns how many events were stored; a
/// signal counts as none. At most 256 are stored at once.
int sentinel_poll_wait(int poll, struct sentinel_event *events, int capacity, int milliseconds);

/// A socket of TCP, or of UDP when `is_datagram`; never both families.
int sentinel_socket(int is_ipv6, int is_datagram);

/// connect(2); -1 with EINPROGRESS is the usual answer of TCP.
int sentinel_connect(int fd, const struct sentinel_endpoint *to);

/// bind(2) and, for TCP, listen(2); the address may be used again at once.
int sentinel_listen(int fd, const struct sentinel_endpoint *at, int backlog);

/// The next connection of a listener.
int sentinel_accept(int listener);

/// getsockname(2): the address that the peer dialled.
int sentinel_local_endpoint(int fd, struct sentinel_endpoint *endpoint);

/// getpeername(2): the address that a connection came from.
int sentinel_peer_endpoint(int fd, struct sentinel_endpoint *endpoint);

/// SO_ERROR of a socket: 0, or an errno value (not -1).
int sentinel_socket_error(int fd);

/// TCP_NODELAY, since what is relayed was cut by its sender already, and TCP_NOTSENT_LOWAT: the
/// kernel takes no more than so many bytes that it cannot send yet.
int sentinel_prepare_relay(int fd, int unsent_bytes);

/// SO_LINGER with time 0: close(2) resets the connection.
int sentinel_reset_on_close(int fd);

/// send(2) without a signal.
ssize_t sentinel_send(int fd, const void *bytes, size_t size);

/// Whether bytes wait at a socket: 1, or 0 at its end, or -1 with EAGAIN or another errno.
int sentinel_peek(int fd);

/// The first bytes that wait at a socket, which stay there.
ssize_t sentinel_peek_bytes(int fd, void *buffer, size_t size);

/// A pipe to splice through.
int sentinel_pipe(int ends[2]);

/// Lets a pipe hold more (F_SETPIPE_SZ): 0, or -1 with errno where the kernel does not grant it.
int sentinel_grow_pipe(int pipe, int bytes);

/// splice(2) without waiting, from or to a pipe.
ssize_t sentinel_splice(int from, int to, size_t most);

/// Who sent a datagram, and to which address.
struct sentinel_asker {
  struct sentinel_endpoint from;
  struct sentinel_endpoint to; ///< Without its port.
  uint32_t interface;          ///< Only of link-local addresses; else 0.
};

/// A datagram of a socket with IP_PKTINFO or IPV6_RECVPKTINFO; what is longer than `size` is cut.
ssize_t sentinel_receive_question(int fd, void *buffer, size_t size, struct sentinel_asker *asker);

/// Answers from the address that was asked.
ssize_t sentinel_send_answer(int fd, const void *bytes, size_t size,
                             const struct sentinel_asker *asker);

/// Receives one message with at most 16 close-on-exec descriptors; `count` becomes their number.
/// Returns the size of the message; more descriptors or a cut message are -1 with EMSGSIZE.
ssize_t sentinel_receive_descriptors(int socket, void *buffer, size_t size, int fds[16],
                                     size_t *count);

/// Sends one message that carries one descriptor.
int sentinel_send_with_descriptor(int socket, const void *bytes, size_t size, int fd);

/// The addresses of all interfaces, at most `capacity`; returns how many there are.
int sentinel_own_addresses(struct sentinel_endpoint *list, int capacity);

/// Nanoseconds of CLOCK_MONOTONIC.
uint64_t sentinel_nanoseconds(void);

#endif

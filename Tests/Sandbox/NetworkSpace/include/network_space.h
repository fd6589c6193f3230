#ifndef NETWORK_SPACE_H
#define NETWORK_SPACE_H

// A network of a test's own, in which the addresses that stand for names are local: a child keeps
// it and makes sockets in it.

#include <stdint.h>
#include <sys/types.h>

/// What a socket is for.
enum space_socket {
  SPACE_LISTENER = 1, ///< TCP, bound to a port on every address, listening.
  SPACE_RESOLVER =
      2,            ///< UDP, bound to a port on every address, telling the address that was asked.
  SPACE_STREAM = 3, ///< TCP, to connect.
  SPACE_DATAGRAM = 4, ///< UDP, to connect.
};

/// Starts the child; returns its process and the socket to ask it by, or -1 with errno.
pid_t space_start(int *channel);

/// A socket in the network, or -1 with errno; it blocks.
int space_make(int channel, enum space_socket kind, int is_ipv6, uint16_t port);

#endif

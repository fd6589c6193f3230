#ifndef SENTINEL_DIAGNOSIS_H
#define SENTINEL_DIAGNOSIS_H

// Whose a connection is: asked of sock_diag(7) by whoever holds such a socket of the network in
// which the connection began.

#include <stdint.h>

#include "network.h"

/// One end of a conversation that somebody asks about, as its other end sees it.
struct sentinel_seek {
  uint32_t is_datagram;          ///< 1 or 0, so that no such record starts like JSON.
  uint32_t number;               ///< Under which the answer is kept; never 0.
  struct sentinel_endpoint from; ///< The end that is looked for.
  struct sentinel_endpoint to;   ///< Whom it speaks with.
  int32_t process;               ///< Whose it is, where that is known; else 0, and to be found out.
};

/// The inode of a socket; 0 when there is none, or the kernel does not tell.
uint64_t sentinel_socket_inode(int diagnosis, const struct sentinel_seek *seek);

#endif

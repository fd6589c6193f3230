#ifndef SENTINEL_LOCAL_H
#define SENTINEL_LOCAL_H

// Unix sockets between processes of one machine: messages with their boundaries, and who sends
// them. Every function returns 0 or a descriptor, or -1 with errno set, unless its comment says
// otherwise; every descriptor that is made is close-on-exec and does not block, and the caller owns
// it.

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// A SOCK_SEQPACKET listener at a path that must not exist; it is made with the mode 0600.
///
/// The process's umask is changed meanwhile: only a process with one thread may call this.
int sentinel_local_listen(const char *path, int backlog);

/// A SOCK_STREAM listener at an abstract name, which is not empty.
int sentinel_abstract_listen(const char *name);

/// The next caller of such a listener.
int sentinel_local_accept(int listener);

/// A connection to such a listener; it blocks, for `seconds` at most in each call.
int sentinel_local_connect(const char *path, int seconds);

/// SO_PEERCRED: who connected, by the ids of that moment.
int sentinel_peer(int fd, pid_t *process, uid_t *uid);

/// A pidfd of whoever connected: SO_PEERPIDFD of Linux 6.5, or pidfd_open(2) before, which a number
/// that was given out again could deceive.
int sentinel_peer_process(int fd);

/// The address family of a socket; -1 when it is none.
int sentinel_socket_family(int fd);

/// Sends one message with at most 16 descriptors, without waiting.
int sentinel_send_message(int socket, const void *bytes, size_t size, const int *fds, size_t count);

#endif

#ifndef SENTINEL_CALLS_H
#define SENTINEL_CALLS_H

// System calls and constants that Swift's Glibc module or the distribution's headers lack.
// Every function returns what the kernel returns, or -1 with errno set.

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Opens `path` below `directory` without following any link; `flags` as open(2), close-on-exec
/// added.
///
/// `resolve` holds RESOLVE_ bits of openat2(2). The caller owns the descriptor.
int sentinel_openat2(int directory, const char *path, uint64_t flags, uint64_t resolve);

/// RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS.
#define SENTINEL_RESOLVE_NO_LINKS 0x06u
/// RESOLVE_BENEATH.
#define SENTINEL_RESOLVE_BENEATH 0x08u

/// The number that mountinfo gives the mount on which `path` lies, a final link followed; -1 with
/// ENODATA before Linux 5.8.
int64_t sentinel_mount_id(const char *path);

/// When the file at `path` was made, in nanoseconds since 1970, a final link followed; -1 with ENODATA
/// where its file system does not keep it.
int64_t sentinel_birth_time(const char *path);

/// A close-on-exec descriptor that becomes readable when `process` ends; the caller owns it.
int sentinel_pidfd_open(pid_t process);

/// Sends `signal` through a pidfd.
int sentinel_pidfd_send_signal(int pidfd, int signal);

/// An anonymous, sealable, close-on-exec file; the caller owns it.
int sentinel_memfd_create(const char *name);

/// Forbids every later change to a memfd.
int sentinel_memfd_seal(int fd);

/// Starts `path` with exactly the descriptors of `map` (source numbers, in order, become 0, 1, 2,
/// …), default signal dispositions and an empty signal mask.
///
/// `argv` and `environment` end with a null pointer. Returns 0 and the process id in `process`, or
/// an errno value (not -1).
int sentinel_spawn(const char *path, char *const argv[], char *const environment[], const int *map,
                   size_t map_count, pid_t *process);

/// The arguments that this process was started with, ending with a null pointer: from its own
/// stack, not from proc, which may not be readable.
char **sentinel_arguments(void);

/// Waits for `process` to end (EINTR is retried); `status` receives its wait status.
int sentinel_wait(pid_t process, int *status);

/// Blocks the termination signals (HUP, INT, QUIT, TERM, WINCH excluded) and returns a
/// close-on-exec descriptor to read them from, or -1.
int sentinel_signal_descriptor(void);

/// The number of the next signal waiting at a descriptor of sentinel_signal_descriptor, or -1.
int sentinel_next_signal(int fd);

/// Has the termination signals (HUP, INT, QUIT, TERM) that are not ignored write their numbers as
/// bytes to a descriptor, which must not block; -1 gives them their usual effect back. One at a
/// time in a process. Unlike a mask this holds for every thread, those of other libraries included.
/// 0, or -1 with errno.
int sentinel_hear_interruptions(int writer);

/// Sends one byte that carries descriptors, at most 16; 0, or -1 with errno.
int sentinel_send_descriptors(int socket, const int *fds, size_t count);

/// Receives one message of at most `size` bytes and at most one descriptor; `fd` becomes -1 without
/// one.
ssize_t sentinel_receive(int socket, void *buffer, size_t size, int *fd);

/// A connected pair of close-on-exec SOCK_SEQPACKET sockets.
int sentinel_socketpair(int sockets[2]);

/// The highest Landlock ABI the kernel offers; 0 when it has none.
int sentinel_landlock_abi(void);

/// flock(2) without waiting: 0 when the exclusive lock was taken.
int sentinel_try_lock(int fd);

/// fsetxattr(2): sets an extended attribute of an open file.
int sentinel_set_attribute(int fd, const char *name, const char *value, size_t size);

/// fgetxattr(2): the size of an attribute's value, copied to `value`, or -1.
ssize_t sentinel_get_attribute(int fd, const char *name, char *value, size_t size);

/// Whether `fd` lies on an overlay; -1 where that cannot be told.
int sentinel_is_overlay(int fd);

/// ioctl(FICLONE): lets `target` share the data of `source`; -1 where the file system cannot.
int sentinel_share_data(int target, int source);

/// Gives `target` the times of access and change of `source`.
int sentinel_copy_times(int source, int target);

/// prctl(PR_SET_DUMPABLE, 0): other processes of the user cannot attach.
int sentinel_forbid_tracing(void);

/// ioctl(TIOCGWINSZ): whether `fd` is a terminal.
int sentinel_is_terminal(int fd);

/// Wait status macros, which Swift cannot import.
int sentinel_exited(int status);
int sentinel_exit_code(int status);
int sentinel_term_signal(int status);

#endif

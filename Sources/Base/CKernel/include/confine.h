#ifndef SENTINEL_CONFINE_H
#define SENTINEL_CONFINE_H

// How a process of ours gives up what it will not need. Every function returns 0, or -1 with errno
// set, unless its comment says otherwise; none of it can be taken back.

#include <stddef.h>
#include <stdint.h>

/// PR_SET_NO_NEW_PRIVS and an empty set of capabilities of every kind that a process holds.
int sentinel_drop_privileges(void);

/// Forbids every access to files by path, listening on TCP ports, and signals and abstract sockets
/// beyond this process, as far as the kernel's Landlock can: returns its ABI, 0 without Landlock.
int sentinel_forbid_files(void);

/// Installs a seccomp program: `count` instructions of `struct sock_filter`.
int sentinel_install_filter(const void *program, size_t count);

/// Raises the soft limit of descriptors to `wanted`, or to the hard limit when that is lower.
int sentinel_allow_descriptors(size_t wanted);

/// Limits the memory that this process may write to; beyond it allocations fail.
int sentinel_limit_memory(uint64_t bytes);

/// Closes every descriptor from `first` on.
int sentinel_close_from(int first);

/// SIGPIPE is ignored from now on; splice(2) has no flag for it.
void sentinel_ignore_broken_pipes(void);

#endif

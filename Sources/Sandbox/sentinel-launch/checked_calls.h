#ifndef SENTINEL_LAUNCH_CHECKED_CALLS_H
#define SENTINEL_LAUNCH_CHECKED_CALLS_H

// Calls whose failure leaves a sandbox weaker than its plan. The C library lets one ignore what
// they return; declared again like this, the compiler does not. Whoever can do without a call says
// so with (void).

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#define MUST_CHECK __attribute__((warn_unused_result))
#define CHECKED(type, name, arguments) MUST_CHECK type name arguments

CHECKED(int, clearenv, (void));
CHECKED(int, dup2, (int from, int to));
CHECKED(int, fchdir, (int folder));
CHECKED(int, fcntl, (int fd, int command, ...));
CHECKED(int, flock, (int fd, int operation));
CHECKED(int, ioctl, (int fd, unsigned long request, ...));
CHECKED(int, mount,
        (const char *source, const char *target, const char *type, unsigned long flags,
         const void *data));
CHECKED(int, prctl, (int option, ...));
CHECKED(int, sched_setaffinity, (pid_t process, size_t size, const cpu_set_t *set));
CHECKED(ssize_t, send, (int socket, const void *bytes, size_t size, int flags));
CHECKED(ssize_t, sendmsg, (int socket, const struct msghdr *message, int flags));
CHECKED(int, setns, (int namespace, int kind));
CHECKED(int, setrlimit, (__rlimit_resource_t resource, const struct rlimit *limit));
CHECKED(int, setsockopt,
        (int socket, int level, int option, const void *value, socklen_t size));
CHECKED(pid_t, setsid, (void));
CHECKED(int, sigaction, (int number, const struct sigaction *now, struct sigaction *before));
CHECKED(int, sigprocmask, (int how, const sigset_t *set, sigset_t *before));
CHECKED(long, syscall, (long number, ...));
CHECKED(int, umount2, (const char *target, int flags));
CHECKED(int, unshare, (int flags));

#endif

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include "probe.h"

// The parts of a careless caller and of the host. None of them attacks anything.

// Opens `argv[0]` descriptors of every kind without close-on-exec, then executes the rest.
int help_leak(int argc, char *argv[]) {
  if (argc < 2) return 2;
  int count = atoi(argv[0]);
  for (int i = 0; i < count; i++) {
    int ends[2];
    switch (i % 6) {
    case 0: (void)!open("/", O_RDONLY | O_DIRECTORY); break;
    case 1: (void)!socketpair(AF_UNIX, SOCK_STREAM, 0, ends); break;
    case 2: (void)!syscall(SYS_memfd_create, "leak", 0); break;
    case 3: (void)!epoll_create1(0); break;
    case 4: {
      // pidfd_open always closes on exec, so the descriptor is given a copy that does not.
      int fd = (int)syscall(SYS_pidfd_open, getpid(), 0);
      (void)!dup(fd);
      break;
    }
    default: (void)!open("/etc/passwd", O_RDONLY); break;
    }
  }
  execvp(argv[1], argv + 1);
  return 127;
}

static int listen_on(int fd, const struct sockaddr *address, socklen_t size) {
  if (fd < 0 || bind(fd, address, size) < 0 || listen(fd, 8) < 0) return -1;
  return fd;
}

// Listens on "abstract NAME", "path FILE" or "port 0" until it is killed; prints "ready" first,
// with the port if one was chosen.
int help_listen(int argc, char *argv[]) {
  if (argc < 2) return 2;
  struct sockaddr_un local = {.sun_family = AF_UNIX};
  int fd = -1;
  uint16_t port = 0;
  if (strlen(argv[1]) + 2 > sizeof local.sun_path) return 2;
  if (strcmp(argv[0], "port") == 0) {
    struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_addr = in6addr_any};
    socklen_t size = sizeof address;
    fd = listen_on(socket(AF_INET6, SOCK_STREAM, 0), (struct sockaddr *)&address, sizeof address);
    getsockname(fd, (struct sockaddr *)&address, &size);
    port = ntohs(address.sin6_port);
  } else {
    bool is_abstract = strcmp(argv[0], "abstract") == 0;
    strcpy(local.sun_path + is_abstract, argv[1]);
    size_t size = offsetof(struct sockaddr_un, sun_path) + is_abstract + strlen(argv[1]);
    fd = listen_on(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&local, (socklen_t)size);
    if (!is_abstract) chmod(argv[1], 0666);
  }
  if (fd < 0) return 1;
  printf("ready %u\n", port);
  fflush(stdout);
  for (;;) {
    int client = accept(fd, NULL, NULL);
    if (client >= 0) close(client);
  }
}

// In a mount namespace of its own: puts a memory file system on `argv[0]` and executes the rest.
int help_mounted(int argc, char *argv[]) {
  if (argc < 2 || unshare(CLONE_NEWNS) < 0 ||
      mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0 ||
      mount("tmpfs", argv[0], "tmpfs", 0, "mode=0777") < 0)
    return 125;
  char path[4096];
  snprintf(path, sizeof path, "%s/inner", argv[0]);
  int fd = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0666);
  if (fd >= 0) close(fd);
  execvp(argv[1], argv + 1);
  return 127;
}

int help_sleep(int argc, char *argv[]) {
  unsigned seconds = argc > 0 ? (unsigned)atoi(argv[0]) : 60;
  printf("ready\n");
  fflush(stdout);
  while (seconds > 0) seconds = sleep(seconds);
  return 0;
}

// Children that leave the session and outlive their parent, each with the marker in its arguments.
int help_tree(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  for (int i = 0; i < 4; i++)
    if (fork() == 0) {
      setsid();
      if (fork() == 0) {
        sleep(120);
        _exit(0);
      }
      sleep(120);
      _exit(0);
    }
  printf("ready\n");
  fflush(stdout);
  sleep(120);
  return 0;
}

// Writes `argv[1]` to the file `argv[0]`, for payloads that only have to leave something.
int help_write(int argc, char *argv[]) {
  if (argc < 2) return 2;
  int fd = open(argv[0], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) return 1;
  return write(fd, argv[1], strlen(argv[1])) < 0 ? 1 : 0;
}

// Sends one descriptor as often as one message carries it; -1 with errno.
static long send_many(int socket) {
  enum { MOST = 253 }; // SCM_MAX_FD
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(MOST * sizeof(int))];
  } control = {0};
  int fds[MOST] = {0};
  struct iovec part = {.iov_base = "", .iov_len = 1};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  control.header.cmsg_level = SOL_SOCKET;
  control.header.cmsg_type = SCM_RIGHTS;
  control.header.cmsg_len = CMSG_LEN(sizeof fds);
  memcpy(CMSG_DATA(&control.header), fds, sizeof fds);
  return sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL) < 0 ? -1 : MOST;
}

// Holds as many descriptors in flight as the kernel lets this user have, in sockets that nobody
// reads, each of which is in flight itself, inside the next.
int help_flight(int argc, char *argv[]) {
  int before[2] = {-1, -1}, pair[2];
  long count = 0, sent = 0;
  for (int i = 0; i < 64 && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0; i++) {
    while ((sent = send_many(pair[0])) > 0) count += sent;
    if (errno != EAGAIN) break;
    if (before[0] >= 0 && dup2(before[0], 0) < 0) break;
    memcpy(before, pair, sizeof pair);
  }
  printf("in flight %ld, errno %d\n", count, errno);
  return help_sleep(argc, argv);
}

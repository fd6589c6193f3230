#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "probe.h"

// Allocators and forks without end, up to a bound of their own; only ever inside.

enum { BOUND = 512 << 20, CHUNK = 1 << 20 };

static char chunk[CHUNK];

static long touch_private(void) {
  long total = 0;
  for (; total < BOUND; total += CHUNK) {
    char *bytes = mmap(NULL, CHUNK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (bytes == MAP_FAILED) break;
    memset(bytes, 1, CHUNK);
  }
  return total;
}

static long touch_shared(void) {
  long total = 0;
  for (; total < BOUND; total += CHUNK) {
    char *bytes = mmap(NULL, CHUNK, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (bytes == MAP_FAILED) break;
    memset(bytes, 1, CHUNK);
  }
  return total;
}

static long fill_descriptor(int fd) {
  long total = 0;
  if (fd < 0) return 0;
  for (; total < BOUND; total += CHUNK)
    if (write(fd, chunk, CHUNK) != CHUNK) break;
  return total;
}

static long fill_memory_files(void) {
  long total = 0;
  for (int i = 0; i < 64 && total < BOUND; i++) total += fill_descriptor(memfd_create("bomb", 0));
  return total;
}

static long fill_tmpfs(void) {
  return fill_descriptor(open("/tmp/bomb", O_CREAT | O_WRONLY, 0600)) +
         fill_descriptor(open("/home/sandbox/bomb", O_CREAT | O_WRONLY, 0600));
}

static long fill_pipes(void) {
  long total = 0;
  for (int ends[2]; pipe2(ends, O_NONBLOCK) == 0;) {
    fcntl(ends[1], F_SETPIPE_SZ, CHUNK);
    ssize_t count = write(ends[1], chunk, CHUNK);
    if (count > 0) total += count;
  }
  return total;
}

static long fill_sockets(void) {
  long total = 0;
  const int size = CHUNK;
  for (int ends[2]; socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0;) {
    setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    for (ssize_t count; (count = send(ends[0], chunk, 65536, MSG_DONTWAIT)) > 0;) total += count;
  }
  return total;
}

static long take_huge_pages(void) {
  char *bytes = mmap(NULL, 64 << 20, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);
  if (bytes == MAP_FAILED) return 0;
  memset(bytes, 1, 64 << 20);
  return 64 << 20;
}

static long keep_descriptors(void) {
  long total = 0;
  while (open("/dev/null", O_RDONLY) >= 0) total++;
  return total;
}

static const struct {
  const char *name;
  long (*run)(void);
} allocators[] = {
    {"private", touch_private},
    {"shared", touch_shared},
    {"memory-files", fill_memory_files},
    {"tmpfs", fill_tmpfs},
    {"pipes", fill_pipes},
    {"sockets", fill_sockets},
    {"huge-pages", take_huge_pages},
    {"descriptors", keep_descriptors},
};

static int refuse(void) {
  fprintf(stderr, "a bomb goes off only inside a sandbox\n");
  return 2;
}

int row_c07(int argc, char *argv[]) {
  if (!is_contained() || argc < 1) return refuse();
  memset(chunk, 1, sizeof chunk);
  signal(SIGXFSZ, SIG_IGN);
  for (size_t i = 0; i < COUNT(allocators); i++) {
    char detail[64];
    if (strcmp(argv[0], allocators[i].name) != 0) continue;
    long total = allocators[i].run();
    snprintf(detail, sizeof detail, "%ld", total);
    report(argv[0], total >= BOUND ? "worked" : "blocked", errno, detail);
    return 0;
  }
  return 2;
}

// Several hogs; all of them, and this process, have to go together.
int row_c09(int argc, char *argv[]) {
  if (!is_held()) return refuse();
  int hogs = argc > 0 ? atoi(argv[0]) : 4;
  for (int i = 0; i < hogs; i++)
    if (fork() == 0) {
      touch_private();
      for (;;) pause();
    }
  for (int i = 0; i < 100; i++) usleep(50000);
  report("outlive the hogs", "worked", 0, NULL);
  return 0;
}

static void *rest(void *nothing) {
  pause();
  return nothing;
}

static void report_count(const char *name, int count, int error) {
  char detail[32];
  snprintf(detail, sizeof detail, "%d", count);
  report(name, error == EAGAIN || error == ENOMEM ? "blocked" : "worked", error, detail);
}

static void bomb_forks(int most) {
  int count = 0, error = 0;
  pid_t *children = calloc((size_t)most, sizeof *children);
  if (children == NULL) return;
  for (; count < most && error == 0; count++) {
    children[count] = fork();
    if (children[count] == 0)
      for (;;) pause();
    if (children[count] < 0) error = errno;
    if (error != 0) break;
  }
  report_count("processes", count, error);
  for (int i = 0; i < count; i++) kill(children[i], SIGKILL);
  for (int i = 0; i < count; i++) wait_for(children[i]);
  free(children);
}

static void bomb_threads(int most) {
  int count = 0, error = 0;
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 65536);
  for (; count < most && error == 0; count++) {
    error = pthread_create(&thread, &attributes, rest, NULL);
    if (error != 0) break;
  }
  report_count("threads", count, error);
}

// "endless" leaves children that fork again for as long as the sandbox stands.
int row_r06(int argc, char *argv[]) {
  if (!is_contained()) return refuse();
  if (argc > 0 && strcmp(argv[0], "endless") == 0) {
    for (;;)
      if (fork() < 0) usleep(1000);
  }
  bomb_forks(4096);
  bomb_threads(4096);
  return 0;
}

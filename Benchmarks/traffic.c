// Sends and receives as fast as it can, the same program at both ends of every path:
//   traffic serve PORT            sinks, pours and echoes for whoever connects
//   traffic client HOST PORT      reads orders from standard input, answers each with one line:
//     up BYTES, down BYTES        nanoseconds until the last byte was acknowledged or had arrived
//     connect COUNT               nanoseconds of each connection with one byte there and back
#define _GNU_SOURCE
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { BLOCK = 1 << 18 };

static char block[BLOCK];

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static int pour(int stream, uint64_t size) {
  while (size > 0) {
    ssize_t count = send(stream, block, size < BLOCK ? size : BLOCK, MSG_NOSIGNAL);
    if (count <= 0) return -1;
    size -= (uint64_t)count;
  }
  return 0;
}

static uint64_t drain(int stream, uint64_t size) {
  uint64_t total = 0;
  while (total < size) {
    ssize_t count = recv(stream, block, size - total < BLOCK ? size - total : BLOCK, 0);
    if (count <= 0) break;
    total += (uint64_t)count;
  }
  return total;
}

// An order on the wire: what, and how many bytes in the machine's own order.
struct order {
  char what;
  uint64_t size;
} __attribute__((packed));

static void answer(int stream) {
  struct order order;
  if (recv(stream, &order, sizeof order, MSG_WAITALL) != sizeof order) return;
  if (order.what == 'u' && drain(stream, order.size) == order.size) send(stream, "d", 1, 0);
  if (order.what == 'd') pour(stream, order.size);
  if (order.what == 'e') send(stream, "e", 1, MSG_NOSIGNAL);
  // The other end closes first, so that what waits for late packets is not the server's.
  recv(stream, block, 1, 0);
}

static _Noreturn void serve(const char *port) {
  const int zero = 0, one = 1;
  int server = socket(AF_INET6, SOCK_STREAM, 0);
  setsockopt(server, IPPROTO_IPV6, IPV6_V6ONLY, &zero, sizeof zero);
  setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  struct sockaddr_in6 any = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)atoi(port))};
  if (bind(server, (struct sockaddr *)&any, sizeof any) < 0 || listen(server, 1024) < 0)
    fail("serve");
  signal(SIGCHLD, SIG_IGN);
  puts("ready");
  fflush(stdout);
  // A handful of processes that accept, so that no connection waits for a fork.
  for (int i = 1; i < 4; i++)
    if (fork() == 0) break;
  for (;;) {
    int stream = accept(server, NULL, NULL);
    if (stream < 0) continue;
    setsockopt(stream, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    answer(stream);
    close(stream);
  }
}

static int dial(const struct addrinfo *place, char what, uint64_t size) {
  const struct order order = {what, size};
  const int one = 1;
  int stream = socket(place->ai_family, SOCK_STREAM, 0);
  if (stream < 0 || connect(stream, place->ai_addr, place->ai_addrlen) < 0) fail("connect");
  setsockopt(stream, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  if (send(stream, &order, sizeof order, MSG_NOSIGNAL) != sizeof order) fail("order");
  return stream;
}

static int client(const char *host, const char *port) {
  // Killed, a way that broke off must not leave its client waiting.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM}, *place;
  int problem = getaddrinfo(host, port, &hints, &place);
  if (problem != 0) {
    fprintf(stderr, "%s: %s\n", host, gai_strerror(problem));
    return 1;
  }
  char line[64], what[16], byte;
  unsigned long long size;
  while (fgets(line, sizeof line, stdin) != NULL) {
    if (sscanf(line, "%15s %llu", what, &size) != 2) return 2;
    int64_t begin = now();
    if (strcmp(what, "connect") == 0) {
      for (unsigned long long i = 0; i < size; i++) {
        begin = now();
        int stream = dial(place, 'e', 0);
        if (recv(stream, &byte, 1, 0) != 1) fail("echo");
        printf("%lld%c", (long long)(now() - begin), i + 1 < size ? ' ' : '\n');
        close(stream);
      }
    } else {
      int stream = dial(place, what[0], size);
      bool whole = what[0] == 'u' ? pour(stream, size) == 0 && recv(stream, &byte, 1, 0) == 1
                                  : drain(stream, size) == size;
      if (!whole) fail("transfer");
      printf("%lld\n", (long long)(now() - begin));
      close(stream);
    }
    fflush(stdout);
  }
  return 0;
}

int main(int count, char **arguments) {
  if (count == 3 && strcmp(arguments[1], "serve") == 0) serve(arguments[2]);
  if (count == 4 && strcmp(arguments[1], "client") == 0) return client(arguments[2], arguments[3]);
  fputs("usage: traffic serve PORT | traffic client HOST PORT\n", stderr);
  return 2;
}

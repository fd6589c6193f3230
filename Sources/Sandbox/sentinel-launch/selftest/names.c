#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "selftest/selftest.h"

static size_t compose(const char *name, uint16_t type, unsigned char query[static 512]) {
  static const unsigned char header[12] = {0x5e, 0x1f, 0x01, 0, 0, 1};
  memcpy(query, header, sizeof header);
  size_t size = sizeof header;
  for (const char *part = name; *part != '\0';) {
    const size_t length = strcspn(part, ".");
    query[size++] = (unsigned char)length;
    memcpy(query + size, part, length);
    size += length;
    part += length + (part[length] == '.');
  }
  const unsigned char end[5] = {0, (unsigned char)(type >> 8), (unsigned char)type, 0, 1};
  memcpy(query + size, end, sizeof end);
  return size + sizeof end;
}

// Whether an answer holds records other than synthetic addresses.
static void judge(const char *what, const unsigned char *answer, ssize_t size) {
  if (size < 12 || answer[0] != 0x5e || answer[1] != 0x1f) return;
  const unsigned count = (unsigned)answer[6] << 8 | answer[7];
  if (count > 0) leaks("%s is answered with %u records", what, count);
}

static void ask(const char *server, const char *name, uint16_t type, bool is_stream) {
  union endpoint to;
  unsigned char query[514], answer[2048];
  const socklen_t length = parse(server, 53, &to);
  const size_t size = compose(name, type, query + 2);
  query[0] = (unsigned char)(size >> 8);
  query[1] = (unsigned char)size;
  const int kind = is_stream ? SOCK_STREAM : SOCK_DGRAM;
  int fd = is_stream ? connected(&to, length) : socket(to.any.sa_family, kind | SOCK_CLOEXEC, 0);
  if (fd < 0) return;
  const size_t skipped = is_stream ? 0 : 2;
  if ((is_stream || connect(fd, &to.any, length) == 0) &&
      send(fd, query + skipped, size + 2 - skipped, MSG_NOSIGNAL) > 0 &&
      is_ready(fd, POLLIN, ANSWER_MILLISECONDS)) {
    ssize_t count = recv(fd, answer, sizeof answer, MSG_DONTWAIT);
    judge(name, answer + (is_stream ? 2 : 0), count - (is_stream ? 2 : 0));
  }
  close(fd);
}

static const char resolver[] = "198.18.0.53";
enum { TYPE_A = 1, TYPE_CNAME = 5, TYPE_NULL = 10, TYPE_TXT = 16, TYPE_HTTPS = 65, TYPE_ANY = 255 };

// A label that was never asked for before: what is cached somewhere answers nothing.
static const char *fresh_name(void) {
  static char name[80];
  unsigned long long number = 0;
  if (getrandom(&number, sizeof number, 0) < 0) number = (unsigned long long)getpid();
  snprintf(name, sizeof name, "s%016llx.sentinel-self-test.invalid", number);
  return name;
}

void denied_name(void) {
  ask(resolver, fresh_name(), TYPE_A, false);
  ask(resolver, "example.invalid", TYPE_A, false);
}

void dns_tunnel(void) {
  static const uint16_t types[] = {TYPE_TXT, TYPE_CNAME, TYPE_NULL, TYPE_HTTPS, TYPE_ANY};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    ask(resolver, fresh_name(), types[i], false);
}

void dns_stream(void) {
  ask(resolver, fresh_name(), TYPE_A, true);
}

// A public resolver knows its own name, and answers for it.
void foreign_resolver(void) {
  static const char *const servers[] = {"1.1.1.1", "8.8.8.8"};
  for (size_t i = 0; i < sizeof servers / sizeof *servers; i++) {
    ask(servers[i], "sentinel-self-test.invalid", TYPE_A, false);
    ask(servers[i], "sentinel-self-test.invalid", TYPE_A, true);
  }
  try_stream("1.1.1.1", 853);
}

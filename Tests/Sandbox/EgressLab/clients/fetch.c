// Fetches http://NAME/ by nothing but the C library's resolver and sockets: for libraries other than
// the system's own, linked statically.
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int main(int count, char **arguments) {
  if (count != 2) return 2;
  struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM}, *found;
  int problem = getaddrinfo(arguments[1], "80", &hints, &found);
  if (problem != 0) {
    fprintf(stderr, "%s: %s\n", arguments[1], gai_strerror(problem));
    return 1;
  }
  int stream = socket(found->ai_family, found->ai_socktype, 0);
  if (stream < 0 || connect(stream, found->ai_addr, found->ai_addrlen) < 0) {
    perror(arguments[1]);
    return 1;
  }
  freeaddrinfo(found);
  char text[4096];
  int size = snprintf(text, sizeof text, "GET / HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n",
                      arguments[1]);
  if (write(stream, text, (size_t)size) != size) return 1;
  for (ssize_t got; (got = read(stream, text, sizeof text)) > 0;)
    fwrite(text, 1, (size_t)got, stdout);
  close(stream);
  return 0;
}

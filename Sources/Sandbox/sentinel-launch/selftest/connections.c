#include <arpa/inet.h>
#include <unistd.h>

#include "selftest/selftest.h"

void direct_ipv4(void) {
  try_stream("1.1.1.1", 443);
  try_stream("8.8.8.8", 53);
  try_stream("192.0.2.1", 80);
}

void direct_ipv6(void) {
  try_stream("2606:4700:4700::1111", 443);
  try_stream("::ffff:1.1.1.1", 443);
  try_stream("64:ff9b::101:101", 443);
}

void metadata(void) {
  try_stream("169.254.169.254", 80);
  try_stream("168.63.129.16", 80);
  try_stream("100.100.100.200", 80);
  try_stream("fd00:ec2::254", 80);
}

void private_networks(void) {
  try_stream("10.0.0.1", 443);
  try_stream("172.17.0.1", 80);
  try_stream("192.168.0.1", 80);
}

void unassigned_address(void) {
  const uint16_t port = the_plan->port_count > 0 ? the_plan->ports[0] : 443;
  try_stream("198.19.255.254", port);
  try_stream("fd53:656e:7469:0:ffff:ffff:ffff:fffe", port);
}

void wrong_port(void) {
  union endpoint to;
  uint16_t port = 6; // which nobody serves
  for (size_t i = 0; i < the_plan->port_count; i++)
    if (the_plan->ports[i] == port) port++;
  const socklen_t size = parse("198.18.0.53", port, &to);
  int fd = connected(&to, size);
  if (fd >= 0) leaks("the gateway listens on port %u", port);
  if (fd >= 0) close(fd);
}

void host_loopback(void) {
  static const char *const addresses[] = {"127.0.0.1", "198.18.0.1"};
  for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++) {
    union endpoint to;
    const socklen_t size = parse(addresses[i], the_plan->self_test.port, &to);
    int fd = connected(&to, size);
    if (fd >= 0) leaks("%s leads to the host's loopback", addresses[i]);
    if (fd >= 0) close(fd);
  }
}

// A socket that meets itself would be a connection that nobody has judged.
void self_connect(void) {
  for (int turn = 0; turn < 64; turn++) {
    union endpoint own, to;
    socklen_t size = sizeof own.v4;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    parse("0.0.0.0", 0, &own);
    if (fd < 0) return;
    if (bind(fd, &own.any, size) == 0 && getsockname(fd, &own.any, &size) == 0) {
      parse("198.19.255.254", ntohs(own.v4.sin_port), &to);
      if (connect(fd, &to.any, sizeof to.v4) == 0) leaks("a socket is connected to itself");
    }
    close(fd);
  }
}

void quic(void) {
  try_datagram("198.19.255.254", 443);
  try_datagram("1.1.1.1", 443);
}

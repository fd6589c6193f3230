#include <errno.h>
#include <linux/io_uring.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include "selftest/selftest.h"

static void try_socket(const char *what, int family, int type, int protocol) {
  int fd = socket(family, type | SOCK_CLOEXEC, protocol);
  if (fd < 0) return;
  close(fd);
  leaks("%s can be opened", what);
}

void vsock(void) {
  try_socket("a socket to the hypervisor", AF_VSOCK, SOCK_STREAM, 0);
  try_socket("a socket to the hypervisor", AF_VSOCK, SOCK_DGRAM, 0);
}

void raw_sockets(void) {
  try_socket("a raw socket", AF_INET, SOCK_RAW, IPPROTO_ICMP);
  try_socket("a raw socket", AF_INET, SOCK_RAW, IPPROTO_RAW);
  try_socket("a raw socket of IPv6", AF_INET6, SOCK_RAW, IPPROTO_ICMPV6);
}

void packet_sockets(void) {
  try_socket("a packet socket", AF_PACKET, SOCK_RAW, 0);
  try_socket("a packet socket", AF_PACKET, SOCK_DGRAM, 0);
  try_socket("a socket of AF_XDP", 44, SOCK_RAW, 0);
}

void other_families(void) {
  static const struct {
    const char *name;
    int family, type, protocol;
  } kinds[] = {
      {"AF_TIPC", 30, SOCK_SEQPACKET, 0},
      {"AF_RDS", 21, SOCK_SEQPACKET, 0},
      {"AF_SMC", 43, SOCK_STREAM, 0},
      {"AF_KCM", 41, SOCK_DGRAM, 0},
      {"AF_BLUETOOTH", 31, SOCK_STREAM, 3},
      {"AF_QIPCRTR", 42, SOCK_DGRAM, 0},
      {"AF_CAN", 29, SOCK_RAW, 1},
      {"AF_NFC", 39, SOCK_SEQPACKET, 0},
      {"SCTP", AF_INET, SOCK_STREAM, 132},
      {"DCCP", AF_INET, 6, 33},
      {"UDP-Lite", AF_INET, SOCK_DGRAM, 136},
  };
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    try_socket(kinds[i].name, kinds[i].family, kinds[i].type, kinds[i].protocol);
}

void io_uring(void) {
  struct io_uring_params parameters = {0};
  long fd = syscall(SYS_io_uring_setup, 1, &parameters);
  if (fd < 0 && (errno == EPERM || errno == ENOSYS || errno == EACCES)) return;
  if (fd >= 0) close((int)fd);
  leaks("io_uring can be used, which no filter sees");
}

void socket_options(void) {
  const int one = 1;
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return;
  if (setsockopt(fd, SOL_SOCKET, SO_MARK, &one, sizeof one) == 0) leaks("SO_MARK can be set");
  if (setsockopt(fd, IPPROTO_IP, IP_TRANSPARENT, &one, sizeof one) == 0)
    leaks("IP_TRANSPARENT can be set");
  close(fd);
}

static bool is_listened_at(const struct sockaddr_un *address, socklen_t size) {
  static const int types[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET};
  bool found = false;
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    int fd = socket(AF_UNIX, types[i] | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) continue;
    found |= connect(fd, (const struct sockaddr *)address, size) == 0;
    close(fd);
  }
  return found;
}

// The caller listens at that name meanwhile.
void abstract_socket(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  const size_t length = strlen(the_plan->self_test.abstract);
  if (length == 0 || length + 1 > sizeof address.sun_path) return;
  memcpy(address.sun_path + 1, the_plan->self_test.abstract, length);
  if (is_listened_at(&address, (socklen_t)(sizeof address.sun_family + 1 + length)))
    leaks("an abstract socket of the host is in reach");
}

void host_services(void) {
  static const char *const paths[] = {
      "/run/docker.sock",        "/var/run/docker.sock",
      "/run/nscd/socket",        "/run/containerd/containerd.sock",
      "/var/run/nscd/socket",    "/run/systemd/resolve/io.systemd.Resolve",
      "/run/podman/podman.sock", "/run/dbus/system_bus_socket",
      "/tmp/.X11-unix/X0",       "/run/avahi-daemon/socket",
  };
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, paths[i], sizeof address.sun_path - 1);
    if (is_listened_at(&address, sizeof address)) leaks("%s is in reach", paths[i]);
  }
}

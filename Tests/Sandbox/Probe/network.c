#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/xfrm.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include "probe.h"

// Devices and sockets.

int row_n01(int argc, char *argv[]) {
  (void)argc;
  (void)argv;
  const char *const nodes[] = {
      "/dev/mem",          "/dev/kmem",          "/dev/port",        "/dev/kmsg",
      "/dev/kvm",          "/dev/vda",           "/dev/sda",         "/dev/nvme0n1",
      "/dev/loop0",        "/dev/loop-control",  "/dev/fuse",        "/dev/net/tun",
      "/dev/vsock",        "/dev/vhost-net",     "/dev/vhost-vsock", "/dev/dri/card0",
      "/dev/input/event0", "/dev/uinput",        "/dev/autofs",      "/dev/mapper/control",
      "/dev/cpu/0/msr",    "/dev/rtc0",          "/dev/console",     "/dev/tty0",
      "/dev/ttyS0",        "/dev/hwrng",         "/dev/vga_arbiter", "/dev/snapshot",
      "/dev/userfaultfd",  "/dev/btrfs-control", "/dev/mqueue",      "/dev/hpet",
  };
  for (size_t i = 0; i < COUNT(nodes); i++) try_open(nodes[i], O_RDONLY);
  return 0;
}

static void try_unix(const char *attempt, const struct sockaddr_un *address, socklen_t length) {
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return report_value(attempt, -1, UNREACHABLE);
  report_value(attempt, connect(fd, (const struct sockaddr *)address, length), UNREACHABLE);
  close(fd);
}

// Connects to the abstract name `argv[0]`.
int row_n02(int argc, char *argv[]) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (argc < 1 || strlen(argv[0]) + 2 > sizeof address.sun_path) return 2;
  strcpy(address.sun_path + 1, argv[0]);
  try_unix("abstract socket", &address,
           (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(argv[0])));
  return 0;
}

// Connects to the socket files `argv`.
int row_n03(int argc, char *argv[]) {
  for (int i = 0; i < argc; i++) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(argv[i]) + 1 > sizeof address.sun_path) return 2;
    strcpy(address.sun_path, argv[i]);
    try_unix(argv[i], &address, sizeof address);
  }
  return 0;
}

static void try_family(int family) {
  static const struct {
    const char *name;
    int type;
  } types[] = {{"stream", SOCK_STREAM},
               {"datagram", SOCK_DGRAM},
               {"raw", SOCK_RAW},
               {"packets", SOCK_SEQPACKET}};
  for (size_t i = 0; i < COUNT(types); i++) {
    char name[48];
    int fd = socket(family, types[i].type | SOCK_CLOEXEC, 0);
    int error = errno;
    snprintf(name, sizeof name, "family %d %s", family, types[i].name);
    errno = error;
    report_value(name, fd, NO_FAMILY);
    if (fd >= 0) close(fd);
  }
}

// Sends a request over netlink and reports the kernel's answer.
static void try_message(const char *attempt, int protocol, uint16_t type, const void *body,
                        size_t size) {
  struct {
    struct nlmsghdr header;
    char body[64];
  } request = {.header = {.nlmsg_len = (uint32_t)NLMSG_LENGTH(size),
                          .nlmsg_type = type,
                          .nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK}};
  struct {
    struct nlmsghdr header;
    struct nlmsgerr error;
    char rest[512];
  } answer = {0};
  memcpy(request.body, body, size);
  int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, protocol);
  if (fd < 0) return report_value(attempt, -1, NO_FAMILY);
  long value = send(fd, &request, request.header.nlmsg_len, 0);
  if (value >= 0) value = recv(fd, &answer, sizeof answer, 0);
  if (value >= 0 && answer.header.nlmsg_type == NLMSG_ERROR && answer.error.error != 0) {
    errno = -answer.error.error;
    value = -1;
  }
  report_value(attempt, value, FILTERED);
  close(fd);
}

// Netlink reaches much of the kernel: which protocols there are, and what may be asked of them.
static int try_netlink(void) {
  char name[32];
  for (int protocol = 0; protocol < 32; protocol++) {
    int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, protocol);
    snprintf(name, sizeof name, "netlink %d", protocol);
    report_value(name, fd, (const int[]){EAFNOSUPPORT, EPROTONOSUPPORT, EPERM, 0});
    if (fd >= 0) close(fd);
  }
  const uint32_t nothing = 0;
  const struct ifinfomsg down = {.ifi_index = 1, .ifi_change = IFF_UP};
  try_message("count security associations", NETLINK_XFRM, XFRM_MSG_GETSADINFO, &nothing,
              sizeof nothing);
  try_message("switch the loopback interface off", NETLINK_ROUTE, RTM_SETLINK, &down, sizeof down);
  return 0;
}

int row_n04(int argc, char *argv[]) {
  if (argc > 0 && strcmp(argv[0], "netlink") == 0) return is_held() ? try_netlink() : 2;
  for (int family = 0; family <= 46; family++) try_family(family);
  static const struct attempt protocols[] = {
      {"SCTP", SYS_socket, {AF_INET, SOCK_STREAM, 132}, NO_FAMILY},
      {"MPTCP", SYS_socket, {AF_INET, SOCK_STREAM, 262}, NO_FAMILY},
      {"UDPLITE", SYS_socket, {AF_INET, SOCK_DGRAM, 136}, NO_FAMILY},
      {"socketpair AF_TIPC", SYS_socketpair, {30, SOCK_STREAM, 0, NOWHERE}, NO_FAMILY},
  };
  try_calls(protocols, COUNT(protocols));
  return 0;
}

static void try_address(const char *attempt, const struct sockaddr *address, socklen_t size,
                        int type) {
  int fd = socket(address->sa_family, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return report_value(attempt, -1, UNREACHABLE);
  int connected = connect(fd, address, size);
  if (connected < 0 && errno == EINPROGRESS) {
    // The answer of a refusing listener may take a moment; silence means that a packet left.
    struct pollfd watched = {.fd = fd, .events = POLLOUT};
    int error = EINPROGRESS;
    socklen_t length = sizeof error;
    if (poll(&watched, 1, 300) > 0) getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length);
    connected = error == 0 ? 0 : -1;
    errno = error;
  }
  report_value(attempt, connected, UNREACHABLE);
  close(fd);
}

// Connects to `argv[0]`, a port, on each spelling of this host.
int row_n05(int argc, char *argv[]) {
  if (argc < 1) return 2;
  in_port_t port = htons((uint16_t)strtoul(argv[0], NULL, 10));
  const char *const fours[] = {"127.0.0.1",       "127.0.0.53",  "0.0.0.0",    "169.254.169.254",
                               "10.0.0.1",        "192.168.0.1", "172.17.0.1", "1.1.1.1",
                               "255.255.255.255", "224.0.0.1"};
  const char *const sixes[] = {"::1", "::", "::ffff:127.0.0.1", "fe80::1", "fd00:ec2::254"};
  char name[96];
  for (size_t i = 0; i < COUNT(fours); i++) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = port};
    inet_pton(AF_INET, fours[i], &address.sin_addr);
    snprintf(name, sizeof name, "tcp %s", fours[i]);
    try_address(name, (struct sockaddr *)&address, sizeof address, SOCK_STREAM);
  }
  for (size_t i = 0; i < COUNT(sixes); i++) {
    struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_port = port};
    inet_pton(AF_INET6, sixes[i], &address.sin6_addr);
    if (IN6_IS_ADDR_LINKLOCAL(&address.sin6_addr)) address.sin6_scope_id = 1;
    snprintf(name, sizeof name, "tcp %s", sixes[i]);
    try_address(name, (struct sockaddr *)&address, sizeof address, SOCK_STREAM);
  }
  return 0;
}

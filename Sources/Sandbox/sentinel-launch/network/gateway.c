#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if_addr.h>
#include <linux/if_link.h>
#include <linux/netlink.h>
#include <linux/veth.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "launch.h"
#include "netlink.h"

// The only way out. Behind a pair of virtual interfaces lies a second network namespace, the
// gateway, to which every synthetic address is local: whatever the payload dials arrives at a
// listener there. Only the broker outside holds the listeners, so with the broker they are gone,
// and every connection is refused at once; the supervisor keeps the namespace itself, because
// packets into one that is being taken down get no answer. No packet is ever forwarded. The
// addresses are those of SyntheticRange in Egress.
//
// Where the second namespace or the pair cannot be had and the caller goes on with less, the same
// addresses are local to the payload's own namespace. What can be reached is the same: only the
// broker holds listeners. But they stand among the payload's own, which cannot have their ports,
// and whatever address has no listener the payload can listen on itself.

struct address {
  int family;
  const char *text;
  unsigned char prefix; // bits
};

static const struct address synthetic[] = {{AF_INET, "198.18.0.0", 15},
                                           {AF_INET6, "fd53:656e:7469::", 64}};
static const struct address gateway[] = {{AF_INET, "198.18.0.1", 30},
                                         {AF_INET6, "fd53:656e:7469::1", 126}};
static const struct address payload[] = {{AF_INET, "198.18.0.2", 30},
                                         {AF_INET6, "fd53:656e:7469::2", 126}};
enum { FAMILIES = 2, BACKLOG = 1024, BROKER_MILLISECONDS = 10000 };

// What one packet between the two may hold (BIG TCP, Linux 5.19, for IPv4 6.3): no wire limits it,
// and each costs both stacks the same, whatever is in it. The numbers of the attributes are written
// out for older headers.
enum { PACKET_BYTES = 192 << 10 };
enum { GSO_SIZE = 41, GRO_SIZE = 58, GSO_IPV4_SIZE = 63, GRO_IPV4_SIZE = 64 };

static void add_packet_sizes(struct netlink_request *request) {
  static const int kinds[] = {GSO_SIZE, GRO_SIZE, GSO_IPV4_SIZE, GRO_IPV4_SIZE};
  const uint32_t bytes = PACKET_BYTES;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    netlink_add(request, kinds[i], &bytes, sizeof bytes);
}

static const char inside[] = "eth0", outside[] = "gw0", loopback[] = "lo";

static size_t address_bytes(const struct address *address, unsigned char bytes[static 16]) {
  inet_pton(address->family, address->text, bytes);
  return address->family == AF_INET ? 4 : 16;
}

// The pair is made in the payload's namespace; its other end appears in the gateway's.
static int make_pair_of(int gateway_namespace, bool has_big_packets) {
  const struct ifinfomsg body = {.ifi_family = AF_UNSPEC};
  struct netlink_request request;
  netlink_begin(&request, RTM_NEWLINK, NLM_F_ACK | NLM_F_CREATE | NLM_F_EXCL, &body, sizeof body);
  netlink_add(&request, IFLA_IFNAME, inside, sizeof inside);
  if (has_big_packets) add_packet_sizes(&request);
  size_t info = netlink_open(&request, IFLA_LINKINFO);
  netlink_add(&request, IFLA_INFO_KIND, "veth", 4);
  size_t data = netlink_open(&request, IFLA_INFO_DATA);
  size_t peer = netlink_open(&request, VETH_INFO_PEER);
  request.header.nlmsg_len += (uint32_t)NLMSG_ALIGN(sizeof body); // the peer's, all zero
  netlink_add(&request, IFLA_IFNAME, outside, sizeof outside);
  netlink_add(&request, IFLA_NET_NS_FD, &gateway_namespace, sizeof gateway_namespace);
  if (has_big_packets) add_packet_sizes(&request);
  netlink_close(&request, peer);
  netlink_close(&request, data);
  netlink_close(&request, info);
  return netlink_exchange(NETLINK_ROUTE, &request);
}

// Older kernels know smaller packets alone, and say so.
static int make_pair(int gateway_namespace) {
  if (make_pair_of(gateway_namespace, true) == 0) return 0;
  return errno == EINVAL || errno == ERANGE ? make_pair_of(gateway_namespace, false) : -1;
}

static int raise_interface(const char *name) {
  const struct ifinfomsg body = {
      .ifi_index = (int)if_nametoindex(name), .ifi_flags = IFF_UP, .ifi_change = IFF_UP};
  struct netlink_request request;
  netlink_begin(&request, RTM_NEWLINK, NLM_F_ACK, &body, sizeof body);
  return netlink_exchange(NETLINK_ROUTE, &request);
}

// Without the search for duplicates, which would keep an IPv6 address back for a second.
static int add_address(const char *name, const struct address *address) {
  const struct ifaddrmsg body = {.ifa_family = (unsigned char)address->family,
                                 .ifa_prefixlen = address->prefix,
                                 .ifa_flags = IFA_F_NODAD,
                                 .ifa_index = if_nametoindex(name)};
  unsigned char bytes[16];
  size_t size = address_bytes(address, bytes);
  struct netlink_request request;
  netlink_begin(&request, RTM_NEWADDR, NLM_F_ACK | NLM_F_CREATE, &body, sizeof body);
  netlink_add(&request, IFA_LOCAL, bytes, size);
  netlink_add(&request, IFA_ADDRESS, bytes, size);
  return netlink_exchange(NETLINK_ROUTE, &request);
}

// A route over `via`, or, without it, one that makes every address of the block this machine's own:
// in the main table, where the payload's own address stays the payload's. `source` is what is
// dialled from there; without it the kernel takes the dialled address itself, and a socket could
// connect to itself.
static int add_route(const struct address *block, const struct address *via,
                     const struct address *source) {
  const struct rtmsg body = {.rtm_family = (unsigned char)block->family,
                             .rtm_dst_len = block->prefix,
                             .rtm_table = RT_TABLE_MAIN,
                             .rtm_protocol = RTPROT_STATIC,
                             .rtm_scope = via == NULL ? RT_SCOPE_HOST : RT_SCOPE_UNIVERSE,
                             .rtm_type = via == NULL ? RTN_LOCAL : RTN_UNICAST};
  unsigned char bytes[16];
  uint32_t index = if_nametoindex(loopback);
  struct netlink_request request;
  netlink_begin(&request, RTM_NEWROUTE, NLM_F_ACK | NLM_F_CREATE, &body, sizeof body);
  size_t size = address_bytes(block, bytes);
  netlink_add(&request, RTA_DST, bytes, size);
  if (via == NULL) {
    netlink_add(&request, RTA_OIF, &index, sizeof index);
  } else {
    size = address_bytes(via, bytes);
    netlink_add(&request, RTA_GATEWAY, bytes, size);
  }
  if (source != NULL) {
    size = address_bytes(source, bytes);
    netlink_add(&request, RTA_PREFSRC, bytes, size);
  }
  return netlink_exchange(NETLINK_ROUTE, &request);
}

// A kernel without IPv6 has one way out less, and none that is not watched.
static bool has_ipv6;

static bool is_usable(const struct address *address) {
  return address->family == AF_INET || has_ipv6;
}

enum side { SIDE_PAYLOAD, SIDE_GATEWAY, SIDE_BOTH };

// Real addresses that the rules name are reached the same way.
static int route_blocks(const struct plan *plan, enum side side) {
  for (size_t i = 0; i < plan->block_count; i++) {
    const struct address block = {plan->blocks[i].family, plan->blocks[i].address,
                                  plan->blocks[i].prefix};
    const int family = block.family == AF_INET ? 0 : 1;
    const struct address *via = side == SIDE_PAYLOAD ? &gateway[family] : NULL;
    const struct address *source = side == SIDE_BOTH ? &payload[family] : NULL;
    if (is_usable(&block) && add_route(&block, via, source) < 0)
      return failed(SENTINEL_STAGE_NETWORK, block.text);
  }
  return 0;
}

static int configure_payload(const struct plan *plan) {
  if (raise_interface(loopback) < 0) return failed(SENTINEL_STAGE_NETWORK, loopback);
  if (raise_interface(inside) < 0) return failed(SENTINEL_STAGE_NETWORK, inside);
  for (int i = 0; i < FAMILIES; i++)
    if (is_usable(&payload[i]) &&
        (add_address(inside, &payload[i]) < 0 || add_route(&synthetic[i], &gateway[i], NULL) < 0))
      return failed(SENTINEL_STAGE_NETWORK, payload[i].text);
  return route_blocks(plan, SIDE_PAYLOAD);
}

// An answer to a ping would look like a way out; a new namespace forwards IPv4 where the host does,
// although there is nowhere to forward to; and datagrams are refused as often as they come, since
// clients fall back to TCP at a refusal and wait at silence. None of it is a way out: where a container
// shows its settings read-only, whoever accepts that goes on.
static int silence(const struct plan *plan, int proc) {
  static const char *const settings[][2] = {{"ipv4/icmp_echo_ignore_all", "1"},
                                            {"ipv6/icmp/echo_ignore_all", "1"},
                                            {"ipv4/icmp_ratelimit", "0"},
                                            {"ipv6/icmp/ratelimit", "0"},
                                            {"ipv4/ip_forward", "0"}};
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
    char path[64];
    snprintf(path, sizeof path, "sys/net/%s", settings[i][0]);
    int fd = openat(proc, path, O_WRONLY | O_CLOEXEC);
    if (fd < 0 && errno == ENOENT) continue; // a kernel without IPv6
    if (fd < 0 && errno == EROFS && plan->isolation != ISOLATION_FULL) continue;
    ssize_t count = fd < 0 ? -1 : write(fd, settings[i][1], 1);
    if (fd >= 0) close(fd);
    if (count != 1) return failed(SENTINEL_STAGE_NETWORK, settings[i][0]);
  }
  return 0;
}

static int configure_gateway(const struct plan *plan, int proc) {
  if (raise_interface(loopback) < 0) return failed(SENTINEL_STAGE_NETWORK, "lo of the gateway");
  if (raise_interface(outside) < 0) return failed(SENTINEL_STAGE_NETWORK, outside);
  for (int i = 0; i < FAMILIES; i++)
    if (is_usable(&gateway[i]) &&
        (add_address(outside, &gateway[i]) < 0 || add_route(&synthetic[i], NULL, NULL) < 0))
      return failed(SENTINEL_STAGE_NETWORK, gateway[i].text);
  return silence(plan, proc) < 0 ? -1 : route_blocks(plan, SIDE_GATEWAY);
}

// The payload's address is there too: resolvers ask for the addresses of IPv4 only where something
// besides 127.0.0.1 has one (AI_ADDRCONFIG).
static int configure_alone(const struct plan *plan, int proc) {
  if (raise_interface(loopback) < 0) return failed(SENTINEL_STAGE_NETWORK, loopback);
  for (int i = 0; i < FAMILIES; i++) {
    struct address own = payload[i];
    own.prefix = own.family == AF_INET ? 32 : 128; // its neighbours are synthetic too
    if (is_usable(&own) &&
        (add_address(loopback, &own) < 0 || add_route(&synthetic[i], NULL, &own) < 0))
      return failed(SENTINEL_STAGE_NETWORK, own.text);
  }
  return silence(plan, proc) < 0 ? -1 : route_blocks(plan, SIDE_BOTH);
}

// --- Listeners

// A listener's socket before it has a port.
static int open_socket(int family, int type, bool transparent) {
  const bool is_v4 = family == AF_INET, is_stream = type == SOCK_STREAM;
  const struct {
    bool wanted;
    int level, name;
  } options[] = {
      // Of datagrams the payload could take the port with it where both are in one namespace.
      {is_stream, SOL_SOCKET, SO_REUSEADDR},
      {transparent && is_v4, SOL_IP, IP_TRANSPARENT},
      {transparent && !is_v4, SOL_IPV6, IPV6_TRANSPARENT},
      // Answers come from the address that was asked.
      {!is_stream && is_v4, IPPROTO_IP, IP_PKTINFO},
      {!is_stream && !is_v4, IPPROTO_IPV6, IPV6_RECVPKTINFO},
      {!is_v4, IPPROTO_IPV6, IPV6_V6ONLY},
  };
  const int one = 1;
  int fd = socket(family, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  for (size_t i = 0; fd >= 0 && i < sizeof options / sizeof *options; i++) {
    if (!options[i].wanted ||
        setsockopt(fd, options[i].level, options[i].name, &one, sizeof one) == 0)
      continue;
    int error = errno;
    close(fd);
    errno = error;
    return -1;
  }
  return fd;
}

static int open_listener(int family, int type, uint16_t port, bool transparent) {
  union {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
  } address = {.any.sa_family = (sa_family_t)family};
  socklen_t size = family == AF_INET ? sizeof address.v4 : sizeof address.v6;
  if (family == AF_INET) address.v4.sin_port = htons(port);
  if (family == AF_INET6) address.v6.sin6_port = htons(port);
  int fd = open_socket(family, type, transparent);
  if (fd < 0) return -1;
  if (bind(fd, &address.any, size) == 0 && (type == SOCK_DGRAM || listen(fd, BACKLOG) == 0))
    return fd;
  int error = errno;
  close(fd);
  errno = error;
  return -1;
}

static int listen_on(int broker, enum sentinel_listener_kind kind, uint16_t port) {
  const int type = kind == SENTINEL_LISTENER_RESOLVER_UDP ? SOCK_DGRAM : SOCK_STREAM;
  const bool transparent = kind == SENTINEL_LISTENER_EVERY_PORT;
  for (int i = 0; i < FAMILIES; i++) {
    if (!is_usable(&gateway[i])) continue;
    const struct sentinel_listener listener = {
        .kind = kind, .is_ipv6 = gateway[i].family == AF_INET6, .port = port};
    int fd = open_listener(gateway[i].family, type, port, transparent);
    if (fd < 0) return -1;
    int handed = send_record(broker, &listener, sizeof listener, fd);
    close(fd);
    if (handed < 0) return -1;
  }
  return 0;
}

enum { RESOLVER_PORT = 53, EVERY_PORT = 1 };

// A socket belongs to the namespace that it was made in, for ever: whoever holds a spare can give
// it a port later, without entering anything. One port takes one of each family.
static int hand_spares(const struct plan *plan) {
  for (size_t i = 0; i < plan->spare_count * FAMILIES; i++) {
    const int family = gateway[i % FAMILIES].family;
    const struct sentinel_listener spare = {.kind = SENTINEL_LISTENER_SPARE,
                                            .is_ipv6 = family == AF_INET6};
    if (!is_usable(&gateway[i % FAMILIES])) continue;
    int fd = open_socket(family, SOCK_STREAM, false);
    int handed = fd < 0 ? -1 : send_record(plan->broker, &spare, sizeof spare, fd);
    if (fd >= 0) close(fd);
    if (handed < 0) return -1;
  }
  return 0;
}

static int open_listeners(const struct plan *plan, bool may_capture) {
  bool opened = listen_on(plan->broker, SENTINEL_LISTENER_RESOLVER_UDP, RESOLVER_PORT) == 0 &&
                listen_on(plan->broker, SENTINEL_LISTENER_RESOLVER_TCP, RESOLVER_PORT) == 0;
  // One listener where the kernel can lead every port to it, else one for each.
  const bool captured = may_capture && plan->capture && capture_every_port(EVERY_PORT) == 0;
  if (opened && captured)
    opened = listen_on(plan->broker, SENTINEL_LISTENER_EVERY_PORT, EVERY_PORT) == 0;
  for (size_t i = 0; opened && !captured && i < plan->port_count; i++)
    if (plan->ports[i] != RESOLVER_PORT)
      opened = listen_on(plan->broker, SENTINEL_LISTENER_TCP, plan->ports[i]) == 0;
  if (!opened || hand_spares(plan) < 0) return failed(SENTINEL_STAGE_NETWORK, "listeners");
  return 0;
}

static int end_listeners(const struct plan *plan) {
  const struct sentinel_listener last = {.kind = SENTINEL_LISTENER_END};
  return send_record(plan->broker, &last, sizeof last, -1) < 0
             ? failed(SENTINEL_STAGE_NETWORK, "listeners")
             : 0;
}

// With it the caller can ask which of the payload's sockets a connection is: from outside, for it
// was made in here.
static int hand_diagnosis(const struct plan *plan) {
  const struct sentinel_listener record = {.kind = SENTINEL_LISTENER_DIAGNOSIS};
  int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_SOCK_DIAG);
  // A kernel without it runs as safely; only who asked is not told.
  int handed = fd < 0 ? 0 : send_record(plan->broker, &record, sizeof record, fd);
  if (fd >= 0) close(fd);
  return handed < 0 ? failed(SENTINEL_STAGE_NETWORK, "diagnosis") : end_listeners(plan);
}

// The broker answers when it listens, confined; a broker that is gone or stuck is the end.
static int wait_for_broker(const struct plan *plan) {
  char ready;
  struct pollfd watched = {.fd = plan->broker, .events = POLLIN};
  const int heard = poll(&watched, 1, BROKER_MILLISECONDS);
  if (heard == 0) errno = ETIMEDOUT;
  const ssize_t count = heard <= 0 ? -1 : read(plan->broker, &ready, 1);
  if (count < 0) return failed(SENTINEL_STAGE_NETWORK, "broker");
  return count == 1 ? 0 : failed_with(SENTINEL_STAGE_NETWORK, EPIPE, "broker");
}

int begin_without_gateway(const struct plan *plan) {
  if (plan->broker < 0) return failed_with(SENTINEL_STAGE_PLAN, EINVAL, "broker");
  if (end_listeners(plan) < 0 || wait_for_broker(plan) < 0) return -1;
  // One that is stuck is no reason to wait for the supervisor, which has other things to do.
  return fcntl(plan->broker, F_SETFL, O_NONBLOCK) < 0 ? failed(SENTINEL_STAGE_NETWORK, "broker") : 0;
}

static int own_network(int proc) {
  return unshare(CLONE_NEWNET) < 0 ? -1 : openat(proc, "thread-self/ns/net", O_RDONLY | O_CLOEXEC);
}

static int make_alone(const struct plan *plan, int proc) {
  if (configure_alone(plan, proc) < 0 || open_listeners(plan, false) < 0) return -1;
  return hand_diagnosis(plan) < 0 ? -1 : wait_for_broker(plan);
}

int make_gateway(const struct plan *plan, int socket, int proc, int *network, uint32_t *layers) {
  const struct message message = {.kind = MESSAGE_GATEWAY};
  if (plan->broker < 0) return failed_with(SENTINEL_STAGE_PLAN, EINVAL, "broker");
  has_ipv6 = faccessat(proc, "sys/net/ipv6", F_OK, 0) == 0;
  int behind = own_network(proc);
  if (behind < 0) return failed(SENTINEL_STAGE_NAMESPACES, "network namespace");
  *network = own_network(proc);
  const bool joined = *network >= 0 && make_pair(behind) == 0;
  if (!joined && plan->degrade) {
    if (*network >= 0) close(*network);
    *network = behind;
    if (setns(behind, CLONE_NEWNET) < 0) return failed(SENTINEL_STAGE_NAMESPACES, "payload");
    return make_alone(plan, proc);
  }
  if (!joined) return failed(SENTINEL_STAGE_NETWORK, *network < 0 ? "a second namespace" : "veth");
  // The gateway first: the payload's routes lead to addresses that must be there.
  if (setns(behind, CLONE_NEWNET) < 0) return failed(SENTINEL_STAGE_NAMESPACES, "gateway");
  if (configure_gateway(plan, proc) < 0 || open_listeners(plan, true) < 0) return -1;
  if (setns(*network, CLONE_NEWNET) < 0) return failed(SENTINEL_STAGE_NAMESPACES, "payload");
  if (hand_diagnosis(plan) < 0) return -1;
  if (send_message(socket, &message, behind) < 0) return failed(SENTINEL_STAGE_NETWORK, "gateway");
  close(behind);
  if (configure_payload(plan) < 0 || wait_for_broker(plan) < 0) return -1;
  *layers |= SENTINEL_LAYER_GATEWAY;
  return 0;
}

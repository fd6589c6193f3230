#ifndef SENTINEL_SELFTEST_H
#define SENTINEL_SELFTEST_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

#include "launch.h"

// Ways out of a sandbox with an allow-list, tried from inside of one in place of a command: by this
// program itself, confined as every payload is, with nothing of the sandbox's own tools. Needs no
// server anywhere. Each probe says whether it was held; what cannot be said is no pass.

// The plan of the sandbox that is tested.
extern const struct plan *the_plan;

// Tells what the present probe has found; the first of it counts.
__attribute__((format(printf, 1, 2))) void leaks(const char *format, ...);

// --- reach.c: attempts that probes are made of

enum { REFUSAL_MILLISECONDS = 1500, ANSWER_MILLISECONDS = 300 };

union endpoint {
  struct sockaddr any;
  struct sockaddr_in v4;
  struct sockaddr_in6 v6;
};

// Reads an address of either family; the size of its form.
socklen_t parse(const char *text, uint16_t port, union endpoint *endpoint);

// Whether a descriptor becomes ready in time.
bool is_ready(int fd, short events, int milliseconds);

// A stream that was connected, or -1; what neither connects nor fails in time does not connect.
int connected(const union endpoint *to, socklen_t size);

// A connection that the broker accepts is held when it ends at the first byte; anything else that
// connects is a way out.
void try_stream(const char *address, uint16_t port);

// A datagram that every server of QUIC answers; an answer is a way out.
void try_datagram(const char *address, uint16_t port);

// --- The probes

// Public addresses of IPv4.
void direct_ipv4(void);
// Public addresses of IPv6, mapped and translated ones among them.
void direct_ipv6(void);
// The metadata services of clouds.
void metadata(void);
// Addresses of private networks.
void private_networks(void);
// Synthetic addresses that no name was given.
void unassigned_address(void);
// A port of the gateway that no rule names.
void wrong_port(void);
// The loopback of the host.
void host_loopback(void);
// A socket that meets itself.
void self_connect(void);
// Datagrams to public and synthetic addresses.
void quic(void);
// Names that no rule allows.
void denied_name(void);
// Questions that could carry data in their names.
void dns_tunnel(void);
// The same over TCP.
void dns_stream(void);
// Public resolvers, in clear and over TLS.
void foreign_resolver(void);
// Sockets to the hypervisor.
void vsock(void);
// Raw sockets of both families.
void raw_sockets(void);
// Sockets below IP.
void packet_sockets(void);
// Families and transports that need no rule.
void other_families(void);
// Calls that pass no filter.
void io_uring(void);
// Options that change where packets go.
void socket_options(void);
// An abstract socket at which the caller listens meanwhile.
void abstract_socket(void);
// Sockets of services by their usual paths.
void host_services(void);
// Signals to, traces of and handles on the host's processes.
void processes_outside(void);
// Descriptors that a command would find open.
void inherited_descriptors(void);

#endif

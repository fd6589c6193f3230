#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "selftest/selftest.h"

const struct plan *the_plan;

// What a leaking probe has found; the empty text is a probe that was held.
static char leak[200];

void leaks(const char *format, ...) {
  va_list arguments;
  if (leak[0] != '\0') return;
  va_start(arguments, format);
  vsnprintf(leak, sizeof leak, format, arguments);
  va_end(arguments);
}

static const struct {
  const char *name;
  void (*run)(void);
} probes[] = {
    {"direct-ipv4", direct_ipv4},
    {"direct-ipv6", direct_ipv6},
    {"metadata", metadata},
    {"private-networks", private_networks},
    {"unassigned-address", unassigned_address},
    {"wrong-port", wrong_port},
    {"host-loopback", host_loopback},
    {"self-connect", self_connect},
    {"quic", quic},
    {"denied-name", denied_name},
    {"dns-tunnel", dns_tunnel},
    {"dns-tcp", dns_stream},
    {"foreign-resolver", foreign_resolver},
    {"vsock", vsock},
    {"raw-sockets", raw_sockets},
    {"packet-sockets", packet_sockets},
    {"other-families", other_families},
    {"io-uring", io_uring},
    {"socket-options", socket_options},
    {"abstract-socket", abstract_socket},
    {"host-services", host_services},
    {"processes-outside", processes_outside},
    {"inherited-descriptors", inherited_descriptors},
};

static void tell(const char *format, ...) {
  char line[320];
  va_list arguments;
  va_start(arguments, format);
  int size = vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  // A line that is lost leaves the report without its end, which is no pass.
  if (size > 0 && write(STDOUT_FILENO, line, (size_t)size) != size) _exit(1);
}

_Noreturn void run_self_test(const struct plan *plan) {
  const size_t count = sizeof probes / sizeof *probes;
  the_plan = plan;
  signal(SIGPIPE, SIG_IGN);
  for (size_t i = 0; i < count; i++) {
    leak[0] = '\0';
    probes[i].run();
    tell("%s\t%s\t%s\n", probes[i].name, leak[0] == '\0' ? "held" : "leaked", leak);
  }
  tell("end\t%zu\t\n", count);
  _exit(0);
}

#include "diagnosis.h"

#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

struct question {
  struct nlmsghdr header;
  struct inet_diag_req_v2 body;
};

static void set_end(const struct sentinel_endpoint *end, uint32_t address[4], uint16_t *port) {
  memcpy(address, end->bytes, end->is_ipv6 ? 16 : 4);
  *port = htons(end->port);
}

// An exact question about one socket, answered before send(2) returns. For datagrams the kernel
// takes the ends the other way round, "for historical reasons" (net/ipv4/udp_diag.c).
static void compose(const struct sentinel_seek *seek, struct question *question) {
  const struct sentinel_endpoint *own = seek->is_datagram ? &seek->to : &seek->from;
  const struct sentinel_endpoint *other = seek->is_datagram ? &seek->from : &seek->to;
  *question = (struct question){
      .header = {.nlmsg_len = sizeof *question,
                 .nlmsg_type = SOCK_DIAG_BY_FAMILY,
                 .nlmsg_flags = NLM_F_REQUEST},
      .body = {.sdiag_family = seek->from.is_ipv6 ? AF_INET6 : AF_INET,
               .sdiag_protocol = seek->is_datagram ? IPPROTO_UDP : IPPROTO_TCP,
               .idiag_states = UINT32_MAX,
               .id = {.idiag_cookie = {INET_DIAG_NOCOOKIE, INET_DIAG_NOCOOKIE}}},
  };
  set_end(own, question->body.id.idiag_src, &question->body.id.idiag_sport);
  set_end(other, question->body.id.idiag_dst, &question->body.id.idiag_dport);
}

uint64_t sentinel_socket_inode(int diagnosis, const struct sentinel_seek *seek) {
  struct question question;
  union {
    struct nlmsghdr header;
    char bytes[4096];
  } answer;
  // What is left of an earlier question is not the answer to this one.
  while (recv(diagnosis, &answer, sizeof answer, MSG_DONTWAIT) > 0) continue;
  compose(seek, &question);
  if (send(diagnosis, &question, sizeof question, MSG_DONTWAIT) < 0) return 0;
  ssize_t count = recv(diagnosis, &answer, sizeof answer, MSG_DONTWAIT);
  if (count < (ssize_t)NLMSG_LENGTH(sizeof(struct inet_diag_msg)) ||
      answer.header.nlmsg_type != SOCK_DIAG_BY_FAMILY)
    return 0;
  const struct inet_diag_msg *found = NLMSG_DATA(&answer.header);
  return found->idiag_inode;
}

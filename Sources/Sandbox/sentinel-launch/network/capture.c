#include <arpa/inet.h>
#include <linux/netfilter.h>
#include <linux/netfilter/nf_tables.h>
#include <linux/netfilter/nfnetlink.h>
#include <netinet/in.h>
#include <string.h>
#include <unistd.h>

#include "launch.h"
#include "netlink.h"

// While a run is watched for what it asks for, one listener takes the connections to every port: a
// rule of nftables in the gateway hands it whatever arrives (nft_tproxy in an inet table, Linux
// 4.19), and each accepted socket has the address and port that was dialled. The rule is made by
// messages of our own; no program is started. It lives and dies with the gateway's namespace.

enum { FIRST_REQUEST = 1, RESOLVER_PORT = 53 };

static const char table_name[] = "sentinel", chain_name[] = "every-port";

static void begin(struct netlink_request *request, int type, int flags, unsigned char family,
                  uint16_t resource) {
  const struct nfgenmsg body = {
      .nfgen_family = family, .version = NFNETLINK_V0, .res_id = htons(resource)};
  netlink_begin(request, type, flags, &body, sizeof body);
}

static void begin_table_message(struct netlink_request *request, int type, int flags) {
  begin(request, NFNL_SUBSYS_NFTABLES << 8 | type, NLM_F_CREATE | flags, NFPROTO_INET, 0);
}

static void add_number(struct netlink_request *request, int type, uint32_t value) {
  const uint32_t bytes = htonl(value);
  netlink_add(request, type, &bytes, sizeof bytes);
}

// A value of `size` bytes within the attribute `type`.
static void add_value(struct netlink_request *request, int type, const void *value, size_t size) {
  size_t data = netlink_open(request, type);
  netlink_add(request, NFTA_DATA_VALUE, value, size);
  netlink_close(request, data);
}

struct expression {
  size_t element, data;
};

static struct expression open_expression(struct netlink_request *request, const char *name) {
  struct expression expression = {.element = netlink_open(request, NFTA_LIST_ELEM)};
  netlink_add(request, NFTA_EXPR_NAME, name, strlen(name) + 1);
  expression.data = netlink_open(request, NFTA_EXPR_DATA);
  return expression;
}

static void close_expression(struct netlink_request *request, struct expression expression) {
  netlink_close(request, expression.data);
  netlink_close(request, expression.element);
}

static void compare(struct netlink_request *request, uint32_t operator, const void * value,
                    size_t size) {
  struct expression expression = open_expression(request, "cmp");
  add_number(request, NFTA_CMP_SREG, NFT_REG_1);
  add_number(request, NFTA_CMP_OP, operator);
  add_value(request, NFTA_CMP_DATA, value, size);
  close_expression(request, expression);
}

// meta l4proto tcp; tcp dport != 53; tproxy to :port
static void add_expressions(struct netlink_request *request, uint16_t port) {
  const unsigned char protocol = IPPROTO_TCP;
  const uint16_t resolver = htons(RESOLVER_PORT), listener = htons(port);
  struct expression expression = open_expression(request, "meta");
  add_number(request, NFTA_META_DREG, NFT_REG_1);
  add_number(request, NFTA_META_KEY, NFT_META_L4PROTO);
  close_expression(request, expression);
  compare(request, NFT_CMP_EQ, &protocol, sizeof protocol);
  expression = open_expression(request, "payload");
  add_number(request, NFTA_PAYLOAD_DREG, NFT_REG_1);
  add_number(request, NFTA_PAYLOAD_BASE, NFT_PAYLOAD_TRANSPORT_HEADER);
  add_number(request, NFTA_PAYLOAD_OFFSET, 2);
  add_number(request, NFTA_PAYLOAD_LEN, 2);
  close_expression(request, expression);
  compare(request, NFT_CMP_NEQ, &resolver, sizeof resolver);
  expression = open_expression(request, "immediate");
  add_number(request, NFTA_IMMEDIATE_DREG, NFT_REG_1);
  add_value(request, NFTA_IMMEDIATE_DATA, &listener, sizeof listener);
  close_expression(request, expression);
  expression = open_expression(request, "tproxy");
  add_number(request, NFTA_TPROXY_FAMILY, NFPROTO_UNSPEC);
  add_number(request, NFTA_TPROXY_REG_PORT, NFT_REG_1);
  close_expression(request, expression);
}

int capture_every_port(uint16_t port) {
  enum { BEGIN, TABLE, CHAIN, RULE, END, MESSAGES };
  struct netlink_request batch[MESSAGES];
  begin(&batch[BEGIN], NFNL_MSG_BATCH_BEGIN, 0, AF_UNSPEC, NFNL_SUBSYS_NFTABLES);
  begin_table_message(&batch[TABLE], NFT_MSG_NEWTABLE, 0);
  netlink_add(&batch[TABLE], NFTA_TABLE_NAME, table_name, sizeof table_name);
  begin_table_message(&batch[CHAIN], NFT_MSG_NEWCHAIN, 0);
  netlink_add(&batch[CHAIN], NFTA_CHAIN_TABLE, table_name, sizeof table_name);
  netlink_add(&batch[CHAIN], NFTA_CHAIN_NAME, chain_name, sizeof chain_name);
  size_t hook = netlink_open(&batch[CHAIN], NFTA_CHAIN_HOOK);
  add_number(&batch[CHAIN], NFTA_HOOK_HOOKNUM, NF_INET_PRE_ROUTING);
  add_number(&batch[CHAIN], NFTA_HOOK_PRIORITY, (uint32_t)-150); // where mangle stands
  netlink_close(&batch[CHAIN], hook);
  netlink_add(&batch[CHAIN], NFTA_CHAIN_TYPE, "filter", sizeof "filter");
  // Only the rule is answered when all is well; whatever is not, is answered first.
  begin_table_message(&batch[RULE], NFT_MSG_NEWRULE, NLM_F_APPEND | NLM_F_ACK);
  netlink_add(&batch[RULE], NFTA_RULE_TABLE, table_name, sizeof table_name);
  netlink_add(&batch[RULE], NFTA_RULE_CHAIN, chain_name, sizeof chain_name);
  size_t expressions = netlink_open(&batch[RULE], NFTA_RULE_EXPRESSIONS);
  add_expressions(&batch[RULE], port);
  netlink_close(&batch[RULE], expressions);
  begin(&batch[END], NFNL_MSG_BATCH_END, 0, AF_UNSPEC, NFNL_SUBSYS_NFTABLES);
  for (uint32_t i = 0; i < MESSAGES; i++) batch[i].header.nlmsg_seq = FIRST_REQUEST + i;
  return netlink_exchange_all(NETLINK_NETFILTER, batch, MESSAGES);
}

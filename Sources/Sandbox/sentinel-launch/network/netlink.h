#ifndef SENTINEL_LAUNCH_NETLINK_H
#define SENTINEL_LAUNCH_NETLINK_H

// One request to a netlink family and its answer.

#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <stddef.h>
#include <stdint.h>

struct netlink_request {
  union {
    struct nlmsghdr header;
    char bytes[512];
  };
};

// Begins a request whose fixed part is `size` bytes at `body`.
void netlink_begin(struct netlink_request *request, int type, int flags, const void *body,
                   size_t size);
// Appends an attribute; what does not fit makes the kernel refuse the request.
void netlink_add(struct netlink_request *request, int type, const void *data, size_t size);
// Begins an attribute that holds others; `netlink_close` ends it.
size_t netlink_open(struct netlink_request *request, int type);
void netlink_close(struct netlink_request *request, size_t opened);
// Sends the request and takes the answer: 0, or -1 with errno.
int netlink_exchange(int protocol, const struct netlink_request *request);
// The same for several requests that go together; the first answer counts.
int netlink_exchange_all(int protocol, struct netlink_request *requests, size_t count);

#endif

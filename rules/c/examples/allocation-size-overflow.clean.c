#include <arpa/inet.h>
#include <stdlib.h>

struct item { char name[64]; };

struct item *load(const unsigned *packet, int wanted) {
    unsigned count = ntohl(packet[0]);
    struct item *items = calloc(count, sizeof(struct item));
    unsigned more = ntohl(packet[1]);
    if (more > 1000) {
        return NULL;
    }
    items = malloc(more * sizeof(struct item));
    items = malloc(16 * sizeof(struct item));
    return malloc(wanted * sizeof(struct item));
}

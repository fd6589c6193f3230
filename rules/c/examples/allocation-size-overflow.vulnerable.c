#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>

struct item { char name[64]; };

struct item *load(const unsigned *packet, FILE *file) {
    unsigned count = ntohl(packet[0]);
    struct item *items = malloc(count * sizeof(struct item)); // finding: allocation-size-overflow
    int more = 0;
    fscanf(file, "%d", &more);
    items = realloc(items, more * sizeof(struct item)); // finding: allocation-size-overflow
    return malloc(sizeof(struct item) * atoi("12")); // finding: allocation-size-overflow
}

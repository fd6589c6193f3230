#include <arpa/inet.h>
#include <string.h>

void take(const unsigned char *packet, char *out, size_t size) {
    unsigned length = ntohl(*(const unsigned *)packet);
    if (length > size) {
        return;
    }
    memcpy(out, packet + 4, length);
    unsigned port = ntohs(80);
    memcpy(out, &port, sizeof(port));
    unsigned wanted = ntohl(*(const unsigned *)packet);
    char *copy = malloc(wanted);
    memcpy(copy, packet, wanted);
}

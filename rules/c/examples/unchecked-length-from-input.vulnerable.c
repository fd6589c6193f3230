#include <arpa/inet.h>
#include <string.h>

void take(const unsigned char *packet, char *out) {
    unsigned length = ntohl(*(const unsigned *)packet);
    memcpy(out, packet + 4, length); // finding: unchecked-length-from-input
    int rest = atoi((const char *)packet);
    memmove(out, packet, rest); // finding: unchecked-length-from-input
    char *room = alloca(ntohs(*(const unsigned short *)packet)); // finding: unchecked-length-from-input
}

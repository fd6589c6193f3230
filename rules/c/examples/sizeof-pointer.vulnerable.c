#include <stdlib.h>
#include <string.h>

struct item { char name[64]; int price; };

void clear(struct item *item, const char *name) {
    memset(item, 0, sizeof(item)); // finding: sizeof-pointer
    char *copy = malloc(64);
    strncpy(copy, name, sizeof(copy)); // finding: sizeof-pointer
    free(copy);
}

int same(const unsigned char *digest, const unsigned char *other) {
    return memcmp(digest, other, sizeof(digest)) == 0; // finding: sizeof-pointer
}

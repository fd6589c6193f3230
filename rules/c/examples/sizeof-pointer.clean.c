#include <stdlib.h>
#include <string.h>

struct item { char name[64]; int price; };

void clear(struct item *item, const char *name) {
    char copy[64];
    memset(item, 0, sizeof(*item));
    memset(item->name, 0, sizeof(item->name));
    strncpy(copy, name, sizeof(copy) - 1);
    memset(copy, 0, sizeof(copy));
}

void pointers(struct item **list, struct item *one) {
    memcpy(list, &one, sizeof(one));
}

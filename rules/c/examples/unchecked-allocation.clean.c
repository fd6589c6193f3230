#include <stdlib.h>
#include <string.h>

struct item *create(const char *name) {
    struct item *item = malloc(sizeof(*item));
    if (item == NULL) {
        return NULL;
    }
    item->price = 0;
    char *copy = xmalloc(strlen(name) + 1);
    strcpy(copy, name);
    item->name = copy;
    return item;
}

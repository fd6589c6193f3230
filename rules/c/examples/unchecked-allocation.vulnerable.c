#include <stdlib.h>
#include <string.h>

struct item *create(const char *name) {
    struct item *item = malloc(sizeof(*item)); // finding: unchecked-allocation
    item->price = 0;
    char *copy = malloc(strlen(name) + 1); // finding: unchecked-allocation
    strcpy(copy, name);
    item->other = NULL;
    char *room;
    room = calloc(1, 64); // finding: unchecked-allocation
    memcpy(room, name, 8);
    return item;
}

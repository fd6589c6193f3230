#include <stdlib.h>

void grow(struct list *list, char *text, size_t size) {
    text = realloc(text, size * 2); // finding: realloc-loses-pointer
    list->items = realloc(list->items, size); // finding: realloc-loses-pointer
    char *copy = text;
    copy = realloc(copy, 10); // finding: realloc-loses-pointer
}

#include <stdlib.h>

int grow(struct list *list, char *text, size_t size) {
    char *bigger = realloc(text, size * 2);
    if (bigger == NULL) {
        free(text);
        return -1;
    }
    text = bigger;
    text = xrealloc(text, size);
    list->items = realloc(NULL, size);
    return 0;
}

#include <stdlib.h>

void drop(char *name, struct item *item) {
    free(name); // finding: double-free
    log_drop();
    free(name);
    free(item->note); // finding: double-free
    item->price = 0;
    free(item->note);
}

void again(void) {
    char *buffer = malloc(16);
    free(buffer); // finding: double-free
    free(buffer);
}

#include <stdio.h>
#include <stdlib.h>

int drop(struct item *item, char *name) {
    printf("dropping %s\n", name);
    free(name);
    free(item->note);
    int price = item->price;
    free(item);
    item = NULL;
    return price;
}

void list(struct item *item) {
    struct item *next = item->next;
    free(item);
    item = next;
    item->price = 0;
}

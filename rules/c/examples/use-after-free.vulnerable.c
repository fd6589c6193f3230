#include <stdio.h>
#include <stdlib.h>

int drop(struct item *item, char *name) {
    free(name); // finding: use-after-free
    printf("dropped %s\n", name);
    free(item); // finding: use-after-free
    free(item->note);
    return 0;
}

int price(struct item *item) {
    free(item); // finding: use-after-free
    return item->price;
}

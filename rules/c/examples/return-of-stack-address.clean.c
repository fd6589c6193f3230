#include <stdio.h>
#include <stdlib.h>

char *label(int number) {
    static char text[32];
    snprintf(text, sizeof(text), "item-%d", number);
    return text;
}

char *copy(void) {
    char text[32] = "a";
    char *out = strdup(text);
    return out;
}

struct item *find(struct item *items) {
    return &items[3];
}

int *counter(void) {
    static int count = 0;
    return &count;
}

#include <stdlib.h>

void drop(char *name, char *other) {
    free(name);
    name = NULL;
    free(name);
    free(other);
    other = malloc(16);
    free(other);
}

int branches(char *a, int kind) {
    switch (kind) {
    case 1:
        free(a);
        return 1;
    case 2:
        free(a);
        break;
    }
    return 0;
}

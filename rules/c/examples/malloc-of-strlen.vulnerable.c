#include <stdlib.h>
#include <string.h>

char *copy(const char *text) {
    char *out = malloc(strlen(text));
    strcpy(out, text); // finding: malloc-of-strlen
    return out;
}

char *again(const char *text) {
    char *out;
    out = (char *)malloc(strlen(text));
    if (out != NULL) {
        strcpy(out, text); // finding: malloc-of-strlen
    }
    return malloc(strlen(text + 1)); // finding: malloc-of-strlen
}

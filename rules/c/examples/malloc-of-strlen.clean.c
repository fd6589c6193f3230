#include <stdlib.h>
#include <string.h>

char *copy(const char *text) {
    char *out = malloc(strlen(text) + 1);
    strcpy(out, text);
    return out;
}

char *bytes(const char *text) {
    char *out = malloc(strlen(text));
    memcpy(out, text, strlen(text));
    char *more = malloc(1 + strlen(text));
    strcpy(more, text);
    return strdup(text);
}

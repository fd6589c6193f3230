#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void open_user(const char *name) {
    char path[64];
    if (strlen(name) >= sizeof(path)) {
        return;
    }
    strcpy(path, name);
}

void fixed(const char *name, int number) {
    char path[64];
    strcpy(path, "fixed");
    snprintf(path, sizeof(path), "%s", name);
    sprintf(path, "%d", number);
    sprintf(path, "%.10s", name);
}

char *copy(const char *name) {
    char *out = malloc(strlen(name) + 1);
    return strcpy(out, name);
}

#include <string.h>

void join(const char *name, size_t left) {
    char path[64] = "/srv/";
    strncat(path, name, sizeof(path) - strlen(path) - 1);
    strncat(path, name, left);
    strlcat(path, name, sizeof(path));
    strncat(path, name, 8);
    strncpy(path, name, sizeof(path) - 1);
}

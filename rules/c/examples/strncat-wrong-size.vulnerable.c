#include <string.h>

void join(const char *name) {
    char path[64] = "/srv/";
    strncat(path, name, sizeof(path)); // finding: strncat-wrong-size
    strncat(path, name, sizeof(path) - 1); // finding: strncat-wrong-size
    const char *more = name + 1;
    strncat(path, more, sizeof(path) - strlen(path)); // finding: strncat-wrong-size
    strncat(path, more, strlen(more)); // finding: strncat-wrong-size
}

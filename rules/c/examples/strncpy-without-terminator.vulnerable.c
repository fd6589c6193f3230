#include <string.h>

void store(const char *name) {
    char buffer[32];
    strncpy(buffer, name, sizeof(buffer)); // finding: strncpy-without-terminator
    puts(buffer);
}

void other(struct item *item) {
    char label[16];
    const char *from = item->name;
    strncpy(label, from, 16); // finding: strncpy-without-terminator
    char path[64];
    strncpy(path, from, sizeof(path)); // finding: strncpy-without-terminator
    puts(path);
}
